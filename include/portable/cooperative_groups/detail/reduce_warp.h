// Reductions over the lanes of a warp.
//
// Integers: by redux where that is faster; the order does not matter. All else in a fixed order, the one of
// NVIDIA's header, so that floating-point results have the same bits:
//
//   tiles, whole warps    a butterfly: ranks that differ in the highest bit combine first, those that differ
//                         in the lowest bit last; each thread computes operation(own, other)
//   any other lanes       an inclusive scan (see scan_warp.h), of which all get the last value
//
// An operation that is not commutative may give each thread of a butterfly another result.
#ifndef COOPERATIVE_GROUPS_DETAIL_REDUCE_WARP_H
#define COOPERATIVE_GROUPS_DETAIL_REDUCE_WARP_H

#include "group_traits.h"
#include "redux.h"
#include "scan_warp.h"

namespace cooperative_groups::__v1::detail {

// Over each run of Size lanes. All lanes of `lanes`, which are whole runs, take part.
template <unsigned Size, typename T, typename Operation>
RADDLE_CG_DEVICE T reduce_tile(unsigned lanes, T value, Operation &operation) {
  constexpr operator_kind known = integer_operator<Operation, T>;
  if constexpr (kHasRedux && known != operator_kind::kUnknown && Size >= kSmallestReduxTile<T>) {
    return redux<known>(lanes, value);
  } else if constexpr (known != operator_kind::kUnknown && sizeof(T) < sizeof(int)) {
    // As words, which are not cut off at each step.
    using word = std::conditional_t<std::is_signed_v<T>, int, unsigned>;
    auto on_words = for_type<word>(operation);
    return static_cast<T>(reduce_tile<Size>(lanes, static_cast<word>(value), on_words));
  } else {
    RADDLE_CG_UNROLL
    for (unsigned distance = Size / 2; distance > 0; distance /= 2) {
      T other = exchange(value, [&](auto word) RADDLE_CG_LAMBDA {
        return __shfl_xor_sync(lanes, word, static_cast<int>(distance), Size);
      });
      value = operation(value, other);
    }
    return value;
  }
}

// Over a coalesced group. `groups`: how many of the same warp are likely to do so at the same time.
template <typename T, typename Operation>
RADDLE_CG_DEVICE T reduce_lanes(unsigned lanes, unsigned groups, T value, Operation &operation) {
  constexpr operator_kind known = integer_operator<Operation, T>;
  if constexpr (known != operator_kind::kUnknown && kHasRedux) {
    if (groups <= kMostReduxGroups<T>)
      return redux<known>(lanes, value);
  }
  if (lanes == kFullMask)
    return reduce_tile<kWarpSize>(lanes, value, operation);
  value = scan_scattered(lanes, value, operation);
  return exchange(value,
                  [&](auto word) RADDLE_CG_LAMBDA { return __shfl_sync(lanes, word, highest_lane(lanes)); });
}

template <unsigned Size, typename T, typename Operation>
RADDLE_CG_DEVICE T reduce_group(const warp_tile<Size> &tile, T value, Operation &operation) {
  return reduce_tile<Size>(group_access::lanes(tile), value, operation);
}

template <typename T, typename Operation>
RADDLE_CG_DEVICE T reduce_group(const coalesced_group &group, T value, Operation &operation) {
  // Those that were made together.
  return reduce_lanes(group_access::lanes(group), group.meta_group_size(), value, operation);
}

} // namespace cooperative_groups::__v1::detail

#endif
