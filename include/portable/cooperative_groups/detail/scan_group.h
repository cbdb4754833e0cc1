// Scans over groups: the warps of scan_warp.h, put together.
#ifndef COOPERATIVE_GROUPS_DETAIL_SCAN_GROUP_H
#define COOPERATIVE_GROUPS_DETAIL_SCAN_GROUP_H

#include "atomic_update.h"
#include "group_traits.h"
#include "scan_warp.h"
#include "warp_totals.h"

namespace cooperative_groups::__v1::detail {

template <typename T> struct scanned {
  T inclusive;
  // The result of all warps below the caller's; of no meaning in the first one.
  T lower_warps;
};

template <unsigned Size, typename T, typename Operation>
RADDLE_CG_DEVICE scanned<T> scan_group(const warp_tile<Size> &tile, T value, Operation &operation) {
  return {scan_tile<Size>(group_access::lanes(tile), value, operation), value};
}

template <typename T, typename Operation>
RADDLE_CG_DEVICE scanned<T> scan_group(const coalesced_group &group, T value, Operation &operation) {
  return {scan_lanes(group_access::lanes(group), value, operation), value};
}

template <unsigned Size, typename T, typename Operation>
RADDLE_CG_DEVICE scanned<T> scan_group(const multi_warp_tile<Size> &tile, T value, Operation &operation) {
  constexpr unsigned kWarps = Size / kWarpSize;
  unsigned warp = tile.thread_rank() / kWarpSize;
  unsigned phase = group_access::channel(tile).phase();
  T inclusive = scan_tile<kWarpSize>(kFullMask, value, operation);
  T lower = value;
  if constexpr (fits_buffer<T>) {
    const T *totals = publish_totals(tile, phase, inclusive, kWarpSize - 1);
    if (warp > 0)
      lower = scan_of<kWarps>(totals, warp - 1, operation);
  } else {
    T total = scan_tile<kWarps>(kFullMask, gather_totals(tile, inclusive, kWarpSize - 1), operation);
    lower = exchange(total, [&](auto word) RADDLE_CG_LAMBDA {
      return __shfl_sync(kFullMask, word, static_cast<int>(warp) - 1);
    });
  }
  if (warp > 0)
    inclusive = operation(inclusive, lower);
  return {inclusive, lower};
}

// The value of the thread one rank below.
template <unsigned Size, typename T>
RADDLE_CG_DEVICE T from_below(const warp_tile<Size> &tile, const scanned<T> &scan) {
  return tile.shfl_up(scan.inclusive, 1);
}

template <typename T> RADDLE_CG_DEVICE T from_below(const coalesced_group &group, const scanned<T> &scan) {
  unsigned lanes = group_access::lanes(group);
  int source = highest_lane(lanes & platform::lanes_below());
  return exchange(scan.inclusive,
                  [&](auto word) RADDLE_CG_LAMBDA { return __shfl_sync(lanes, word, source); });
}

template <unsigned Size, typename T>
RADDLE_CG_DEVICE T from_below(const multi_warp_tile<Size> &, const scanned<T> &scan) {
  T lower =
      exchange(scan.inclusive, [](auto word) RADDLE_CG_LAMBDA { return __shfl_up_sync(kFullMask, word, 1); });
  return platform::lane() > 0 ? lower : scan.lower_warps;
}

// The exclusive scan, when `value` and the inclusive scan are known.
template <typename Group, typename T, typename Operation>
RADDLE_CG_DEVICE T exclude_own(const Group &group, T value, const scanned<T> &scan, Operation &) {
  constexpr operator_kind known = integer_operator<Operation, T>;
  if constexpr (known == operator_kind::kAdd) {
    using bits = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<bits>(scan.inclusive) - static_cast<bits>(value));
  } else if constexpr (known == operator_kind::kXor) {
    return static_cast<T>(scan.inclusive ^ value);
  } else {
    T lower = from_below(group, scan);
    return group.thread_rank() > 0 ? lower : T();
  }
}

// The thread of the last rank, which holds the result of all, takes it into the atomic. All get its old
// value.
template <typename Group, typename Atomic, typename T, typename Operation>
RADDLE_CG_DEVICE T update_from_last(const Group &group, Atomic &atomic, T total, Operation &operation) {
  unsigned last = group.num_threads() - 1;
  T before = total;
  if (group.thread_rank() == last)
    before = update_atomic(atomic, total, operation);
  if constexpr (group_traits<Group>::kShape == group_shape::kCoalesced) {
    unsigned lanes = group_access::lanes(group);
    return exchange(before, [&](auto word)
                                RADDLE_CG_LAMBDA { return __shfl_sync(lanes, word, highest_lane(lanes)); });
  } else {
    return group.shfl(before, static_cast<int>(last));
  }
}

} // namespace cooperative_groups::__v1::detail

#endif
