// grid_group, cluster_group and multi_grid_group: the blocks of a launch, of a cluster, and of the launches
// on several devices.
#ifndef COOPERATIVE_GROUPS_DETAIL_GRID_GROUP_H
#define COOPERATIVE_GROUPS_DETAIL_GRID_GROUP_H

#include "thread_group.h"

namespace cooperative_groups::__v1 {

// All threads of the launch. sync() and the barrier take a cooperative launch; elsewhere they end the launch
// with an error.
class grid_group : public thread_group {
public:
  // Spent by barrier_wait().
  using arrival_token = unsigned;

  RADDLE_CG_DEVICE static bool is_valid() { return detail::platform::grid_is_valid(); }
  RADDLE_CG_DEVICE static void sync() { detail::platform::grid_sync(); }
  // Each thread arrives, and waits before it arrives again or uses another collective operation of the grid.
  RADDLE_CG_DEVICE static arrival_token barrier_arrive() { return detail::platform::grid_barrier_arrive(); }
  RADDLE_CG_DEVICE static void barrier_wait(arrival_token &&token) {
    detail::platform::grid_barrier_wait(token);
  }

  RADDLE_CG_DEVICE static unsigned long long num_threads() { return detail::grid_size(); }
  RADDLE_CG_DEVICE static unsigned long long size() { return num_threads(); }
  RADDLE_CG_DEVICE static unsigned long long thread_rank() { return detail::rank_in_grid(); }
  RADDLE_CG_DEVICE static dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }
  RADDLE_CG_DEVICE static dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }

  RADDLE_CG_DEVICE static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  RADDLE_CG_DEVICE static dim3 group_dim() { return dim_blocks(); }
  RADDLE_CG_DEVICE static unsigned long long num_blocks() { return detail::grid_blocks(); }
  RADDLE_CG_DEVICE static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  RADDLE_CG_DEVICE static unsigned long long block_rank() { return detail::block_rank_in_grid(); }

  RADDLE_CG_DEVICE static dim3 dim_clusters() { return detail::platform::grid_clusters(); }
  RADDLE_CG_DEVICE static unsigned long long num_clusters() {
    dim3 clusters = dim_clusters();
    return static_cast<unsigned long long>(clusters.x) * clusters.y * clusters.z;
  }
  RADDLE_CG_DEVICE static dim3 cluster_index() { return detail::platform::cluster_index(); }
  RADDLE_CG_DEVICE static unsigned long long cluster_rank() {
    dim3 clusters = dim_clusters();
    dim3 index = cluster_index();
    return (static_cast<unsigned long long>(index.z) * clusters.y + index.y) * clusters.x + index.x;
  }

private:
  friend RADDLE_CG_DEVICE grid_group this_grid();
  RADDLE_CG_DEVICE grid_group() : thread_group(detail::group_kind::kGrid) {}
};

// The blocks of the caller's cluster: one without a cluster launch.
class cluster_group : public thread_group {
public:
  // Spent by barrier_wait().
  struct arrival_token {};

  RADDLE_CG_DEVICE static void sync() { detail::cluster_sync(); }
  // Each thread arrives, and waits before it arrives again.
  RADDLE_CG_DEVICE static arrival_token barrier_arrive() {
    detail::platform::cluster_arrive();
    return {};
  }
  RADDLE_CG_DEVICE static void barrier_wait() { detail::platform::cluster_wait(); }
  RADDLE_CG_DEVICE static void barrier_wait(arrival_token &&) { barrier_wait(); }

  RADDLE_CG_DEVICE static unsigned num_threads() { return detail::cluster_threads(); }
  RADDLE_CG_DEVICE static unsigned size() { return num_threads(); }
  RADDLE_CG_DEVICE static unsigned thread_rank() { return detail::rank_in_cluster(); }
  RADDLE_CG_DEVICE static dim3 dim_threads() {
    dim3 blocks = dim_blocks();
    return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
  }
  RADDLE_CG_DEVICE static dim3 thread_index() {
    dim3 block = block_index();
    return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                block.z * blockDim.z + threadIdx.z);
  }

  RADDLE_CG_DEVICE static dim3 dim_blocks() { return detail::platform::cluster_dim(); }
  RADDLE_CG_DEVICE static unsigned num_blocks() { return detail::platform::cluster_size(); }
  RADDLE_CG_DEVICE static dim3 block_index() { return detail::platform::cluster_block(); }
  RADDLE_CG_DEVICE static unsigned block_rank() { return detail::platform::cluster_block_rank(); }

  // The block whose shared memory `address` lies in.
  RADDLE_CG_DEVICE static unsigned query_shared_rank(const void *address) {
    return detail::platform::cluster_shared_rank(address);
  }
  // Where block `rank` of the cluster has the shared variable at `address`.
  template <typename T> RADDLE_CG_DEVICE static T *map_shared_rank(T *address, int rank) {
    void *pointer = const_cast<void *>(static_cast<const volatile void *>(address));
    return static_cast<T *>(detail::platform::cluster_map_shared(pointer, static_cast<unsigned>(rank)));
  }

private:
  friend RADDLE_CG_DEVICE cluster_group this_cluster();
  RADDLE_CG_DEVICE cluster_group() : thread_group(detail::group_kind::kCluster) {}
};

// All threads of a launch by cudaLaunchCooperativeKernelMultiDevice.
class multi_grid_group : public thread_group {
public:
  RADDLE_CG_DEVICE bool is_valid() const { return detail::platform::multi_grid_is_valid(); }
  RADDLE_CG_DEVICE void sync() const { detail::platform::multi_grid_sync(); }
  RADDLE_CG_DEVICE unsigned long long num_threads() const {
    return detail::platform::multi_grid_num_threads();
  }
  RADDLE_CG_DEVICE unsigned long long size() const { return num_threads(); }
  RADDLE_CG_DEVICE unsigned long long thread_rank() const { return detail::rank_in_multi_grid(); }
  RADDLE_CG_DEVICE unsigned grid_rank() const { return detail::platform::multi_grid_rank(); }
  RADDLE_CG_DEVICE unsigned num_grids() const { return detail::platform::multi_grid_size(); }

private:
  friend RADDLE_CG_DEVICE multi_grid_group this_multi_grid();
  RADDLE_CG_DEVICE multi_grid_group() : thread_group(detail::group_kind::kMultiGrid) {}
};

RADDLE_CG_DEVICE grid_group this_grid() { return {}; }
RADDLE_CG_DEVICE cluster_group this_cluster() { return {}; }
RADDLE_CG_DEVICE multi_grid_group this_multi_grid() { return {}; }

} // namespace cooperative_groups::__v1

#endif
