// Arithmetic on masks of lanes: from ranks in a group to lanes of the warp and back.
#ifndef COOPERATIVE_GROUPS_DETAIL_LANE_MASK_H
#define COOPERATIVE_GROUPS_DETAIL_LANE_MASK_H

#include "config.h"

namespace cooperative_groups::__v1::detail {

inline constexpr unsigned kWarpSize = 32;
inline constexpr unsigned kFullMask = 0xffffffffu;

// The lanes of the N-lane tile that the caller is in.
template <unsigned N> RADDLE_CG_DEVICE unsigned tile_mask() {
  if constexpr (N == kWarpSize)
    return kFullMask;
  else
    return (kFullMask >> (kWarpSize - N)) << (platform::lane() & ~(N - 1));
}

RADDLE_CG_DEVICE unsigned lowest_lane(unsigned mask) {
  return static_cast<unsigned>(__ffs(static_cast<int>(mask)) - 1);
}

// From a lane with no more than `rank` set bits of `mask` below it to the largest such lane, at most 2 * Step
// - 1 lanes above, by halving. A lane is given by 32 - lane: shifting by that leaves the bits below the lane.
// (Steps, not a loop, which compilers unroll too late to take them out of a loop around them.)
template <unsigned Step>
RADDLE_CG_DEVICE unsigned climb_to_rank(unsigned mask, unsigned rank, unsigned shift) {
  shift -= static_cast<unsigned>(__popc(mask << (shift - Step))) <= rank ? Step : 0;
  if constexpr (Step > 1)
    return climb_to_rank<Step / 2>(mask, rank, shift);
  else
    return shift;
}

// The lane of the `rank`-th set bit of `mask`, counted from 0; some lane when there are not so many.
RADDLE_CG_DEVICE unsigned lane_of_rank(unsigned mask, unsigned rank) {
  return kWarpSize - climb_to_rank<kWarpSize / 2>(mask, rank, kWarpSize);
}

// Whether the lanes of `mask` are consecutive, as all lanes of a warp are: ranks are then lanes, shifted.
RADDLE_CG_DEVICE bool has_no_gap(unsigned mask) {
  unsigned lowest = mask & -mask;
  return (mask & (mask + lowest)) == 0;
}

// Bit i: whether an odd number of the bits 0 to i of `bits` is set.
RADDLE_CG_DEVICE unsigned parities_up_to(unsigned bits) {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  return bits ^ bits << 16;
}

// Moves the bits of `lanes`, a subset of `mask`, down to their ranks within `mask`. A bit's way down is the
// number of bits below it that `mask` lacks (as parities, `missing` counts them bit by bit); step by step all
// bits move by `Distance` whose way has this binary digit. All of it but the last moves depends on `mask`
// alone, so that a group used in a loop needs few instructions.
template <unsigned Distance>
RADDLE_CG_DEVICE unsigned close_gaps(unsigned mask, unsigned missing, unsigned lanes) {
  unsigned odd = parities_up_to(missing);
  unsigned moving = mask & odd;
  unsigned moving_lanes = lanes & moving;
  lanes = (lanes ^ moving_lanes) | (moving_lanes >> Distance);
  if constexpr (Distance == kWarpSize / 2)
    return lanes;
  else
    return close_gaps<2 * Distance>((mask ^ moving) | (moving >> Distance), missing & ~odd, lanes);
}

// `lanes`, a subset of `mask`, as ranks within `mask`.
RADDLE_CG_DEVICE unsigned ranks_of_lanes(unsigned mask, unsigned lanes) {
  if (has_no_gap(mask))
    return lanes >> lowest_lane(mask);
  return close_gaps<1>(mask, ~mask << 1, lanes);
}

} // namespace cooperative_groups::__v1::detail

#endif
