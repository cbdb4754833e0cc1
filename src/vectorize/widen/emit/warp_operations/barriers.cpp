// Barriers, at which a warp arrives as one.

#include "vectorize/widen/emit/calls/calls.h"
#include "vectorize/widen/emit/warp_operations/warp_operations.h"

using namespace llvm;

namespace raddle::vectorize {

using nvvm::Runtime;
using nvvm::RuntimeFunction;

namespace {

// A warp arrives at one barrier: (thread, id, number of threads, ...) are the same for all its lanes.
void requireOneBarrier(WarpBuilder &warp, CallInst &call) {
  for (const Use &argument : make_range(call.arg_begin() + 1, call.arg_begin() + 3)) {
    if (warp.isUniform(argument))
      continue;
    Value *same = warp.CreateICmpEQ(warp.vector(argument), warp.splat(warp.ofFirstLane(argument)));
    Value *agree = warp.bits(warp.CreateAnd(warp.mask, same));
    stopUnless(warp, warp.CreateICmpEQ(agree, warp.bits(warp.mask)),
               nvvm::rowOf(Runtime::raddle_barrier_sync), {warp.bits(warp.mask), agree});
  }
}

} // namespace

void emitBlockBarrier(WarpBuilder &warp, CallInst &call) {
  const RuntimeFunction &barrier = *warp.plan.of(call).function;
  requireAllLive(warp, barrier);
  // A block's only warp waits for no other, and its accesses happen in the order in which they are written.
  const bool waits = !warp.shapes.block().one_warp;
  if (barrier.id == Runtime::raddle_syncthreads && !waits)
    return;
  noteLanes(warp);
  if (barrier.form == RuntimeFunction::Form::NamedBarrier)
    requireOneBarrier(warp, call);
  if (call.getType()->isVoidTy())
    return emitCallOnce(warp, call);
  const bool named_count = barrier.id == Runtime::raddle_barrier_count;
  Value *predicate = call.getArgOperand(named_count ? 3 : 1);
  Value *holds =
      warp.CreateAnd(warp.mask, warp.CreateICmpNE(warp.vector(predicate),
                                                  Constant::getNullValue(widened(predicate->getType()))));
  Value *own = nullptr;
  if (barrier.id == Runtime::raddle_syncthreads_count || named_count)
    own = warp.CreateUnaryIntrinsic(Intrinsic::ctpop, warp.bits(holds));
  else if (barrier.id == Runtime::raddle_syncthreads_and)
    own = warp.CreateZExt(warp.CreateICmpEQ(warp.bits(holds), warp.bits(warp.mask)), warp.getInt32Ty());
  else
    own = warp.CreateZExt(warp.CreateICmpNE(warp.bits(holds), warp.getInt32(0)), warp.getInt32Ty());
  if (named_count) {
    // A warp waits at one barrier: id and number of threads are those of its first lane.
    CallInst *sum = callRuntime(
        warp, barrier.id,
        {warp.thread, warp.ofFirstLane(call.getArgOperand(1)), warp.ofFirstLane(call.getArgOperand(2)), own},
        true);
    sum->setDebugLoc(call.getDebugLoc());
    return warp.define(call, sum);
  }
  if (!waits)
    return warp.define(call, own);
  const bool counts = barrier.id == Runtime::raddle_syncthreads_count;
  CallInst *result = callRuntime(warp, counts ? Runtime::raddle_warp_syncthreads_count : barrier.id,
                                 {warp.thread, own}, true);
  result->setDebugLoc(call.getDebugLoc());
  warp.define(call, result);
}

void emitOtherBarrier(WarpBuilder &warp, CallInst &call) {
  requireAllLive(warp, *warp.plan.of(call).function);
  noteLanes(warp);
  emitCallOnce(warp, call);
}

void emitYield(WarpBuilder &warp, CallInst &call) {
  noteLanes(warp);
  emitCallOnce(warp, call);
}

} // namespace raddle::vectorize
