// NVVM intrinsics and device services become loads of thread and block fields, calls of the runtime, or plain
// IR, each by its row in nvvm/intrinsics.def.

#include "nvvm/host_functions.h"
#include "nvvm/intrinsics.h"
#include "nvvm/markers.h"
#include "vectorize/fields.h"
#include "vectorize/lower/skip_special_cases.h"
#include "vectorize/normalise/matrix_operations.h"
#include "vectorize/normalise/minima.h"
#include "vectorize/normalise/root_estimate.h"
#include "vectorize/passes.h"
#include "vectorize/processor.h"

#include <fmt/format.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;
using nvvm::RuntimeFunction;
using nvvm::Special;

class Resolver {
public:
  Resolver(Module &module, const TargetMachine &machine, const Input &input)
      : module_(module), machine_(machine), input_(input), context_(module.getContext()) {}

  // Replaces one call; false when there is no row for it.
  bool resolve(CallInst *call) {
    const nvvm::Intrinsic *row = nvvm::findIntrinsic(call->getCalledFunction()->getName());
    if (!row)
      return false;
    IRBuilder<> builder(call);
    Argument *thread = threadOf(*call->getFunction());
    Value *result = nullptr;
    switch (row->kind) {
    case nvvm::Intrinsic::Kind::ThreadField:
      result = coerce(builder, threadField(builder, row->offset, builder.getInt32Ty()), call->getType());
      break;
    case nvvm::Intrinsic::Kind::BlockField:
      result = coerce(builder, blockField(builder, row->offset, fieldType(*row, builder)), call->getType());
      break;
    case nvvm::Intrinsic::Kind::Call:
      result = callRuntime(builder, call, *row->function, thread);
      break;
    case nvvm::Intrinsic::Kind::CallMaskLast: {
      Value *value = call->getArgOperand(0);
      call->setArgOperand(0, call->getArgOperand(1));
      call->setArgOperand(1, value);
      result = callRuntime(builder, call, *row->function, thread);
      break;
    }
    case nvvm::Intrinsic::Kind::Fence:
      builder.CreateFence(AtomicOrdering::SequentiallyConsistent,
                          context_.getOrInsertSyncScopeID(StringRef(row->scope)));
      break;
    case nvvm::Intrinsic::Kind::Llvm: {
      SmallVector<Value *, 3> arguments(call->args());
      result = builder.CreateIntrinsic(row->llvm_intrinsic, {call->getType()}, arguments);
      break;
    }
    case nvvm::Intrinsic::Kind::Special:
      result = special(builder, call, row->special, thread);
      break;
    }
    if (!call->getType()->isVoidTy())
      call->replaceAllUsesWith(result);
    call->eraseFromParent();
    return true;
  }

private:
  static Type *fieldType(const nvvm::Intrinsic &row, IRBuilder<> &builder) {
    return row.offset == offsetof(RaddleBlock, grid_id) ? builder.getInt64Ty() : builder.getInt32Ty();
  }

  // Runtime functions take and give 32-bit words where NVVM has i1 and float, and generic pointers.
  static Value *coerce(IRBuilder<> &builder, Value *value, Type *type) {
    Type *from = value->getType();
    if (from == type)
      return value;
    if (type->isIntegerTy(1))
      return builder.CreateICmpNE(value, Constant::getNullValue(from));
    if (type->isPointerTy())
      return builder.CreateAddrSpaceCast(value, type);
    if (type->isIntegerTy() && from->isIntegerTy())
      return builder.CreateZExtOrTrunc(value, type);
    return builder.CreateBitCast(value, type);
  }

  // NVVM's 32-bit clocks are the low halves of ours; a trap's code is not for the runtime.
  Value *callRuntime(IRBuilder<> &builder, CallInst *call, const RuntimeFunction &function, Value *thread) {
    SmallVector<Value *, 6> arguments;
    if (function.takes_thread)
      arguments.push_back(thread);
    for (auto [argument, type] :
         zip(call->args(), function.type(context_)->params().drop_front(arguments.size())))
      arguments.push_back(coerce(builder, argument, type));
    CallInst *fresh = emitCall(builder, function.id, arguments);
    fresh->setDebugLoc(call->getDebugLoc());
    if (call->getCalledFunction()->getName() == "__raddle_coalesced_lanes")
      fresh->addFnAttr(Attribute::get(context_, marker::kMakesGroup));
    if (call->hasFnAttr(marker::kHasAnySegments))
      fresh->addFnAttr(Attribute::get(context_, marker::kHasAnySegments));
    return call->getType()->isVoidTy() ? fresh : coerce(builder, fresh, call->getType());
  }

  CallInst *emitCall(IRBuilder<> &builder, Runtime function, ArrayRef<Value *> arguments) {
    Function *callee = nvvm::declare(module_, function);
    const RuntimeFunction &row = nvvm::rowOf(function);
    // Lanes print together that come to a statement together: it must neither be copied to where they have diverged nor
    // moved to where they meet.
    const bool for_lanes_together = row.waits() || row.effect == RuntimeFunction::Effect::Prints;
    if (for_lanes_together)
      callee->setConvergent();
    if (row.effect == RuntimeFunction::Effect::Reports)
      callee->addFnAttr(marker::kKeepsRegisters);
    CallInst *call = builder.CreateCall(callee, arguments);
    // Each call keeps its own place in the program: for diagnostics, and because __activemask() tells lanes of
    // different branches apart by it.
    if (for_lanes_together || row.effect == RuntimeFunction::Effect::NoReturn) {
      call->addFnAttr(Attribute::NoMerge);
      // A jump at the end of a function would leave the caller's place as the return address.
      call->setTailCallKind(CallInst::TCK_NoTail);
    }
    return call;
  }

  Value *laneMask(IRBuilder<> &builder, Special kind) {
    Value *lane = threadField(builder, offsetof(RaddleThread, lane), builder.getInt32Ty());
    Value *own = builder.CreateShl(builder.getInt32(1), lane);
    Value *below = builder.CreateSub(own, builder.getInt32(1));
    switch (kind) {
    case Special::LaneMaskEq:
      return own;
    case Special::LaneMaskLt:
      return below;
    case Special::LaneMaskLe:
      return builder.CreateOr(below, own);
    case Special::LaneMaskGe:
      return builder.CreateNot(below);
    default:
      return builder.CreateNot(builder.CreateOr(below, own));
    }
  }

  Value *threadsPerBlock(IRBuilder<> &builder) {
    auto dimension = [&](size_t offset) { return blockField(builder, offset, builder.getInt32Ty()); };
    return builder.CreateMul(builder.CreateMul(dimension(offsetof(RaddleBlock, block_dim.x)),
                                               dimension(offsetof(RaddleBlock, block_dim.y))),
                             dimension(offsetof(RaddleBlock, block_dim.z)));
  }

  Value *sharedMemory(IRBuilder<> &builder) {
    LoadInst *base = blockField(builder, offsetof(RaddleBlock, shared), builder.getPtrTy());
    constexpr std::uint64_t kLeastAlignment = 16;
    base->setMetadata(LLVMContext::MD_align,
                      MDNode::get(context_, ConstantAsMetadata::get(builder.getInt64(kLeastAlignment))));
    return base;
  }

  Value *matchAll(IRBuilder<> &builder, CallInst *call, Runtime function, Value *thread) {
    IRBuilder<> entry(&*call->getFunction()->getEntryBlock().getFirstInsertionPt());
    Value *predicate_slot = entry.CreateAlloca(builder.getInt32Ty());
    Value *mask = call->getArgOperand(0), *value = call->getArgOperand(1);
    CallInst *matched = emitCall(builder, function, {thread, mask, value, predicate_slot});
    Value *predicate =
        builder.CreateICmpNE(builder.CreateLoad(builder.getInt32Ty(), predicate_slot), builder.getInt32(0));
    Value *pair = builder.CreateInsertValue(PoisonValue::get(call->getType()), matched, 0);
    return builder.CreateInsertValue(pair, predicate, 1);
  }

  Value *special(IRBuilder<> &builder, CallInst *call, Special kind, Value *thread) {
    switch (kind) {
    case Special::WarpSize:
      return builder.getInt32(kRaddleWarpSize);
    case Special::WarpsPerBlock:
      return builder.CreateUDiv(builder.CreateAdd(threadsPerBlock(builder), builder.getInt32(31)),
                                builder.getInt32(kRaddleWarpSize));
    case Special::LaneMaskEq:
    case Special::LaneMaskLt:
    case Special::LaneMaskLe:
    case Special::LaneMaskGt:
    case Special::LaneMaskGe:
      return laneMask(builder, kind);
    case Special::WholeBlockBarrier: {
      Value *id = call->getArgOperand(0);
      if (auto *constant = dyn_cast<ConstantInt>(id); constant && constant->isZero())
        return emitCall(builder, Runtime::raddle_syncthreads, {thread});
      return emitCall(builder, Runtime::raddle_barrier_sync, {thread, id, threadsPerBlock(builder)});
    }
    case Special::MatchAll32:
      return matchAll(builder, call, Runtime::raddle_match_all_32, thread);
    case Special::MatchAll64:
      return matchAll(builder, call, Runtime::raddle_match_all_64, thread);
    case Special::Load:
      return builder.CreateAlignedLoad(call->getType(), call->getArgOperand(0),
                                       cast<ConstantInt>(call->getArgOperand(1))->getAlignValue());
    case Special::PointerCast:
      return builder.CreateAddrSpaceCast(call->getArgOperand(0), call->getType());
    case Special::SharedOffset: {
      Value *base = builder.CreatePtrToInt(sharedMemory(builder), builder.getInt64Ty());
      return builder.CreateSub(builder.CreatePtrToInt(call->getArgOperand(0), builder.getInt64Ty()), base);
    }
    case Special::SharedPointer: {
      // Whoever computes with addresses in 32 bits means the lower ones.
      Value *offset = builder.CreateTrunc(call->getArgOperand(0), builder.getInt32Ty());
      return builder.CreatePtrAdd(sharedMemory(builder), builder.CreateSExt(offset, builder.getInt64Ty()));
    }
    case Special::AtomicInc:
    case Special::AtomicDec:
      return builder.CreateAtomicRMW(
          kind == Special::AtomicInc ? AtomicRMWInst::UIncWrap : AtomicRMWInst::UDecWrap,
          call->getArgOperand(0), call->getArgOperand(1), MaybeAlign(), AtomicOrdering::Monotonic);
    case Special::HasRootEstimate:
      return ConstantInt::getBool(call->getType(), hasRootEstimate(machine_));
    case Special::IsShortOfMultipliers:
      return ConstantInt::getBool(call->getType(), Processor::of(machine_).is_short_of_multipliers);
    case Special::RootEstimate:
      return callRootEstimate(builder, call->getArgOperand(0));
    case Special::UnlessNan:
      return callUnlessNan(builder, call->getArgOperand(0), call->getArgOperand(1));
    case Special::HasMatrixOperations:
      return ConstantInt::getBool(call->getType(), hasMatrixOperations(input_));
    case Special::MatrixOperation:
      return callMatrixOperation(builder, *call);
    case Special::Zero:
      return Constant::getNullValue(call->getType());
    case Special::Nothing:
    case Special::None:
      return nullptr;
    }
    return nullptr;
  }

  Module &module_;
  const TargetMachine &machine_;
  const Input &input_;
  LLVMContext &context_;
};

std::string whyUnresolved(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  const char *what = callee->isIntrinsic()
                         ? "the NVVM intrinsic '{}' is not supported"
                         : "device function '{}' is used but not defined; define it, or compile "
                           "with -rdc=true if another file does";
  std::string name = callee->isIntrinsic() ? callee->getName().str() : readableName(*callee);
  return fmt::format("{}: error: {}", locationOf(call), fmt::format(fmt::runtime(what), name));
}

} // namespace

void resolveIntrinsics(Module &module, const TargetMachine &machine, const Input &input, Report &report) {
  Resolver resolver(module, machine, input);
  for (Function &function : module) {
    SmallVector<CallInst *, 32> calls;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (Function *callee = call->getCalledFunction(); callee && callee->isDeclaration())
          calls.push_back(call);
    for (CallInst *call : calls) {
      StringRef name = call->getCalledFunction()->getName();
      if (resolver.resolve(call))
        continue;
      bool nvvm_intrinsic = name.starts_with("llvm.nvvm.");
      bool plain_intrinsic = call->getCalledFunction()->isIntrinsic() && !nvvm_intrinsic;
      if (!plain_intrinsic && !nvvm::isHostFunction(name) && !nvvm::findRuntimeFunction(name))
        report.errors.push_back(whyUnresolved(*call));
    }
  }
  disguiseMinima(module);
}

} // namespace raddle::vectorize
