// RADDLE_LENIENT=1: a lane that calls a warp operation with a mask that does not name it is told of, and goes on alone.
//
//   x = __shfl_sync(0xffff, x, 0);   // by all 32 lanes
//
// On a GPU that is undefined, and mostly nobody uses what the lanes in question get. The mask of each becomes one that
// names nobody else, so that those that are named meet as before:
//
//   if (!(mask >> lane & 1)) raddle_caller_outside_mask(thread, "raddle_shfl_idx", mask);
//   x = __shfl_sync(mask >> lane & 1 ? mask : 1 << lane, x, 0);

#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"
#include "vectorize/passes.h"
#include "vectorize/reshape/lanes/call_effects.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

void nameCaller(CallInst &call) {
  constexpr unsigned kMask = 1;
  Value *mask = call.getArgOperand(kMask);
  IRBuilder<> builder(&call);
  Value *lane = threadField(builder, offsetof(RaddleThread, lane), builder.getInt32Ty());
  Value *own = builder.CreateShl(builder.getInt32(1), lane, "own");
  Value *outside = builder.CreateIsNull(builder.CreateAnd(mask, own), "outside");
  call.setArgOperand(kMask, builder.CreateSelect(outside, own, mask));
  builder.SetInsertPoint(SplitBlockAndInsertIfThen(
      outside, call.getIterator(), false, MDBuilder(builder.getContext()).createUnlikelyBranchWeights()));
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  builder.CreateCall(nvvm::declare(*call.getModule(), nvvm::Runtime::raddle_caller_outside_mask),
                     {threadOf(*call.getFunction()),
                      builder.CreateGlobalString(call.getCalledFunction()->getName(), "operation"), mask});
}

} // namespace

void nameCallersInMasks(Module &module, const Input &input) {
  if (!input.lenient)
    return;
  SmallVector<CallInst *, 16> calls;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (maskOfOperation(instruction) && !mayNameAllLanes(instruction))
        calls.push_back(cast<CallInst>(&instruction));
  for (CallInst *call : calls)
    nameCaller(*call);
}

} // namespace raddle::vectorize
