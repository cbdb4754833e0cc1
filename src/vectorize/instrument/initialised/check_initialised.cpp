// RADDLE_CHECK=init: each value knows which of its bits nobody has given a value, and where that matters, it is told.
//
//   x = a[i]              shadow of x = shadow of a[i]
//   y = x & 15            shadow of y = shadow of x & 15
//   b[j] = y              shadow of b[j] = shadow of y
//   if (y > 3)            a report, where the known bits of y do not decide it
//
// It matters where the way of the program depends on it, an address, or what an operation does that others see. To read, compute
// and store such values is no mistake: programs copy structures with gaps. Of what is stored in memory that the host may
// copy, the place is put down, and told when the host copies it.
//
// The shadow is ordinary code, and becomes vector code as all other code does; the tests are placeholders, which both engines
// turn into branches. Values that come from no memory, as most indices, have no shadow.

#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/instrument/initialised/initialised_reports.h"
#include "vectorize/instrument/initialised/shadow_memory.h"
#include "vectorize/instrument/initialised/shadow_rules.h"
#include "vectorize/instrument/initialised/tracked_values.h"
#include "vectorize/instrument/initialised/uninitialised.h"
#include "vectorize/instrument/initialised/warp_shadows.h"
#include "vectorize/instrument/memory/object_roots.h"
#include "vectorize/passes.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <bit>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

constexpr unsigned kMaskOperand = 1, kPredicateOperand = 3; // of warp operations

// Whether it was read, or stands for a piece of a structure of which LLVM does not know the members, and its bytes were put
// together at most.
bool isCopied(const Value &value, unsigned depth = 0) {
  constexpr unsigned kDeepest = 6;
  if (isa<LoadInst, Constant>(value))
    return true;
  if (isUninitialised(value))
    return value.getType()->isIntegerTy(8);
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || depth == kDeepest)
    return false;
  switch (instruction->getOpcode()) {
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::BitCast:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
  case Instruction::Or:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::Mul:
  case Instruction::InsertElement:
  case Instruction::ExtractElement:
  case Instruction::ShuffleVector:
    return all_of(instruction->operands(), [&](const Use &operand) { return isCopied(*operand, depth + 1); });
  default:
    return false;
  }
}

// The runtime writes to memory whether all values are the same.
bool isMatchOfAll(const nvvm::RuntimeFunction &function) {
  return function.id == Runtime::raddle_match_all_32 || function.id == Runtime::raddle_match_all_64;
}

// Whether it is the buffer of a print, whose arguments are stored one after the other, with gaps.
bool isPrinted(Value *address) {
  auto *local = dyn_cast<AllocaInst>(rootOf(address));
  return local && any_of(local->users(),
                         [](const User *user) { return nvvm::isCallOf(*user, Runtime::raddle_vprintf); });
}

class InitialisedChecker {
public:
  explicit InitialisedChecker(Function &function)
      : function_(function), module_(*function.getParent()), layout_(module_.getDataLayout()),
        memory_(withPoisonedLocals(function)), values_(function, memory_), reports_(function, values_),
        rules_([this](Value *value) { return values_.shadowOf(value); }) {}

  void check() {
    SmallVector<Instruction *, 0> all;
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function_))
      for (Instruction &instruction : *block)
        if (!ShadowMemory::isShadow(instruction) && !instruction.hasMetadata(marker::kProven))
          all.push_back(&instruction);
    for (Instruction *instruction : all)
      visit(*instruction);
    for (const auto &[phi, shadow] : phis_)
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        shadow->addIncoming(values_.shadowOf(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
  }

private:
  static ShadowMemory withPoisonedLocals(Function &function) {
    ShadowMemory memory(function);
    memory.poisonLocals();
    return memory;
  }

  // ---- One instruction after the other.

  void visit(Instruction &instruction) {
    actOn(instruction);
    if (!values_.contains(&instruction) || values_.hasShadow(&instruction))
      return;
    Type *type = shadowTypeOf(instruction.getType(), layout_);
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      IRBuilder<> builder(phi);
      PHINode *shadow = builder.CreatePHI(type, phi->getNumIncomingValues(), "shadow");
      values_.setShadow(phi, shadow);
      phis_.push_back({phi, shadow});
      return;
    }
    IRBuilder<> builder(instruction.getNextNode());
    builder.SetCurrentDebugLocation(instruction.getDebugLoc());
    Value *shadow = nullptr;
    if (auto *call = dyn_cast<CallInst>(&instruction)) {
      if (values_.isSource(call))
        shadow = Constant::getAllOnesValue(type);
      else if (const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(*call))
        shadow = shadowOfWarpOperation(builder, *call, *function, values_);
    }
    values_.setShadow(&instruction, shadow ? shadow : rules_.of(builder, instruction));
    if (const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(instruction);
        function && isMatchOfAll(*function))
      storePredicate(cast<CallInst>(instruction), cast<Instruction>(shadow), shadow);
  }

  void actOn(Instruction &instruction) {
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      reports_.checkValue(*load, load->getPointerOperand(), kRaddleUseAddress);
      if (values_.contains(load))
        values_.setShadow(load, loadShadow(*load, load->getPointerOperand(), load->getType(),
                                           load->getAlign(), load->isVolatile() || load->isAtomic()));
    } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      reports_.checkValue(*store, store->getPointerOperand(), kRaddleUseAddress);
      visitStore(*store);
    } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
      visitUpdate(*update);
    } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      visitExchange(*exchange);
    } else if (auto *branch = dyn_cast<BranchInst>(&instruction)) {
      if (branch->isConditional())
        reports_.checkValue(*branch, branch->getCondition(), kRaddleUseBranch);
    } else if (auto *choice = dyn_cast<SwitchInst>(&instruction)) {
      reports_.checkValue(*choice, choice->getCondition(), kRaddleUseBranch);
    } else if (auto *whole = dyn_cast<MemIntrinsic>(&instruction)) {
      visitWhole(*whole);
    } else if (auto *call = dyn_cast<CallInst>(&instruction)) {
      visitCall(*call);
    }
  }

  Value *loadShadow(Instruction &access, Value *address, Type *type, Align align, bool is_volatile) {
    IRBuilder<> builder(access.getNextNode());
    builder.SetCurrentDebugLocation(access.getDebugLoc());
    LoadInst *shadow = builder.CreateAlignedLoad(
        shadowTypeOf(type, layout_), memory_.addressOf(builder, address), align, is_volatile, "shadow");
    ShadowMemory::mark(*shadow);
    return shadow;
  }

  void storeShadow(Instruction &access, Instruction *after, Value *address, Value *shadow, Align align,
                   bool is_volatile) {
    IRBuilder<> builder(after->getNextNode());
    builder.SetCurrentDebugLocation(access.getDebugLoc());
    ShadowMemory::mark(
        *builder.CreateAlignedStore(shadow, memory_.addressOf(builder, address), align, is_volatile));
  }

  void storePredicate(CallInst &match, Instruction *after, Value *shadow) {
    storeShadow(match, after, match.getArgOperand(kPredicateOperand), shadow, Align(4), false);
  }

  void visitStore(StoreInst &store) {
    Value *address = store.getPointerOperand(), *value = store.getValueOperand();
    if (!memory_.isTracked(address))
      return;
    Value *shadow = values_.shadowOf(value);
    if (!shadow) { // a structure
      IRBuilder<> builder(store.getNextNode());
      builder.SetCurrentDebugLocation(store.getDebugLoc());
      ShadowMemory::mark(*builder.CreateMemSet(memory_.addressOf(builder, address), builder.getInt8(0),
                                               layout_.getTypeStoreSize(value->getType()).getFixedValue(),
                                               store.getAlign()));
      return;
    }
    if (isUninitialised(*value)) {
      // That is what it stands for, and no store of the program.
    } else if (isPrinted(address))
      reports_.checkValue(store, value, kRaddleUsePrint);
    else if (!memory_.isPrivate(address))
      reports_.checkValue(store, value, isCopied(*value) ? kRaddleUseCopy : kRaddleUseStore, address);
    const bool is_shared_at_once = store.isVolatile() || store.isAtomic();
    storeShadow(store, &store, address, shadow, store.getAlign(), is_shared_at_once);
  }

  void visitUpdate(AtomicRMWInst &update) {
    Value *address = update.getPointerOperand();
    reports_.checkValue(update, address, kRaddleUseAddress);
    Value *shadow = values_.shadowOf(update.getValOperand());
    const bool replaces = update.getOperation() == AtomicRMWInst::Xchg;
    const bool is_tracked = memory_.isTracked(address);
    Value *before = is_tracked ? loadShadow(update, address, update.getType(), update.getAlign(), true)
                               : Constant::getNullValue(shadow->getType());
    if (replaces) {
      values_.setShadow(&update, before);
    } else {
      reports_.checkValue(update, update.getValOperand(), kRaddleUseAtomic);
      if (is_tracked)
        reports_.checkMemory(update, address, *cast<Instruction>(before));
      shadow = Constant::getNullValue(shadow->getType());
    }
    if (is_tracked)
      storeShadow(update, is_tracked && isa<Instruction>(before) ? cast<Instruction>(before) : &update,
                  address, shadow, update.getAlign(), true);
  }

  // What it is compared with is known if the exchange succeeds: it is what was there.
  void visitExchange(AtomicCmpXchgInst &exchange) {
    Value *address = exchange.getPointerOperand();
    reports_.checkValue(exchange, address, kRaddleUseAddress);
    if (!memory_.isTracked(address))
      return;
    // Loops that exchange a word to change a part of it meet neighbours without a value.
    Type *type = shadowTypeOf(exchange.getNewValOperand()->getType(), layout_);
    auto *before = cast<LoadInst>(loadShadow(exchange, address, type, exchange.getAlign(), true));
    if (reports_.areMade()) {
      IRBuilder<> builder(before->getNextNode());
      Value *is_unknown = builder.CreateICmpEQ(before, Constant::getAllOnesValue(type));
      reports_.checkMemory(exchange, address, *cast<Instruction>(is_unknown));
    }
    storeShadow(exchange, before, address, Constant::getNullValue(type), exchange.getAlign(), true);
  }

  void visitWhole(MemIntrinsic &whole) {
    reports_.checkValue(whole, whole.getRawDest(), kRaddleUseAddress);
    reports_.checkValue(whole, whole.getLength(), kRaddleUseLength);
    auto *copy = dyn_cast<MemTransferInst>(&whole);
    if (copy)
      reports_.checkValue(whole, copy->getRawSource(), kRaddleUseAddress);
    if (!memory_.isTracked(whole.getRawDest()))
      return;
    IRBuilder<> builder(whole.getNextNode());
    builder.SetCurrentDebugLocation(whole.getDebugLoc());
    Value *to = memory_.addressOf(builder, whole.getRawDest());
    const MaybeAlign align = whole.getDestAlign();
    if (!copy || !memory_.isTracked(copy->getRawSource())) {
      auto *fill = dyn_cast<MemSetInst>(&whole);
      Value *shadow = fill ? values_.shadowOf(fill->getValue()) : builder.getInt8(0);
      ShadowMemory::mark(*builder.CreateMemSet(to, shadow, whole.getLength(), align));
      return;
    }
    Value *from = memory_.addressOf(builder, copy->getRawSource());
    tellOfCopy(*copy, from, builder);
    ShadowMemory::mark(
        isa<MemMoveInst>(copy)
            ? *builder.CreateMemMove(to, align, from, copy->getSourceAlign(), copy->getLength())
            : *builder.CreateMemCpy(to, align, from, copy->getSourceAlign(), copy->getLength()));
  }

  // Of a structure it is looked at.
  void tellOfCopy(MemTransferInst &copy, Value *from, IRBuilder<> &builder) {
    constexpr std::uint64_t kLargest = 64;
    auto *length = dyn_cast<ConstantInt>(copy.getLength());
    if (!reports_.areMade() || !length || length->getZExtValue() > kLargest ||
        memory_.isPrivate(copy.getRawDest()))
      return;
    const std::uint64_t bytes = length->getZExtValue();
    Value *all = nullptr;
    for (std::uint64_t at = 0; at < bytes;) {
      const std::uint64_t size = std::min<std::uint64_t>(std::bit_floor(bytes - at), 8);
      LoadInst *part = builder.CreateAlignedLoad(builder.getIntNTy(static_cast<unsigned>(8 * size)),
                                                 builder.CreateConstGEP1_64(builder.getInt8Ty(), from, at),
                                                 commonAlignment(copy.getSourceAlign().valueOrOne(), at));
      ShadowMemory::mark(*part);
      Value *wide = builder.CreateZExt(part, builder.getInt64Ty());
      all = all ? builder.CreateOr(all, wide) : wide;
      at += size;
    }
    Origin origin = originOfMemory(builder, copy, copy.getRawSource(), bytes);
    if (isa<AllocaInst>(rootOf(copy.getRawSource())))
      origin.read = builder.getInt64(0);
    if (all)
      reports_.tell(builder, all, origin, kRaddleUseCopy, copy.getRawDest(), static_cast<unsigned>(bytes));
  }

  void visitCall(CallInst &call) {
    if (!call.getCalledFunction())
      reports_.checkValue(call, call.getCalledOperand(), kRaddleUseAddress);
    const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(call);
    if (!function)
      return;
    if (isMatchOfAll(*function) && !values_.contains(&call))
      storePredicate(call, &call, ConstantInt::getNullValue(call.getType()));
    if (function->isWarpOperation() && call.arg_size() > kMaskOperand)
      reports_.checkValue(call, call.getArgOperand(kMaskOperand), kRaddleUseMask);
    else if (function->isBarrier())
      for (unsigned i = 1; i < call.arg_size(); ++i)
        reports_.checkValue(call, call.getArgOperand(i), kRaddleUseVote);
    else if (function->id == Runtime::raddle_malloc || function->id == Runtime::raddle_aligned_malloc ||
             function->id == Runtime::raddle_free)
      reports_.checkValue(call, call.getArgOperand(1), kRaddleUseLength);
  }

  Function &function_;
  Module &module_;
  const DataLayout &layout_;
  ShadowMemory memory_;
  TrackedValues values_;
  InitialisedReports reports_;
  ShadowRules rules_;
  SmallVector<std::pair<PHINode *, PHINode *>, 16> phis_;
};

} // namespace

void checkInitialised(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration())
      InitialisedChecker(function).check();
}

} // namespace raddle::vectorize
