// RADDLE_LENIENT=1: a lane that calls a warp operation with a mask that does not name it is told of, and goes on alone.
//
//   x = __shfl_sync(0xffff, x, 0);   // by all 32 lanes
//
// On a GPU that is undefined, and mostly nobody uses what the lanes in question get. The mask of each becomes one that
// names nobody else, so that those that are named meet as before:
//
//   if (!(mask >> lane & 1)) raddle_caller_outside_mask(thread, "raddle_shfl_idx", mask);
//   x = __shfl_sync(mask >> lane & 1 ? mask : 1 << lane, x, 0);

#include "vectorize/fields.h"
#include "vectorize/passes.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool takesMask(StringRef name) {
  return name == "raddle_syncwarp" || name.starts_with("raddle_vote_") || name.starts_with("raddle_shfl_") ||
         name.starts_with("raddle_redux_") || name.starts_with("raddle_match_");
}

bool namesAllLanes(const Value *mask) {
  auto *constant = dyn_cast<ConstantInt>(mask);
  return constant && constant->isMinusOne();
}

void nameCaller(const CompileJob &job, CallInst &call) {
  constexpr unsigned kMask = 1;
  Value *mask = call.getArgOperand(kMask);
  IRBuilder<> builder(&call);
  Value *lane = threadField(job, builder, offsetof(RaddleThread, lane), builder.getInt32Ty());
  Value *own = builder.CreateShl(builder.getInt32(1), lane, "own");
  Value *outside = builder.CreateIsNull(builder.CreateAnd(mask, own), "outside");
  call.setArgOperand(kMask, builder.CreateSelect(outside, own, mask));
  builder.SetInsertPoint(SplitBlockAndInsertIfThen(
      outside, call.getIterator(), false, MDBuilder(builder.getContext()).createUnlikelyBranchWeights()));
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  FunctionCallee tell =
      job.module->getOrInsertFunction("raddle_caller_outside_mask", builder.getVoidTy(), builder.getPtrTy(),
                                      builder.getPtrTy(), builder.getInt32Ty());
  cast<Function>(tell.getCallee())->setDoesNotThrow();
  builder.CreateCall(tell,
                     {threadOf(*call.getFunction()),
                      builder.CreateGlobalString(call.getCalledFunction()->getName(), "operation"), mask});
}

} // namespace

void nameCallersInMasks(CompileJob &job) {
  if (!job.lenient)
    return;
  SmallVector<CallInst *, 16> calls;
  for (Function &function : *job.module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction); call && call->getCalledFunction())
        if (takesMask(call->getCalledFunction()->getName()) && !namesAllLanes(call->getArgOperand(1)))
          calls.push_back(call);
  for (CallInst *call : calls)
    nameCaller(job, *call);
}

} // namespace raddle::vectorize
