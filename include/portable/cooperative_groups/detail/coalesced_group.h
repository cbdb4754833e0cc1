// coalesced_group: any lanes of one warp. Ranks count them from the lowest.
#ifndef COOPERATIVE_GROUPS_DETAIL_COALESCED_GROUP_H
#define COOPERATIVE_GROUPS_DETAIL_COALESCED_GROUP_H

#include "exchange.h"
#include "thread_group.h"

namespace cooperative_groups::__v1 {

class coalesced_group : public thread_group {
public:
  RADDLE_CG_DEVICE void sync() const { __syncwarp(data_.lanes); }

  RADDLE_CG_DEVICE unsigned num_threads() const { return static_cast<unsigned>(__popc(data_.lanes)); }
  RADDLE_CG_DEVICE unsigned size() const { return num_threads(); }
  RADDLE_CG_DEVICE unsigned thread_rank() const { return data_.rank; }
  RADDLE_CG_CONSTEXPR static bool is_valid() { return true; }
  // The number of groups that a partition made, and which of them this is; 1 and 0 for coalesced_threads().
  RADDLE_CG_DEVICE unsigned meta_group_size() const { return data_.meta_size; }
  RADDLE_CG_DEVICE unsigned meta_group_rank() const { return data_.meta_rank; }

  // The value of the thread of rank `source`, `delta` ranks below and above the caller; the caller's own
  // where there is no such thread.
  template <typename T> RADDLE_CG_DEVICE T shfl(T value, int source) const {
    unsigned lane = static_cast<unsigned>(source);
    if (data_.lanes != detail::kFullMask) {
      // Rank 0, as a constant, is what most callers want: it leaves nothing of the search. At run time, too,
      // the question must not come before the one about the mask, which a full warp would pay for.
      unsigned lowest = detail::lowest_lane(data_.lanes);
      lane = detail::lane_of_rank(data_.lanes, lane);
      lane = source == 0 ? lowest : lane;
    }
    return from_lane(value, lane);
  }
  template <typename T> RADDLE_CG_DEVICE T shfl_up(T value, unsigned delta) const {
    unsigned rank = thread_rank();
    return from_rank(value, rank >= delta ? rank - delta : rank);
  }
  template <typename T> RADDLE_CG_DEVICE T shfl_down(T value, unsigned delta) const {
    unsigned rank = thread_rank();
    // Not rank + delta, which may wrap around.
    return from_rank(value, delta < num_threads() - rank ? rank + delta : rank);
  }

  // By ballot, which GPUs count faster for some lanes of a warp.
  RADDLE_CG_DEVICE int any(int predicate) const { return __ballot_sync(data_.lanes, predicate) != 0; }
  RADDLE_CG_DEVICE int all(int predicate) const { return __ballot_sync(data_.lanes, !predicate) == 0; }
  // Bit i is the thread of rank i.
  RADDLE_CG_DEVICE unsigned ballot(int predicate) const {
    if (data_.lanes == detail::kFullMask)
      return __ballot_sync(detail::kFullMask, predicate);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    // Each thread gives its own bit, which spares the search for the ranks of the lanes.
    if (!detail::has_no_gap(data_.lanes))
      return __reduce_or_sync(data_.lanes, predicate ? 1u << thread_rank() : 0);
#endif
    return ranks(__ballot_sync(data_.lanes, predicate));
  }
  // The threads with the caller's value; all threads and 1, or 0 and 0 where their values differ.
  template <typename T> RADDLE_CG_DEVICE unsigned match_any(T value) const {
    return ranks(detail::match_any(data_.lanes, value));
  }
  template <typename T> RADDLE_CG_DEVICE unsigned match_all(T value, int &all_same) const {
    return detail::match_all(data_.lanes, value, all_same)
               ? detail::kFullMask >> (detail::kWarpSize - num_threads())
               : 0;
  }

private:
  friend struct detail::group_access;
  using thread_group::thread_group;

  template <typename T> RADDLE_CG_DEVICE T from_rank(T value, unsigned rank) const {
    unsigned lane = rank;
    if (data_.lanes != detail::kFullMask)
      lane = detail::lane_of_rank(data_.lanes, rank);
    return from_lane(value, lane);
  }
  template <typename T> RADDLE_CG_DEVICE T from_lane(T value, unsigned lane) const {
    return detail::exchange(value, [&](auto word) RADDLE_CG_LAMBDA {
      return __shfl_sync(data_.lanes, word, static_cast<int>(lane));
    });
  }
  RADDLE_CG_DEVICE unsigned ranks(unsigned lanes) const { return detail::ranks_of_lanes(data_.lanes, lanes); }
};

} // namespace cooperative_groups::__v1

#endif
