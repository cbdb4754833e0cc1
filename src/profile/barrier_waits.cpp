#include "profile/barrier_waits.h"

#include <algorithm>

namespace raddle::profile {

void BarrierWaits::begin(std::uint64_t work) { last_work_ = work; }

void BarrierWaits::arrive(std::uint64_t *counters, std::uint32_t warp, std::uint64_t work) {
  const std::uint32_t bit = 1u << warp % kBarrierWarps;
  if (counters != counters_ || arrived_ & bit)
    settle();
  counters_ = counters;
  arrived_ |= bit;
  arrivals_.push_back({warp, work - last_work_});
  last_work_ = work;
}

// Fused warps execute everything together, and then arrive one after the other.
void BarrierWaits::divideAmongFused() {
  for (std::size_t i = 0; i < arrivals_.size();) {
    std::size_t end = i + 1;
    while (end < arrivals_.size() && arrivals_[end].instructions == 0)
      ++end;
    const std::uint64_t each = arrivals_[i].instructions / (end - i);
    for (; i < end; ++i)
      arrivals_[i].instructions = each;
  }
}

void BarrierWaits::settle() {
  divideAmongFused();
  std::uint64_t most = 0;
  for (const Arrival &arrival : arrivals_)
    most = std::max(most, arrival.instructions);
  for (const Arrival &arrival : arrivals_) {
    const std::uint64_t waited = most - arrival.instructions;
    counters_[kArrivals] += 1;
    counters_[kWaited] += waited;
    counters_[kWaitedByWarp + arrival.warp % kBarrierWarps] += waited;
  }
  arrivals_.clear();
  arrived_ = 0;
}

void LaneWaits::arrive(std::uint64_t *counters, std::uint32_t warp, std::uint32_t lane) {
  if (warps_.size() <= warp)
    warps_.resize(warp + 1);
  // Who comes again has been let go, as all others were.
  if (warps_[warp].lanes >> lane & 1)
    settle();
  Arrival &own = warps_[warp];
  own.counters = counters;
  own.lanes |= 1u << lane;
  own.work = warp < work_.size() ? work_[warp] : 0;
}

void LaneWaits::settle() {
  std::uint64_t most = 0;
  for (const Arrival &each : warps_)
    if (each.lanes)
      most = std::max(most, each.work - each.work_before);
  for (std::size_t warp = 0; warp < warps_.size(); ++warp) {
    Arrival &each = warps_[warp];
    if (!each.lanes)
      continue;
    const std::uint64_t waited = most - (each.work - each.work_before);
    each.counters[kArrivals] += 1;
    each.counters[kWaited] += waited;
    each.counters[kWaitedByWarp + warp % kBarrierWarps] += waited;
    each.work_before = each.work;
    each.lanes = 0;
  }
}

} // namespace raddle::profile
