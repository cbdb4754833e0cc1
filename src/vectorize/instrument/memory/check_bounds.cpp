// RADDLE_CHECK=memory: no access may leave the object that its address was computed from, even if it meets another one.
//
//   __shared__ float tile[32], next[32];     tile[33] is wrong, though it is next[1]
//
// The size of a variable is known, so that the offset is looked at; what is known to stay within them needs no check. All
// other objects are looked up where the pointer comes into the function (raddle_find_object), once for a warp: for the lane
// that speaks for it. Whatever fails this test is looked at by the runtime, which knows all objects, and decides.
//
// The checks are placeholders, which both engines turn into branches.

#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"
#include "vectorize/instrument/memory/bounds_check.h"
#include "vectorize/instrument/memory/check_loops.h"
#include "vectorize/instrument/memory/checked_accesses.h"
#include "vectorize/instrument/memory/checked_variables.h"
#include "vectorize/instrument/memory/object_roots.h"
#include "vectorize/passes.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

class BoundsChecker {
public:
  explicit BoundsChecker(Function &function)
      : function_(function), module_(*function.getParent()), layout_(module_.getDataLayout()),
        dominators_(function), loops_(dominators_), assumptions_(function),
        evolution_(function, library_, assumptions_, dominators_, loops_) {}

  void check() {
    dropNeedlessChecks();
    checkLoopsAsAWhole(
        {function_, dominators_, loops_, evolution_}, accessesIn(function_),
        [this](const CheckedAccess &access) { return mayBeAskedAsAWhole(access); },
        [this](IRBuilder<> &builder, const CheckedAccess &access, Value *address, Value *bytes) {
          return ask(builder, access, address, bytes);
        },
        unchecked_);
    // What is asked for later must not be taken for an access of the program.
    for (const CheckedAccess &access : accessesIn(function_))
      if (!unchecked_.contains(access.instruction))
        check(access);
  }

private:
  void check(const CheckedAccess &access) {
    givePlace(*access.instruction, access.address);
    Value *root = rootOf(access.address);
    if (isOfRuntime(root) || isa<Function, BlockAddress>(root))
      return;
    if (std::optional<CheckedVariable> variable = variableOf(access, *root, layout_)) {
      if (!isCheckedAlready(access, *variable))
        checkVariable(access, root, *variable);
    } else {
      checkPointer(access, root);
    }
  }

  // What check-locals has written, and what LLVM's passes have made of it. A check of an offset that is known to be within says
  // nothing.
  void dropNeedlessChecks() {
    for (Instruction &instruction : make_early_inc_range(instructions(function_))) {
      if (!nvvm::isCallOf(instruction, Runtime::raddle_check_variable))
        continue;
      const BoundsCheck check(cast<CallInst>(instruction));
      auto *size = dyn_cast<ConstantInt>(check.size), *bytes = dyn_cast<ConstantInt>(check.bytes);
      if (size && bytes && bytes->getZExtValue() <= size->getZExtValue() &&
          evolution_.getUnsignedRange(evolution_.getSCEV(check.address))
              .getUnsignedMax()
              .ule(size->getZExtValue() - bytes->getZExtValue()))
        instruction.eraseFromParent();
      else
        early_checks_.insert(&instruction);
    }
  }

  // By check-locals, in front of it. Checks that are written here are not meant.
  bool isCheckedAlready(const CheckedAccess &access, const CheckedVariable &variable) const {
    for (const Instruction *before = access.instruction->getPrevNode(); before;
         before = before->getPrevNode())
      if (early_checks_.contains(before) && before->getDebugLoc() == access.instruction->getDebugLoc())
        if (const BoundsCheck check(cast<CallInst>(*before));
            check.guards() && check.isOfVariable(variable.bytes, variable.space) &&
            (check.flags & kRaddleAccessWrites) == (access.flags & kRaddleAccessWrites))
          return true;
    return false;
  }

  bool isOfRuntime(const Value *root) const { return isMemoryOfRuntime(root, function_); }

  Value *dynamicSharedBytes() {
    if (!dynamic_bytes_) {
      IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
      dynamic_bytes_ = builder.CreateZExt(
          blockField(builder, offsetof(RaddleBlock, dynamic_shared_bytes), builder.getInt32Ty()),
          builder.getInt64Ty());
    }
    return dynamic_bytes_;
  }

  Value *sizeOf(const CheckedVariable &variable, const Value &root) {
    return variable.isDynamicShared(root)
               ? dynamicSharedBytes()
               : ConstantInt::get(Type::getInt64Ty(module_.getContext()), variable.bytes);
  }

  bool isWithin(const CheckedAccess &access, Value *root, const CheckedVariable &variable) {
    auto *bytes = dyn_cast<ConstantInt>(access.bytes);
    if (!bytes || variable.isDynamicShared(*root))
      return false;
    if (bytes->isZero())
      return true;
    APInt offset(layout_.getIndexTypeSizeInBits(access.address->getType()), 0);
    const Value *base =
        access.address->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
    const std::uint64_t last = variable.bytes - bytes->getZExtValue();
    if (bytes->getZExtValue() > variable.bytes)
      return false;
    if (base->stripPointerCasts() == root)
      return offset.ule(last);
    if (!evolution_.isSCEVable(access.address->getType()) ||
        access.address->getType()->getPointerAddressSpace() != root->getType()->getPointerAddressSpace())
      return false;
    const SCEV *distance =
        evolution_.getMinusSCEV(evolution_.getSCEV(access.address), evolution_.getSCEV(root));
    return !isa<SCEVCouldNotCompute>(distance) &&
           evolution_.getUnsignedRange(distance).getUnsignedMax().ule(last);
  }

  void checkVariable(const CheckedAccess &access, Value *root, const CheckedVariable &variable) {
    if (isWithin(access, root, variable))
      return;
    Value *offset = offsets_.of(access.address, root);
    IRBuilder<> builder(access.instruction);
    if (!offset) {
      // The address of a local variable had better stay unknown, so that it can become registers.
      if (isa<AllocaInst>(root))
        return;
      offset = builder.CreateSub(builder.CreatePtrToInt(access.address, builder.getInt64Ty()),
                                 builder.CreatePtrToInt(root, builder.getInt64Ty()));
    }
    variable_checks_.write(builder, offset, access.bytes, sizeOf(variable, *root), variable, access.flags);
  }

  void checkPointer(const CheckedAccess &access, Value *root) {
    const auto &[begin, bytes] = boundsOf(root);
    IRBuilder<> builder(access.instruction);
    writeBoundsCheck(builder, Runtime::raddle_check_pointer,
                     {threadOf(function_), builder.CreateAddrSpaceCast(access.address, builder.getPtrTy()),
                      access.bytes, builder.CreateAddrSpaceCast(root, builder.getPtrTy()), begin, bytes,
                      warp(builder), builder.getInt32(access.flags)});
  }

  // Local variables had better stay without addresses, and what needs no check is not asked for.
  bool mayBeAskedAsAWhole(const CheckedAccess &access) {
    Value *root = rootOf(access.address);
    if (isOfRuntime(root) || isa<Function, BlockAddress, AllocaInst>(root))
      return false;
    const std::optional<CheckedVariable> variable = variableOf(access, *root, layout_);
    return !variable || !isWithin(access, root, *variable);
  }

  Value *ask(IRBuilder<> &builder, const CheckedAccess &access, Value *address, Value *bytes) {
    Value *root = rootOf(access.address);
    if (const std::optional<CheckedVariable> variable = variableOf(access, *root, layout_)) {
      Value *offset = builder.CreateSub(builder.CreatePtrToInt(address, builder.getInt64Ty()),
                                        builder.CreatePtrToInt(root, builder.getInt64Ty()));
      return variable_checks_.write(builder, offset, bytes, sizeOf(*variable, *root), *variable, kIsQuestion);
    }
    const auto &[begin, size] = boundsOf(root);
    return writeBoundsCheck(builder, Runtime::raddle_check_pointer,
                            {threadOf(function_), builder.CreateAddrSpaceCast(address, builder.getPtrTy()),
                             bytes, builder.CreateAddrSpaceCast(root, builder.getPtrTy()), begin, size,
                             warp(builder), builder.getInt32(kIsQuestion)});
  }

  struct Bounds {
    Value *begin = nullptr, *bytes = nullptr;
  };

  const Bounds &boundsOf(Value *root) {
    Bounds &bounds = bounds_[root];
    if (bounds.begin)
      return bounds;
    auto *defined = dyn_cast<Instruction>(root);
    BasicBlock::iterator place = function_.getEntryBlock().getFirstInsertionPt();
    if (auto *phi = dyn_cast_or_null<PHINode>(defined))
      place = phi->getParent()->getFirstInsertionPt();
    else if (defined)
      place = std::next(defined->getIterator());
    IRBuilder<> builder(place->getParent(), place);
    if (defined)
      builder.SetCurrentDebugLocation(defined->getDebugLoc());
    Function *find = nvvm::declare(module_, Runtime::raddle_find_object);
    // Objects come and go between kernels; those that come and go within one have no bounds here.
    find->setDoesNotAccessMemory();
    find->setWillReturn();
    find->addFnAttr(Attribute::Speculatable);
    CallInst *object =
        builder.CreateCall(find, {builder.CreateAddrSpaceCast(root, builder.getPtrTy())}, "object");
    bounds.begin =
        loadInvariant(builder, object, offsetof(RaddleObjectBounds, begin), builder.getInt64Ty(), "begin");
    bounds.bytes =
        loadInvariant(builder, object, offsetof(RaddleObjectBounds, bytes), builder.getInt64Ty(), "size");
    return bounds;
  }

  static Value *warp(IRBuilder<> &builder) {
    return threadField(builder, offsetof(RaddleThread, warp), builder.getInt32Ty());
  }

  Function &function_;
  Module &module_;
  const DataLayout &layout_;
  TargetLibraryInfoImpl library_names_;
  TargetLibraryInfo library_{library_names_};
  DominatorTree dominators_;
  LoopInfo loops_;
  AssumptionCache assumptions_;
  ScalarEvolution evolution_;
  Offsets offsets_;
  DenseMap<Value *, Bounds> bounds_;
  VariableChecks variable_checks_{function_};
  Value *dynamic_bytes_ = nullptr;
  SmallPtrSet<const Instruction *, 16> early_checks_;
  SmallPtrSet<const Instruction *, 16> unchecked_; // in loops that are checked as a whole
};

void resolve(CallInst &call) {
  const BoundsCheck check(call);
  IRBuilder<> builder(&call);
  auto numberOf = [&](Value *value) {
    return value->getType()->isPointerTy() ? builder.CreatePtrToInt(value, builder.getInt64Ty()) : value;
  };
  Value *address = numberOf(check.address);
  Value *offset = check.begin ? builder.CreateSub(address, check.begin) : address;
  Value *root = check.root ? numberOf(check.root) : builder.getInt64(0);
  Value *name = check.name ? check.name : Constant::getNullValue(builder.getPtrTy());
  Value *flags = call.getArgOperand(call.arg_size() - 1);
  Value *is_wrong = builder.CreateICmpUGE(offset, offsetsWithin(builder, check.size, check.bytes));
  if (check.isQuestion()) {
    call.replaceAllUsesWith(builder.CreateZExt(is_wrong, call.getType()));
    call.eraseFromParent();
    return;
  }
  MDNode *unlikely = MDBuilder(call.getContext()).createUnlikelyBranchWeights();
  BasicBlock *before = call.getParent();
  builder.SetInsertPoint(SplitBlockAndInsertIfThen(is_wrong, &call, /*Unreachable=*/false, unlikely));
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  CallInst *told =
      builder.CreateCall(nvvm::declare(*call.getModule(), Runtime::raddle_thread_outside),
                         {call.getArgOperand(0), address, check.bytes, root, check.size, name, flags});
  told->addFnAttr(Attribute::NoMerge);
  told->setTailCallKind(CallInst::TCK_NoTail);
  if (!call.use_empty()) {
    PHINode *refused = PHINode::Create(call.getType(), 2, "refused", call.getParent()->begin());
    refused->addIncoming(told, told->getParent());
    refused->addIncoming(ConstantInt::get(call.getType(), 0), before);
    call.replaceAllUsesWith(refused);
  }
  SmallVector<Value *, 8> operands(call.args());
  call.eraseFromParent();
  // The warp is the thread's.
  for (Value *operand : operands)
    RecursivelyDeleteTriviallyDeadInstructions(operand);
}

constexpr Runtime kChecks[] = {Runtime::raddle_check_pointer, Runtime::raddle_check_variable};

void resolveIn(Module &module, function_ref<bool(const Function &)> is_meant) {
  for (const Runtime check : kChecks)
    if (Function *placeholder = module.getFunction(nvvm::rowOf(check).name))
      for (User *user : make_early_inc_range(placeholder->users()))
        if (auto *call = cast<CallInst>(user); is_meant(*call->getFunction()))
          resolve(*call);
}

} // namespace

void checkBounds(Module &module, const Input &) {
  for (Function &function : module)
    if (!function.isDeclaration())
      BoundsChecker(function).check();
  // Loops that retry are called without a thread, which reports need; they keep the form that they have.
  for (Function &function : module)
    if (function.hasFnAttribute(marker::kLaneByLane))
      for (User *user : function.users())
        if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function)
          call->setArgOperand(0, threadOf(*call->getFunction()));
  resolveIn(module, [](const Function &function) { return function.hasFnAttribute(marker::kLaneByLane); });
}

void resolveBoundsChecks(Module &module) {
  resolveIn(module, [](const Function &) { return true; });
  for (const Runtime check : kChecks)
    if (Function *placeholder = module.getFunction(nvvm::rowOf(check).name))
      placeholder->eraseFromParent();
}

} // namespace raddle::vectorize
