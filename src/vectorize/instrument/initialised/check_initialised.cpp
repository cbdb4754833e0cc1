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
#include "nvvm/readable_names.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"
#include "vectorize/instrument/initialised/shadow_memory.h"
#include "vectorize/instrument/initialised/shadow_rules.h"
#include "vectorize/instrument/initialised/uninitialised.h"
#include "vectorize/instrument/locals/local_variables.h"
#include "vectorize/instrument/memory/object_roots.h"
#include "vectorize/passes.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <bit>
#include <fmt/format.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

constexpr unsigned kShared = 3;      // the address space
constexpr unsigned kMostSources = 4; // that are named of one value
constexpr unsigned kMostSteps = 64;  // from a value to what it was computed from

bool isShuffle(const nvvm::RuntimeFunction &function) {
  return function.form == nvvm::RuntimeFunction::Form::Shuffle;
}

// Operations of a warp whose result has a shadow, and the operand that has theirs.
constexpr unsigned kMaskOperand = 1, kValueOperand = 2, kSourceOperand = 3, kPredicateOperand = 3;

bool hasWarpRule(const CallInst &call) {
  const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(call);
  if (!function)
    return false;
  switch (function->form) {
  case nvvm::RuntimeFunction::Form::Vote:
  case nvvm::RuntimeFunction::Form::Shuffle:
  case nvvm::RuntimeFunction::Form::Reduce:
  case nvvm::RuntimeFunction::Form::Match:
    return call.getType()->isIntegerTy();
  default:
    return false;
  }
}

// Whether an atomic update has found what it had read before: which is known, whatever that was.
bool isOutcomeOfExchange(const Instruction &instruction) {
  auto *comparison = dyn_cast<ICmpInst>(&instruction);
  if (!comparison || !comparison->isEquality())
    return false;
  for (const unsigned i : {0u, 1u})
    if (auto *part = dyn_cast<ExtractValueInst>(comparison->getOperand(i)))
      if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(part->getAggregateOperand()))
        return exchange->getCompareOperand() == comparison->getOperand(1 - i);
  return false;
}

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

class InitialisedChecker {
public:
  explicit InitialisedChecker(Function &function)
      : function_(function), module_(*function.getParent()), layout_(module_.getDataLayout()),
        memory_(function), rules_([this](Value *value) { return shadowOf(value); }),
        may_report_(!function.hasFnAttribute(marker::kLaneByLane)) {}

  void check() {
    memory_.poisonLocals();
    findTracked();
    dominators_.recalculate(function_);
    SmallVector<Instruction *, 0> all;
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function_))
      for (Instruction &instruction : *block)
        if (!ShadowMemory::isShadow(instruction))
          all.push_back(&instruction);
    for (Instruction *instruction : all)
      visit(*instruction);
    for (const auto &[phi, shadow] : phis_)
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        shadow->addIncoming(shadowOf(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
  }

private:
  // ---- Which values have a shadow.

  bool isSource(Instruction &instruction) {
    if (!shadowTypeOf(instruction.getType(), layout_))
      return false;
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      return memory_.isTracked(load->getPointerOperand());
    if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
      return update->getOperation() == AtomicRMWInst::Xchg;
    return isUninitialised(instruction);
  }

  static bool isComputed(const Instruction &instruction) {
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (nvvm::calledRuntimeFunction(*call))
        return hasWarpRule(*call);
    return hasShadowRule(instruction) && !isOutcomeOfExchange(instruction);
  }

  void findTracked() {
    SmallVector<Instruction *, 32> open;
    for (Instruction &instruction : instructions(function_))
      if (!ShadowMemory::isShadow(instruction) && isSource(instruction))
        open.push_back(&instruction);
    sources_.insert(open.begin(), open.end());
    while (!open.empty()) {
      Instruction *instruction = open.pop_back_val();
      if (!tracked_.insert(instruction).second)
        continue;
      for (User *user : instruction->users()) {
        auto *next = dyn_cast<Instruction>(user);
        if (next && isa<WithOverflowInst>(next)) // its parts have shadows
          for (User *part : next->users())
            open.push_back(cast<Instruction>(part));
        else if (next && isComputed(*next))
          open.push_back(next);
      }
    }
  }

  Value *shadowOf(Value *value) {
    Type *type = shadowTypeOf(value->getType(), layout_);
    if (!tracked_.contains(value))
      return type ? Constant::getNullValue(type) : nullptr;
    auto found = shadows_.find(value);
    return found == shadows_.end() ? Constant::getNullValue(type) : found->second;
  }

  // ---- One instruction after the other.

  void visit(Instruction &instruction) {
    actOn(instruction);
    if (!tracked_.contains(&instruction) || shadows_.contains(&instruction))
      return;
    Type *type = shadowTypeOf(instruction.getType(), layout_);
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      IRBuilder<> builder(phi);
      PHINode *shadow = builder.CreatePHI(type, phi->getNumIncomingValues(), "shadow");
      shadows_[phi] = shadow;
      phis_.push_back({phi, shadow});
      return;
    }
    IRBuilder<> builder(instruction.getNextNode());
    builder.SetCurrentDebugLocation(instruction.getDebugLoc());
    Value *shadow = nullptr;
    if (auto *call = dyn_cast<CallInst>(&instruction)) {
      if (sources_.contains(call))
        shadow = Constant::getAllOnesValue(type);
      else if (const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(*call))
        shadow = ofWarpOperation(builder, *call, *function);
    }
    shadows_[&instruction] = shadow ? shadow : rules_.of(builder, instruction);
    if (const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(instruction);
        function && isMatchOfAll(*function))
      storePredicate(cast<CallInst>(instruction), cast<Instruction>(shadow), shadow);
  }

  void actOn(Instruction &instruction) {
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      checkValue(*load, load->getPointerOperand(), kRaddleUseAddress);
      if (tracked_.contains(load))
        shadows_[load] = loadShadow(*load, load->getPointerOperand(), load->getType(), load->getAlign(),
                                    load->isVolatile() || load->isAtomic());
    } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      checkValue(*store, store->getPointerOperand(), kRaddleUseAddress);
      visitStore(*store);
    } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
      visitUpdate(*update);
    } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      visitExchange(*exchange);
    } else if (auto *branch = dyn_cast<BranchInst>(&instruction)) {
      if (branch->isConditional())
        checkValue(*branch, branch->getCondition(), kRaddleUseBranch);
    } else if (auto *choice = dyn_cast<SwitchInst>(&instruction)) {
      checkValue(*choice, choice->getCondition(), kRaddleUseBranch);
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

  // The runtime writes to memory whether all values are the same.
  static bool isMatchOfAll(const nvvm::RuntimeFunction &function) {
    return function.id == Runtime::raddle_match_all_32 || function.id == Runtime::raddle_match_all_64;
  }
  void storePredicate(CallInst &match, Instruction *after, Value *shadow) {
    storeShadow(match, after, match.getArgOperand(kPredicateOperand), shadow, Align(4), false);
  }

  void visitStore(StoreInst &store) {
    Value *address = store.getPointerOperand(), *value = store.getValueOperand();
    if (!memory_.isTracked(address))
      return;
    Value *shadow = shadowOf(value);
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
      checkValue(store, value, kRaddleUsePrint);
    else if (!memory_.isPrivate(address))
      checkValue(store, value, isCopied(*value) ? kRaddleUseCopy : kRaddleUseStore, address);
    const bool is_shared_at_once = store.isVolatile() || store.isAtomic();
    storeShadow(store, &store, address, shadow, store.getAlign(), is_shared_at_once);
  }

  // Its arguments are stored one after the other, with gaps.
  static bool isPrinted(Value *address) {
    auto *local = dyn_cast<AllocaInst>(rootOf(address));
    return local && any_of(local->users(),
                           [](const User *user) { return nvvm::isCallOf(*user, Runtime::raddle_vprintf); });
  }

  void visitUpdate(AtomicRMWInst &update) {
    Value *address = update.getPointerOperand();
    checkValue(update, address, kRaddleUseAddress);
    Value *shadow = shadowOf(update.getValOperand());
    const bool replaces = update.getOperation() == AtomicRMWInst::Xchg;
    const bool is_tracked = memory_.isTracked(address);
    Value *before = is_tracked ? loadShadow(update, address, update.getType(), update.getAlign(), true)
                               : Constant::getNullValue(shadow->getType());
    if (replaces) {
      shadows_[&update] = before;
    } else {
      checkValue(update, update.getValOperand(), kRaddleUseAtomic);
      if (is_tracked)
        checkMemory(update, address, before);
      shadow = Constant::getNullValue(shadow->getType());
    }
    if (is_tracked)
      storeShadow(update, is_tracked && isa<Instruction>(before) ? cast<Instruction>(before) : &update,
                  address, shadow, update.getAlign(), true);
  }

  // What it is compared with is known if the exchange succeeds: it is what was there.
  void visitExchange(AtomicCmpXchgInst &exchange) {
    Value *address = exchange.getPointerOperand();
    checkValue(exchange, address, kRaddleUseAddress);
    if (!memory_.isTracked(address))
      return;
    // Loops that exchange a word to change a part of it meet neighbours without a value.
    Type *type = shadowTypeOf(exchange.getNewValOperand()->getType(), layout_);
    auto *before = cast<LoadInst>(loadShadow(exchange, address, type, exchange.getAlign(), true));
    if (may_report_) {
      IRBuilder<> builder(before->getNextNode());
      Value *is_unknown = builder.CreateICmpEQ(before, Constant::getAllOnesValue(type));
      checkMemory(exchange, address, cast<Instruction>(is_unknown));
    }
    storeShadow(exchange, before, address, Constant::getNullValue(type), exchange.getAlign(), true);
  }

  void visitWhole(MemIntrinsic &whole) {
    checkValue(whole, whole.getRawDest(), kRaddleUseAddress);
    checkValue(whole, whole.getLength(), kRaddleUseLength);
    auto *copy = dyn_cast<MemTransferInst>(&whole);
    if (copy)
      checkValue(whole, copy->getRawSource(), kRaddleUseAddress);
    if (!memory_.isTracked(whole.getRawDest()))
      return;
    IRBuilder<> builder(whole.getNextNode());
    builder.SetCurrentDebugLocation(whole.getDebugLoc());
    Value *to = memory_.addressOf(builder, whole.getRawDest());
    const MaybeAlign align = whole.getDestAlign();
    if (!copy || !memory_.isTracked(copy->getRawSource())) {
      auto *fill = dyn_cast<MemSetInst>(&whole);
      Value *shadow = fill ? shadowOf(fill->getValue()) : builder.getInt8(0);
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
    if (!may_report_ || !length || length->getZExtValue() > kLargest || memory_.isPrivate(copy.getRawDest()))
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
    Origin origin;
    origin.read = builder.CreatePtrToInt(copy.getRawSource(), builder.getInt64Ty());
    origin.source = builder.getInt64(bytes);
    origin.names = lineOf(copy, copy.getRawSource());
    if (isa<AllocaInst>(rootOf(copy.getRawSource())))
      origin.read = builder.getInt64(0);
    if (all)
      tell(builder, all, origin, kRaddleUseCopy, copy.getRawDest(), static_cast<unsigned>(bytes));
  }

  void visitCall(CallInst &call) {
    if (!call.getCalledFunction())
      checkValue(call, call.getCalledOperand(), kRaddleUseAddress);
    const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(call);
    if (!function)
      return;
    if (isMatchOfAll(*function) && !tracked_.contains(&call))
      storePredicate(call, &call, ConstantInt::getNullValue(call.getType()));
    if (function->isWarpOperation() && call.arg_size() > kMaskOperand)
      checkValue(call, call.getArgOperand(kMaskOperand), kRaddleUseMask);
    else if (function->isBarrier())
      for (unsigned i = 1; i < call.arg_size(); ++i)
        checkValue(call, call.getArgOperand(i), kRaddleUseVote);
    else if (function->id == Runtime::raddle_malloc || function->id == Runtime::raddle_aligned_malloc ||
             function->id == Runtime::raddle_free)
      checkValue(call, call.getArgOperand(1), kRaddleUseLength);
  }

  // ---- Values that lanes give to each other.

  Value *ofWarpOperation(IRBuilderBase &builder, CallInst &call, const nvvm::RuntimeFunction &function) {
    Value *thread = call.getArgOperand(0), *mask = call.getArgOperand(kMaskOperand);
    Value *value = call.getArgOperand(kValueOperand);
    Value *shadow = shadowOf(value);
    auto ask = [&](Runtime question, Value *operand) {
      CallInst *answer =
          builder.CreateCall(nvvm::declare(module_, question),
                             {thread, mask, builder.CreateZExt(operand, builder.getInt32Ty())});
      answer->setTailCallKind(CallInst::TCK_NoTail);
      answer->addFnAttr(Attribute::NoMerge);
      return answer;
    };
    if (isShuffle(function)) {
      auto *shuffled = cast<CallInst>(call.clone());
      shuffled->setArgOperand(kValueOperand, builder.CreateZExtOrTrunc(shadow, value->getType()));
      builder.Insert(shuffled);
      Value *source = shadowOf(call.getArgOperand(kSourceOperand));
      return tracked_.contains(call.getArgOperand(kSourceOperand))
                 ? builder.CreateOr(shuffled,
                                    builder.CreateSExt(builder.CreateIsNotNull(source), call.getType()))
                 : static_cast<Value *>(shuffled);
    }
    Value *is_poisoned = builder.CreateIsNotNull(shadow);
    auto where = [&](Value *condition) { return builder.CreateZExt(condition, call.getType()); };
    switch (function.id) {
    case Runtime::raddle_vote_ballot:
      return ask(Runtime::raddle_vote_ballot, is_poisoned);
    case Runtime::raddle_vote_any:
    case Runtime::raddle_vote_all: {
      // One lane that is known decides.
      Value *is_true = builder.CreateIsNotNull(value);
      const bool is_any = function.id == Runtime::raddle_vote_any;
      Value *decides =
          builder.CreateAnd(is_any ? is_true : builder.CreateNot(is_true), builder.CreateNot(is_poisoned));
      Value *some = builder.CreateIsNotNull(ask(Runtime::raddle_vote_any, is_poisoned));
      Value *decided = builder.CreateIsNotNull(ask(Runtime::raddle_vote_any, decides));
      return where(builder.CreateAnd(some, builder.CreateNot(decided)));
    }
    default: {
      Value *some = builder.CreateIsNotNull(ask(Runtime::raddle_vote_any, is_poisoned));
      return builder.CreateSExt(some, call.getType());
    }
    }
  }

  // ---- Where it matters.

  void checkValue(Instruction &at, Value *value, RaddleUse use, Value *written = nullptr) {
    if (!may_report_ || !tracked_.contains(value))
      return;
    if (written || use == kRaddleUsePrint || !isChecked(at, value)) {
      IRBuilder<> builder(&at);
      builder.SetCurrentDebugLocation(at.getDebugLoc());
      const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(value->getType()).getFixedValue());
      tell(builder, shadowOf(value), originOf(builder, value), use, written, written ? bytes : 0);
    }
  }

  // Once on each way to here.
  bool isChecked(const Instruction &at, const Value *value) {
    SmallVector<const BasicBlock *, 2> &blocks = checked_[value];
    if (any_of(blocks, [&](const BasicBlock *block) { return dominators_.dominates(block, at.getParent()); }))
      return true;
    blocks.push_back(at.getParent());
    return false;
  }

  void checkMemory(Instruction &update, Value *address, Value *shadow) {
    if (!may_report_)
      return;
    IRBuilder<> builder(cast<Instruction>(shadow)->getNextNode());
    builder.SetCurrentDebugLocation(update.getDebugLoc());
    Origin origin;
    origin.read = builder.CreatePtrToInt(address, builder.getInt64Ty());
    const bool is_exchange = isa<AtomicCmpXchgInst>(update);
    Type *type = is_exchange ? update.getOperand(1)->getType() : update.getType();
    origin.source = builder.getInt64(layout_.getTypeStoreSize(type).getFixedValue());
    origin.names = lineOf(update, address);
    tell(builder, shadow, origin, kRaddleUseAtomicMemory, nullptr);
  }

  // Where a value comes from.
  struct Origin {
    Value *read = nullptr, *source = nullptr;
    std::string names;
  };

  void tell(IRBuilder<> &builder, Value *shadow, const Origin &origin, RaddleUse use, Value *written,
            unsigned written_bytes = 0) {
    if (auto *known = dyn_cast<Constant>(shadow); known && known->isNullValue())
      return;
    Function *check = nvvm::declare(module_, Runtime::raddle_check_initialised);
    check->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
    Value *target = written ? builder.CreatePtrToInt(written, builder.getInt64Ty())
                            : static_cast<Value *>(builder.getInt64(0));
    Value *warp = threadField(builder, offsetof(RaddleThread, warp), builder.getInt32Ty());
    builder.CreateCall(check, {threadOf(function_),
                               builder.CreateZExt(isPoisoned(builder, shadow), builder.getInt32Ty()),
                               origin.read, origin.source, target, textOf(builder, origin.names), warp,
                               builder.getInt32(use | written_bytes << kRaddleUseBytesShift)});
  }

  // Of those reads that are on the way here for sure the poisoned one is found when it happens; else it is one in a loop.
  Origin originOf(IRBuilder<> &builder, Value *value) {
    struct Step {
      Value *value;
      bool is_certain;
    };
    SmallVector<Step, 16> open{{value, true}};
    SmallPtrSet<Value *, 16> seen;
    SmallVector<Step, kMostSources> found;
    for (unsigned i = 0; i < open.size() && i < kMostSteps && found.size() < kMostSources; ++i) {
      const Step step = open[i];
      if (!tracked_.contains(step.value) || !seen.insert(step.value).second)
        continue;
      auto *instruction = cast<Instruction>(step.value);
      if (sources_.contains(instruction)) {
        // Those that are certain are asked, the last one first; else it is the first, a variable most likely.
        if (step.is_certain)
          found.push_back(step);
        else if (isUninitialised(*instruction))
          found.insert(found.begin(), step);
        else
          found.insert(find_if(found, [](const Step &other) { return other.is_certain; }), step);
        continue;
      }
      const bool is_certain = step.is_certain && !isa<PHINode>(instruction);
      if (auto *part = dyn_cast<ExtractValueInst>(instruction))
        instruction = cast<Instruction>(part->getAggregateOperand());
      for (Value *operand : instruction->operands())
        open.push_back({operand, is_certain});
    }
    Origin origin{builder.getInt64(0), builder.getInt64(0), ""};
    for (auto [i, step] : enumerate(found)) {
      auto *instruction = cast<Instruction>(step.value);
      Value *address = nullptr;
      if (auto *load = dyn_cast<LoadInst>(instruction))
        address = load->getPointerOperand();
      else if (auto *update = dyn_cast<AtomicRMWInst>(instruction))
        address = update->getPointerOperand();
      origin.names += lineOf(*instruction, address);
      Value *source = builder.getInt64(std::uint64_t{i} << kRaddleSourceShift |
                                       layout_.getTypeStoreSize(instruction->getType()).getFixedValue());
      const bool has_address = step.is_certain && address && !isa<AllocaInst>(rootOf(address));
      Value *read = has_address ? builder.CreatePtrToInt(address, builder.getInt64Ty())
                                : static_cast<Value *>(builder.getInt64(0));
      if (i == 0 || !step.is_certain) {
        if (i == 0)
          origin.read = read, origin.source = source;
        continue;
      }
      Value *is_this = isPoisoned(builder, shadowOf(instruction));
      origin.read = builder.CreateSelect(is_this, read, origin.read);
      origin.source = builder.CreateSelect(is_this, source, origin.source);
    }
    return origin;
  }

  // As RaddleUninitialisedLanes has it.
  static std::string lineOf(const Instruction &instruction, Value *address) {
    std::string variable;
    char kind = address ? kRaddleSourceMemory : kRaddleSourceVariable;
    const Value *root = address ? rootOf(address) : nullptr;
    if (auto *local = dyn_cast_or_null<AllocaInst>(root)) {
      variable = nameInSource(*local).str();
      kind = kRaddleSourceLocal;
    } else if (auto *global = dyn_cast_or_null<GlobalVariable>(root)) {
      variable = nvvm::readableName(global->getName().split('@').first.str());
      if (const std::size_t colon = variable.rfind("::"); colon != std::string::npos)
        variable.erase(0, colon + 2);
      if (global->getAddressSpace() == kShared)
        kind = kRaddleSourceShared;
    }
    if (isUninitialised(instruction))
      variable = variableOfUninitialised(cast<CallInst>(instruction)).str();
    const DILocation *place = instruction.getDebugLoc().get();
    if (!place || place->getLine() == 0)
      return fmt::format("\t0\t0\t\t{}\t{}\n", kind, variable);
    return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", place->getFilename().str(), place->getLine(),
                       place->getColumn(), place->getScope()->getSubprogram()->getName().str(), kind,
                       variable);
  }

  Constant *textOf(IRBuilder<> &builder, const std::string &text) {
    Constant *&known = texts_[text];
    if (!known)
      known = builder.CreateGlobalString(text, "sources", 0, &module_);
    return known;
  }

  Function &function_;
  Module &module_;
  const DataLayout &layout_;
  ShadowMemory memory_;
  ShadowRules rules_;
  const bool may_report_; // the thread is known
  DominatorTree dominators_;
  SmallPtrSet<Value *, 32> tracked_, sources_;
  DenseMap<Value *, Value *> shadows_;
  SmallVector<std::pair<PHINode *, PHINode *>, 16> phis_;
  DenseMap<const Value *, SmallVector<const BasicBlock *, 2>> checked_;
  StringMap<Constant *> texts_;
};

} // namespace

void checkInitialised(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration())
      InitialisedChecker(function).check();
}

} // namespace raddle::vectorize
