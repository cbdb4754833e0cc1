// Inclusive scans over the lanes of a warp, as Kogge and Stone add: in step k each thread takes in the thread
// 2^k ranks below, so that it holds the 2^(k+1) values up to its own.
//
// The order is fixed, and the one of NVIDIA's header, so that floating-point results have the same bits. Each
// step computes operation(own, lower).
#ifndef COOPERATIVE_GROUPS_DETAIL_SCAN_WARP_H
#define COOPERATIVE_GROUPS_DETAIL_SCAN_WARP_H

#include "exchange.h"
#include "lane_mask.h"
#include "operators.h"

namespace cooperative_groups::__v1::detail {

#ifdef __RADDLE__
inline constexpr bool kStepsAreDear = true;
#else
inline constexpr bool kStepsAreDear = false;
#endif

// -1 of no lane.
RADDLE_CG_DEVICE int highest_lane(unsigned lanes) {
  return static_cast<int>(kWarpSize) - 1 - __clz(static_cast<int>(lanes));
}

// 1 or 0, of which the compiler must not know that it is a condition: else it would make a multiplication by
// it a selection, which takes as long again.
RADDLE_CG_DEVICE unsigned factor_of(bool condition) {
  unsigned factor = condition;
#ifndef __RADDLE__
  asm("" : "+r"(factor));
#endif
  return factor;
}

// operation(value, lower) if there is a lower thread, else value. Then `lower` must be a value that `value`
// already contains, as the caller's own, which is what a shuffle gives to a lane that has no source.
template <typename T, typename Operation>
RADDLE_CG_DEVICE void take_in(T &value, const T &lower, bool exists, Operation &operation) {
  constexpr operator_kind known = integer_operator<Operation, T>;
  if constexpr (is_idempotent(known))
    value = operation(value, lower);
  else if constexpr (known == operator_kind::kAdd && sizeof(T) == 4)
    value = static_cast<T>(static_cast<unsigned>(value) + static_cast<unsigned>(lower) * factor_of(exists));
  else if (exists)
    value = operation(value, lower);
}

// Over each run of Size lanes. All lanes of `lanes`, which are whole runs, take part.
template <unsigned Size, typename T, typename Operation>
RADDLE_CG_DEVICE T scan_tile(unsigned lanes, T value, Operation &operation) {
  unsigned rank = platform::lane() & (Size - 1);
  RADDLE_CG_UNROLL
  for (unsigned distance = 1; distance < Size; distance *= 2) {
    T lower = exchange(value, [&](auto word)
                                  RADDLE_CG_LAMBDA { return __shfl_up_sync(lanes, word, distance, Size); });
    take_in(value, lower, rank >= distance, operation);
  }
  return value;
}

// The lane `distance` ranks below the thread of rank `rank`; the first one if there is none. `half`: the same
// for half the distance. On a GPU the lane there knows: it asks for its own, while the values are on their
// way.
RADDLE_CG_DEVICE int lane_below(unsigned lanes, unsigned rank, unsigned distance, int half) {
#ifdef __RADDLE__
  return static_cast<int>(lane_of_rank(lanes, rank >= distance ? rank - distance : 0));
#else
  return __shfl_sync(lanes, half, half);
#endif
}

// Over any lanes of a warp, in their order.
template <typename T, typename Operation>
RADDLE_CG_DEVICE T scan_scattered(unsigned lanes, T value, Operation &operation) {
  unsigned below = lanes & platform::lanes_below();
  auto rank = static_cast<unsigned>(__popc(below));
  unsigned first = lanes & -lanes;
  int source = highest_lane(below ? below : first);
  // A GPU is faster without the question whether there are more.
  unsigned limit = kStepsAreDear ? static_cast<unsigned>(__popc(lanes)) : kWarpSize;
  RADDLE_CG_UNROLL
  for (unsigned distance = 1; distance < limit; distance *= 2) {
    T lower = exchange(value, [&](auto word) RADDLE_CG_LAMBDA { return __shfl_sync(lanes, word, source); });
    take_in(value, lower, rank >= distance, operation);
    if (2 * distance < limit)
      source = lane_below(lanes, rank, 2 * distance, source);
  }
  return value;
}

// Over a coalesced group.
template <typename T, typename Operation>
RADDLE_CG_DEVICE T scan_lanes(unsigned lanes, T value, Operation &operation) {
  if (lanes == kFullMask)
    return scan_tile<kWarpSize>(lanes, value, operation);
  return scan_scattered(lanes, value, operation);
}

} // namespace cooperative_groups::__v1::detail

#endif
