// A step of a traced kernel (see insert-trace), for a warp: where the runtime keeps it, the values of all lanes are written to the
// place that it says.

#include "vectorize/widen/emit/calls/calls.h"

using namespace llvm;

namespace raddle::vectorize {

void emitTrace(WarpBuilder &warp, CallInst &call) {
  const auto site = static_cast<unsigned>(cast<ConstantInt>(call.getArgOperand(2))->getZExtValue());
  const unsigned values = site >> kRaddleTraceValuesShift & 7;
  CallInst *place = callRuntime(warp, nvvm::Runtime::raddle_trace_lanes,
                                {warp.thread, call.getArgOperand(1), call.getArgOperand(2),
                                 warp.ofFirstLane(call.getArgOperand(3)), warp.bits(warp.mask)},
                                /*waits=*/true);
  place->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  if (values == 0)
    return;
  SmallVector<Value *, 4> of_lanes;
  for (unsigned i = 0; i < values; ++i)
    of_lanes.push_back(warp.vector(call.getArgOperand(4 + i)));
  BasicBlock *kept = warp.newBlock("step.kept"), *after = warp.newBlock("step.told");
  warp.CreateCondBr(warp.CreateIsNotNull(place), kept, after);
  warp.SetInsertPoint(kept);
  for (unsigned i = 0; i < values; ++i)
    warp.CreateAlignedStore(of_lanes[i],
                            warp.CreateConstInBoundsGEP1_64(warp.getInt64Ty(), place, i * kRaddleWarpSize),
                            Align(8));
  warp.CreateBr(after);
  warp.SetInsertPoint(after);
}

} // namespace raddle::vectorize
