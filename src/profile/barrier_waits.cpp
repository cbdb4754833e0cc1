#include "profile/barrier_waits.h"

#include <algorithm>

namespace raddle::profile {

void BarrierWaits::begin(std::uint32_t warp) {
  // Those that still wait are of the block before.
  if (warps_[warp].lanes)
    settle();
  warps_[warp].work_before = work_[warp];
}

void BarrierWaits::arrive(std::uint64_t *counters, std::uint32_t warp, std::uint32_t lanes) {
  // Who comes again has been let go, as all others were.
  if (warps_[warp].lanes & lanes)
    settle();
  Warp &own = warps_[warp];
  own.counters = counters;
  own.lanes |= lanes;
  own.work = work_[warp];
}

void BarrierWaits::settle() {
  std::uint64_t most = 0;
  for (const Warp &each : warps_)
    if (each.lanes)
      most = std::max(most, each.work - each.work_before);
  for (std::size_t warp = 0; warp < warps_.size(); ++warp) {
    Warp &each = warps_[warp];
    if (!each.lanes)
      continue;
    const std::uint64_t waited = most - (each.work - each.work_before);
    each.counters[kArrivals] += 1;
    each.counters[kWaited] += waited;
    each.counters[kWaitedByWarp + warp] += waited;
    each.work_before = each.work;
    each.lanes = 0;
  }
}

} // namespace raddle::profile
