// Cooperative Groups: threads that work together, as objects. From the single thread to the grids of several
// devices. For Raddle, and for nvcc and any GPU of compute capability 7.0 or higher; see
// docs/cooperative_groups.md.
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#if defined(__RADDLE__)
#include "raddle/names/hide.h"
#endif

#if defined(__cplusplus) && defined(__CUDACC__)

#include "cooperative_groups/detail/invoke.h"
#include "cooperative_groups/detail/partition.h"

namespace cooperative_groups::__v1 {

// The groups that every thread is in.
RADDLE_CG_DEVICE thread_block this_thread_block() { return detail::group_access::make_block({nullptr, 0}); }
// All threads of the block call it. Tiles of more than 32 threads then use `memory`.
template <unsigned MaxBlockSize>
RADDLE_CG_DEVICE thread_block this_thread_block(block_tile_memory<MaxBlockSize> &memory) {
  if (detail::platform::kChecksUse && detail::block_size() > MaxBlockSize)
    detail::platform::wrong_use("a thread_block of {} threads uses block_tile_memory for {}",
                                detail::block_size(), MaxBlockSize);
  return detail::group_access::make_block(detail::group_access::scratch(memory));
}
RADDLE_CG_DEVICE thread_block_tile<1> this_thread() { return detail::group_access::make_single(); }

// The lanes that execute this together with the caller. A statement about now, not a promise.
RADDLE_CG_DEVICE coalesced_group coalesced_threads() {
  return detail::group_access::make_coalesced(detail::platform::coalesced_lanes(), 0, 1);
}

// Members as functions, for groups of any type.
template <typename Group> RADDLE_CG_DEVICE void sync(const Group &group) { group.sync(); }
template <typename Group>
RADDLE_CG_DEVICE auto thread_rank(const Group &group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <typename Group>
RADDLE_CG_DEVICE auto group_size(const Group &group) -> decltype(group.num_threads()) {
  return group.num_threads();
}

// Where CUDA 11 had what was new.
namespace experimental {

template <unsigned TileCommunicationSize = 8, unsigned MaxBlockSize = detail::kMaxBlockSize>
struct block_tile_memory : cooperative_groups::block_tile_memory<MaxBlockSize> {};

using cooperative_groups::this_thread_block;
using cooperative_groups::tiled_partition;

} // namespace experimental

} // namespace cooperative_groups::__v1

#endif
#if defined(__RADDLE__)
#include "raddle/names/show.h"
#endif

#endif
