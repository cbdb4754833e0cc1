// thread_block: the threads of the caller's block.
#ifndef COOPERATIVE_GROUPS_DETAIL_THREAD_BLOCK_H
#define COOPERATIVE_GROUPS_DETAIL_THREAD_BLOCK_H

#include "thread_group.h"
#include "tile_scratch.h"

namespace cooperative_groups::__v1 {

class thread_block : public thread_group {
public:
  // Spent by barrier_wait().
  struct arrival_token {};

  RADDLE_CG_DEVICE static void sync() { __syncthreads(); }
  // Each thread of the block arrives, and waits before it arrives again or uses another collective operation
  // of the block. All wait for each other in the wait: hardware has no barrier that a thread may leave alone.
  RADDLE_CG_DEVICE static arrival_token barrier_arrive() { return {}; }
  RADDLE_CG_DEVICE static void barrier_wait(arrival_token &&) { __syncthreads(); }

  RADDLE_CG_DEVICE static unsigned num_threads() { return detail::block_size(); }
  RADDLE_CG_DEVICE static unsigned size() { return num_threads(); }
  RADDLE_CG_DEVICE static unsigned thread_rank() { return detail::rank_in_block(); }
  // In threads.
  RADDLE_CG_DEVICE static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  RADDLE_CG_DEVICE static dim3 group_dim() { return dim_threads(); }
  // The indices of the block in the grid, and of the thread in the block.
  RADDLE_CG_DEVICE static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  RADDLE_CG_DEVICE static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  RADDLE_CG_DEVICE static bool is_valid() { return true; }

private:
  friend struct detail::group_access;
  RADDLE_CG_DEVICE explicit thread_block(detail::tile_scratch scratch)
      : thread_group(detail::group_kind::kBlock), scratch_(scratch) {}

  detail::tile_scratch scratch_;
};

} // namespace cooperative_groups::__v1

#endif
