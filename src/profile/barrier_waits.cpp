#include "profile/barrier_waits.h"

#include <algorithm>

namespace raddle::profile {

void BarrierWaits::begin(std::uint64_t work) { last_work_ = work; }

void BarrierWaits::arrive(std::uint64_t *counters, std::uint32_t warp, std::uint64_t work) {
  const bool has_arrived =
      std::ranges::any_of(arrivals_, [&](const Arrival &arrival) { return arrival.warp == warp; });
  if (counters != counters_ || has_arrived)
    settle();
  counters_ = counters;
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
    counters_[kWaitedByWarp + std::min(arrival.warp, kBarrierWarps - 1)] += waited;
  }
  arrivals_.clear();
}

} // namespace raddle::profile
