// Who waits at barriers, and how long: not on this CPU, where warps run one after the other, but if all warps of a block executed
// instructions at the same speed. At each barrier a warp waits for as many instructions as the warp that comes last has executed
// more than it since the barrier before.
#ifndef RADDLE_PROFILE_BARRIER_WAITS_H
#define RADDLE_PROFILE_BARRIER_WAITS_H

#include "abi/kernel_abi.h"

#include <array>
#include <cstdint>

namespace raddle::profile {

/// The counters of a barrier.
enum BarrierCounter : unsigned {
  kArrivals,    // of warps, of which it is known how long they wait
  kWaited,      // instructions, altogether
  kWaitedByWarp // of each
};
inline constexpr unsigned kBarrierWarps = 32, kCountersOfBarrier = kWaitedByWarp + kBarrierWarps + 6;

/// Of a block that runs. Its warps may run in any order, together, or lane by lane: a warp comes to a barrier with the last of its lanes.
class BarrierWaits {
public:
  /// How many instructions each warp has executed so far.
  std::uint64_t *work() { return work_.data(); }
  /// A warp begins.
  void begin(std::uint32_t warp);
  /// Lanes of a warp come to a barrier with these counters.
  void arrive(std::uint64_t *counters, std::uint32_t warp, std::uint32_t lanes);
  /// No other warp will come to the last one.
  void settle();

private:
  struct Warp {
    std::uint64_t *counters = nullptr;
    std::uint32_t lanes = 0;       // that have come
    std::uint64_t work = 0;        // when the last of them came,
    std::uint64_t work_before = 0; // and at the barrier before
  };

  std::array<Warp, kBarrierWarps> warps_{};
  std::array<std::uint64_t, kBarrierWarps> work_{};
};

} // namespace raddle::profile

#endif
