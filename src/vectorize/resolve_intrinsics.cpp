// NVVM intrinsics and device services become loads of thread and block fields, calls of the runtime, or plain
// IR, each by its row in nvvm/intrinsics.def.

#include "nvvm/host_functions.h"
#include "nvvm/intrinsics.h"
#include "vectorize/fields.h"
#include "vectorize/minima.h"
#include "vectorize/passes.h"
#include "vectorize/processor.h"
#include "vectorize/root_estimate.h"
#include "vectorize/skip_special_cases.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include <fmt/format.h>
#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Effect;
using nvvm::Special;

class Resolver {
public:
  explicit Resolver(CompileJob &job) : job_(job), context_(job.module->getContext()) {}

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
      result =
          coerce(builder, threadField(job_, builder, row->offset, builder.getInt32Ty()), call->getType());
      break;
    case nvvm::Intrinsic::Kind::BlockField:
      result =
          coerce(builder, blockField(job_, builder, row->offset, fieldType(*row, builder)), call->getType());
      break;
    case nvvm::Intrinsic::Kind::Call:
      result = callRuntime(builder, call, row->function, row->effect, thread);
      break;
    case nvvm::Intrinsic::Kind::CallMaskLast: {
      Value *value = call->getArgOperand(0);
      call->setArgOperand(0, call->getArgOperand(1));
      call->setArgOperand(1, value);
      result = callRuntime(builder, call, row->function, row->effect, thread);
      break;
    }
    case nvvm::Intrinsic::Kind::FreeCall:
      result = callRuntime(builder, call, row->function, row->effect, nullptr);
      break;
    case nvvm::Intrinsic::Kind::Fence:
      builder.CreateFence(AtomicOrdering::SequentiallyConsistent,
                          context_.getOrInsertSyncScopeID(StringRef(row->function)));
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
  static Type *abiType(Type *type) {
    if (type->isIntegerTy(1) || type->isFloatTy())
      return Type::getInt32Ty(type->getContext());
    if (type->isPointerTy())
      return PointerType::get(type->getContext(), 0);
    return type;
  }

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

  Value *callRuntime(IRBuilder<> &builder, CallInst *call, StringRef function, Effect effect, Value *thread) {
    SmallVector<Value *, 6> arguments;
    SmallVector<Type *, 6> types;
    if (thread) {
      arguments.push_back(thread);
      types.push_back(thread->getType());
    }
    for (Value *argument : call->args()) {
      arguments.push_back(coerce(builder, argument, abiType(argument->getType())));
      types.push_back(arguments.back()->getType());
    }
    // The clocks count in 64 bits; NVVM's 32-bit ones are their low half.
    Type *result_type = thread ? abiType(call->getType()) : builder.getInt64Ty();
    CallInst *fresh =
        emitCall(builder, function, FunctionType::get(result_type, types, false), arguments, effect);
    fresh->setDebugLoc(call->getDebugLoc());
    return call->getType()->isVoidTy() ? fresh : coerce(builder, fresh, call->getType());
  }

  CallInst *emitCall(IRBuilder<> &builder, StringRef function, FunctionType *type,
                     ArrayRef<Value *> arguments, Effect effect) {
    FunctionCallee callee = job_.module->getOrInsertFunction(function, type);
    auto *declaration = cast<Function>(callee.getCallee());
    declaration->setDoesNotThrow();
    if (effect == Effect::NoReturn)
      declaration->setDoesNotReturn();
    // Lanes print together that come to a statement together: it must neither be copied to where they have parted nor
    // moved to where they meet.
    if (effect == Effect::Waits || effect == Effect::Prints)
      declaration->setConvergent();
    if (effect == Effect::Reports)
      declaration->addFnAttr(kKeepsRegisters);
    CallInst *call = builder.CreateCall(type, declaration, arguments);
    // Each call keeps its own place in the program: for diagnostics, and because __activemask() tells lanes of
    // different branches apart by it.
    if (effect == Effect::Waits || effect == Effect::Prints || effect == Effect::NoReturn) {
      call->addFnAttr(Attribute::NoMerge);
      // A jump at the end of a function would leave the caller's place as the return address.
      call->setTailCallKind(CallInst::TCK_NoTail);
    }
    return call;
  }

  Value *laneMask(IRBuilder<> &builder, Special kind) {
    Value *lane = threadField(job_, builder, offsetof(RaddleThread, lane), builder.getInt32Ty());
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
    auto dimension = [&](size_t offset) { return blockField(job_, builder, offset, builder.getInt32Ty()); };
    return builder.CreateMul(builder.CreateMul(dimension(offsetof(RaddleBlock, block_dim.x)),
                                               dimension(offsetof(RaddleBlock, block_dim.y))),
                             dimension(offsetof(RaddleBlock, block_dim.z)));
  }

  Value *sharedMemory(IRBuilder<> &builder) {
    LoadInst *base = blockField(job_, builder, offsetof(RaddleBlock, shared), builder.getPtrTy());
    constexpr std::uint64_t kLeastAlignment = 16;
    base->setMetadata(LLVMContext::MD_align,
                      MDNode::get(context_, ConstantAsMetadata::get(builder.getInt64(kLeastAlignment))));
    return base;
  }

  // Static and dynamic shared memory, each in whole units of allocation.
  Value *sharedBytes(IRBuilder<> &builder) {
    auto address = [&](size_t offset) {
      return builder.CreatePtrToInt(blockField(job_, builder, offset, builder.getPtrTy()),
                                    builder.getInt64Ty());
    };
    Value *static_bytes =
        builder.CreateTrunc(builder.CreateSub(address(offsetof(RaddleBlock, dynamic_shared)),
                                              address(offsetof(RaddleBlock, shared))),
                            builder.getInt32Ty());
    Value *dynamic_bytes =
        blockField(job_, builder, offsetof(RaddleBlock, dynamic_shared_bytes), builder.getInt32Ty());
    Value *up = builder.CreateAdd(dynamic_bytes, builder.getInt32(kRaddleSharedAlign - 1));
    return builder.CreateAdd(static_bytes,
                             builder.CreateAnd(up, builder.getInt32(~std::uint32_t{kRaddleSharedAlign - 1})));
  }

  Value *matchAll(IRBuilder<> &builder, CallInst *call, StringRef function, Value *thread) {
    IRBuilder<> entry(&*call->getFunction()->getEntryBlock().getFirstInsertionPt());
    Value *predicate_slot = entry.CreateAlloca(builder.getInt32Ty());
    Value *mask = call->getArgOperand(0), *value = call->getArgOperand(1);
    auto *type = FunctionType::get(
        builder.getInt32Ty(),
        {thread->getType(), mask->getType(), value->getType(), predicate_slot->getType()}, false);
    CallInst *matched =
        emitCall(builder, function, type, {thread, mask, value, predicate_slot}, Effect::Waits);
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
    case Special::SharedBytes:
      return sharedBytes(builder);
    case Special::SharedBytesAndReserved:
      // The register came with sm_90, which takes so much of a block for the system.
      return builder.CreateAdd(sharedBytes(builder), builder.getInt32(1024));
    case Special::LaneMaskEq:
    case Special::LaneMaskLt:
    case Special::LaneMaskLe:
    case Special::LaneMaskGt:
    case Special::LaneMaskGe:
      return laneMask(builder, kind);
    case Special::WholeBlockBarrier: {
      Value *id = call->getArgOperand(0);
      if (auto *constant = dyn_cast<ConstantInt>(id); constant && constant->isZero())
        return emitCall(builder, "raddle_syncthreads",
                        FunctionType::get(builder.getVoidTy(), {thread->getType()}, false), {thread},
                        Effect::Waits);
      Value *threads = threadsPerBlock(builder);
      return emitCall(builder, "raddle_barrier_sync",
                      FunctionType::get(builder.getVoidTy(),
                                        {thread->getType(), builder.getInt32Ty(), builder.getInt32Ty()},
                                        false),
                      {thread, id, threads}, Effect::Waits);
    }
    case Special::MatchAll32:
      return matchAll(builder, call, "raddle_match_all_32", thread);
    case Special::MatchAll64:
      return matchAll(builder, call, "raddle_match_all_64", thread);
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
      return ConstantInt::getBool(call->getType(), hasRootEstimate(job_));
    case Special::IsShortOfMultipliers:
      return ConstantInt::getBool(call->getType(), Processor::of(job_).is_short_of_multipliers);
    case Special::RootEstimate:
      return callRootEstimate(builder, call->getArgOperand(0));
    case Special::UnlessNan:
      return callUnlessNan(builder, call->getArgOperand(0), call->getArgOperand(1));
    case Special::Zero:
      return Constant::getNullValue(call->getType());
    case Special::Nothing:
    case Special::None:
      return nullptr;
    }
    return nullptr;
  }

  CompileJob &job_;
  LLVMContext &context_;
};

void refuse(CompileJob &job, const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  const char *what = callee->isIntrinsic()
                         ? "the NVVM intrinsic '{}' is not supported"
                         : "device function '{}' is used but not defined; define it, or compile "
                           "with -rdc=true if another file does";
  std::string name = callee->isIntrinsic() ? callee->getName().str() : readableName(*callee);
  job.errors.push_back(fmt::format("{}: error: {}", locationOf(call), fmt::format(fmt::runtime(what), name)));
}

} // namespace

void resolveIntrinsics(CompileJob &job) {
  Resolver resolver(job);
  for (Function &function : *job.module) {
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
      if (!plain_intrinsic && !nvvm::isHostFunction(name) && !name.starts_with("raddle_"))
        refuse(job, *call);
    }
  }
  disguiseMinima(*job.module);
}

} // namespace raddle::vectorize
