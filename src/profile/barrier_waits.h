// Who waits at barriers, and how long: not on this CPU, where warps run one after the other, but if all warps of a block executed
// instructions at the same speed. At each barrier a warp waits for as many instructions as the warp that comes last has executed
// more than it since the barrier before.
#ifndef RADDLE_PROFILE_BARRIER_WAITS_H
#define RADDLE_PROFILE_BARRIER_WAITS_H

#include "abi/kernel_abi.h"

#include <cstdint>
#include <vector>

namespace raddle::profile {

/// The counters of a barrier.
enum BarrierCounter : unsigned {
  kArrivals,    // of warps, of which it is known how long they wait
  kWaited,      // instructions, altogether
  kWaitedByWarp // of each
};
inline constexpr unsigned kBarrierWarps = 32, kCountersOfBarrier = kWaitedByWarp + kBarrierWarps + 6;

/// Of a block that runs. A worker runs its warps one after the other, each up to the next barrier; `work` is how many instructions
/// the worker has executed so far.
class BarrierWaits {
public:
  /// A warp begins.
  void begin(std::uint64_t work);
  /// It comes to a barrier with these counters.
  void arrive(std::uint64_t *counters, std::uint32_t warp, std::uint64_t work);
  /// No other warp will come to the last one.
  void settle();

private:
  struct Arrival {
    std::uint32_t warp;
    std::uint64_t instructions;
  };

  void divideAmongFused();

  std::uint64_t *counters_ = nullptr;
  std::vector<Arrival> arrivals_;
  std::uint32_t arrived_ = 0; // the warps
  std::uint64_t last_work_ = 0;
};

/// The same where lanes run one by one. A warp comes to a barrier with the last of its lanes.
class LaneWaits {
public:
  /// How many instructions each warp has executed so far. To be brought up to date before each arrival (LaneGroups::addWork).
  std::vector<std::uint64_t> &work() { return work_; }
  /// A lane comes to a barrier with these counters.
  void arrive(std::uint64_t *counters, std::uint32_t warp, std::uint32_t lane);
  /// No other lane will come to the last one.
  void settle();

private:
  struct Arrival {
    std::uint64_t *counters = nullptr;
    std::uint32_t lanes = 0;       // that have come
    std::uint64_t work = 0;        // of the warp when the last of them came,
    std::uint64_t work_before = 0; // and at the barrier before
  };

  std::vector<Arrival> warps_;
  std::vector<std::uint64_t> work_;
};

} // namespace raddle::profile

#endif
