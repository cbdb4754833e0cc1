// thread_group: any group, its kind known at run time only. The other groups derive from it.
#ifndef COOPERATIVE_GROUPS_DETAIL_THREAD_GROUP_H
#define COOPERATIVE_GROUPS_DETAIL_THREAD_GROUP_H

#include "lane_mask.h"

namespace cooperative_groups::__v1 {

namespace detail {

// kLanes: some lanes of one warp, be it a tile or a coalesced group.
enum class group_kind : unsigned char { kLanes, kBlock, kCluster, kGrid, kMultiGrid };

// What a group remembers. The rest is about lanes: which, the caller's rank among them (found once, when the
// group is made), and the group's place among those that were made with it.
struct group_data {
  group_kind kind;
  unsigned char rank;
  unsigned lanes;
  unsigned meta_rank;
  unsigned meta_size;
};

// Makes groups and looks into them, for the functions of this namespace; see group_traits.h.
struct group_access;

// The hierarchy of a launch, as numbers.
RADDLE_CG_DEVICE unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }
RADDLE_CG_DEVICE unsigned rank_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
RADDLE_CG_DEVICE unsigned long long grid_blocks() {
  return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
}
RADDLE_CG_DEVICE unsigned long long block_rank_in_grid() {
  return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
RADDLE_CG_DEVICE unsigned long long grid_size() { return grid_blocks() * block_size(); }
RADDLE_CG_DEVICE unsigned long long rank_in_grid() {
  return block_rank_in_grid() * block_size() + rank_in_block();
}
RADDLE_CG_DEVICE unsigned cluster_threads() { return platform::cluster_size() * block_size(); }
RADDLE_CG_DEVICE unsigned rank_in_cluster() {
  return platform::cluster_block_rank() * block_size() + rank_in_block();
}
RADDLE_CG_DEVICE void cluster_sync() {
  platform::cluster_arrive();
  platform::cluster_wait();
}
RADDLE_CG_DEVICE unsigned long long rank_in_multi_grid() {
  return platform::multi_grid_thread_offset() + rank_in_grid();
}

} // namespace detail

class thread_group {
public:
  // Waits for all threads of the group; what they wrote before is seen after.
  RADDLE_CG_DEVICE void sync() const {
    switch (data_.kind) {
    case detail::group_kind::kLanes:
      return __syncwarp(data_.lanes);
    case detail::group_kind::kBlock:
      return __syncthreads();
    case detail::group_kind::kCluster:
      return detail::cluster_sync();
    case detail::group_kind::kGrid:
      return detail::platform::grid_sync();
    case detail::group_kind::kMultiGrid:
      return detail::platform::multi_grid_sync();
    }
  }

  RADDLE_CG_DEVICE unsigned long long num_threads() const {
    switch (data_.kind) {
    case detail::group_kind::kLanes:
      break;
    case detail::group_kind::kBlock:
      return detail::block_size();
    case detail::group_kind::kCluster:
      return detail::cluster_threads();
    case detail::group_kind::kGrid:
      return detail::grid_size();
    case detail::group_kind::kMultiGrid:
      return detail::platform::multi_grid_num_threads();
    }
    return static_cast<unsigned>(__popc(data_.lanes));
  }
  RADDLE_CG_DEVICE unsigned long long size() const { return num_threads(); }

  // The caller's number in the group, from 0.
  RADDLE_CG_DEVICE unsigned long long thread_rank() const {
    switch (data_.kind) {
    case detail::group_kind::kLanes:
      break;
    case detail::group_kind::kBlock:
      return detail::rank_in_block();
    case detail::group_kind::kCluster:
      return detail::rank_in_cluster();
    case detail::group_kind::kGrid:
      return detail::rank_in_grid();
    case detail::group_kind::kMultiGrid:
      return detail::rank_in_multi_grid();
    }
    return data_.rank;
  }

  // Whether the group can synchronise: grids only after the launch that this takes.
  RADDLE_CG_DEVICE bool is_valid() const {
    if (data_.kind == detail::group_kind::kGrid)
      return detail::platform::grid_is_valid();
    if (data_.kind == detail::group_kind::kMultiGrid)
      return detail::platform::multi_grid_is_valid();
    return true;
  }

  // Tells kinds of groups apart; the numbers have no meaning.
  RADDLE_CG_DEVICE unsigned get_type() const { return static_cast<unsigned>(data_.kind); }

protected:
  RADDLE_CG_DEVICE explicit thread_group(detail::group_kind kind) : data_{kind, 0, 0, 0, 1} {}
  RADDLE_CG_DEVICE thread_group(unsigned lanes, unsigned rank, unsigned meta_rank, unsigned meta_size)
      : data_{detail::group_kind::kLanes, static_cast<unsigned char>(rank), lanes, meta_rank, meta_size} {}

  detail::group_data data_;

private:
  friend struct detail::group_access;
};

} // namespace cooperative_groups::__v1

#endif
