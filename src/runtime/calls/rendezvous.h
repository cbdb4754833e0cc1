// The lanes of a warp meet: what each of them does. Expanded in each function that kernels call, because most of the
// time of a warp operation is that of its 32 lanes on their way through here.
#ifndef RADDLE_RUNTIME_CALLS_RENDEZVOUS_H
#define RADDLE_RUNTIME_CALLS_RENDEZVOUS_H

#include "runtime/block/block.h"

namespace raddle::runtime {

/// As arriveIn(), for the first lane of a group, for the last one, and for mistakes. The operand has been stored.
Fiber *arriveSlowlyIn(WarpOp op, Fiber &self, std::uint32_t mask, std::uintptr_t site);

/// The calling lane takes part in `op` among the lanes of `mask`. Returns the fiber to be resumed while it waits for the
/// others, or null where all have arrived. Then its result is in the warp's operands.
[[gnu::always_inline]] inline Fiber *arriveIn(WarpOp op, RaddleThread *thread, std::uint32_t mask,
                                              std::uint64_t operand, std::uintptr_t site) {
  Fiber &self = *static_cast<Fiber *>(thread);
  Warp &warp = *self.own_warp;
  const std::uint32_t lane = self.lane;
  const std::uint32_t bit = 1u << lane;
  if (op != WarpOp::raddle_syncwarp)
    warp.operands.value[lane] = operand;
  Warp::Group &group = warp.usualGroup(mask);
  const std::uint32_t missing = group.missing & ~bit;
  if (group.mask != mask || group.op != op || !(group.missing & bit) || !missing) [[unlikely]]
    return arriveSlowlyIn(op, self, mask, site);
  group.missing = missing;
  self.wait = {spelling(op), mask, site};
  group.waiting.push(&self);
  return static_cast<Block *>(self.block)->turnFrom(self);
}

/// __activemask(), called at `site`. On a GPU the lanes that run together come back together. Here a lane that asks
/// waits until no other lane of its warp can run; then those that ask at the same place are told of each other.
std::uint32_t activeMask(RaddleThread *thread, std::uintptr_t site);

} // namespace raddle::runtime

#endif
