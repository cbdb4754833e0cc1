// Prefetches of what the lanes are going to access.

#include "vectorize/processor.h"
#include "vectorize/widen/emit/accesses/accesses.h"
#include "vectorize/widen/emit/accesses/addresses.h"
#include "vectorize/widen/emit/calls/calls.h"

using namespace llvm;

namespace raddle::vectorize {

// Each cache line once. Where the lanes do not lie close to each other that would cost more than it gains, or where rows are
// short.
void emitPrefetch(WarpBuilder &warp, CallInst &prefetch) {
  constexpr std::int64_t kCacheLine = kCacheLineBytes;
  const unsigned shortest_row = Processor::of(warp.machine).shortest_prefetched_row;
  Value *pointer = prefetch.getArgOperand(0);
  if (warp.isUniform(pointer))
    return emitCallOnce(warp, prefetch);
  const analysis::LaneShape shape = assumedShape(warp.plan.context(), pointer);
  const unsigned run = shape.run();
  const std::int64_t stride = shape.offset(1);
  if (run < shortest_row || stride <= 0 || stride > kCacheLine)
    return;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (shape.offset(lane) != lane % run * stride)
      return;
  // The last lane's byte lies in the last line or at the beginning of the next one, which is left to the processor.
  for (Value *first : assumeRuns(warp, pointer, run).first)
    for (std::int64_t line = 0; line < stride * run; line += kCacheLine) {
      auto *copy = cast<CallInst>(prefetch.clone());
      copy->setArgOperand(0, warp.CreateConstGEP1_64(warp.getInt8Ty(), first, static_cast<uint64_t>(line)));
      warp.Insert(copy);
    }
}

} // namespace raddle::vectorize
