// The few things that CUDA C++ has no word for, under one name for both compilers.
//
// Whatever CUDA has a word for (threadIdx, __shfl_sync, __syncthreads ...) is used directly: it means the
// same under both. The functions of cooperative_groups::detail::platform are:
//
//   lane()                          the caller's lane in its warp
//   lanes_below()                   mask of the lanes below the caller's
//   elect(lanes)                    one of the lanes, the same for all of them, which all call it
//   tile_barrier<W>(word)           the barrier of a tile of W warps; `word` is memory that it may need
//   kChecksUse                      whether to look for wrong uses
//   wrong_use(text, first, second)  reports one, where there is somebody to report to, and traps
//   grid_is_valid() grid_sync() grid_barrier_arrive() grid_barrier_wait(token)
//   cluster_arrive() cluster_wait() cluster_map_shared(pointer, rank) cluster_shared_rank(pointer)
//   cluster_dim() cluster_block() cluster_block_rank() cluster_size() grid_clusters() cluster_index()
//   multi_grid_is_valid() multi_grid_sync() multi_grid_rank() multi_grid_size()
//   multi_grid_num_threads() multi_grid_thread_offset()
#ifndef COOPERATIVE_GROUPS_DETAIL_PLATFORM_H
#define COOPERATIVE_GROUPS_DETAIL_PLATFORM_H

namespace cooperative_groups::__v1::detail::platform {

// Who was elected: whether it is the caller, and the lane.
struct election {
  bool is_caller;
  unsigned leader;
};

} // namespace cooperative_groups::__v1::detail::platform

#ifdef __RADDLE__
#include "platform_raddle.h"
#else
#include "platform_nvcc.h"
#endif

#endif
