// The grids of a multi-device launch on GPUs. A kernel finds what it must know in a workspace in the memory
// of its own device, which launch_multi_device.h fills in before every launch.
//
// The barrier has two levels. The blocks of a grid meet in a counter of their own device. The last of them
// tells all other grids, by a store into the mailbox of each, and waits until all have told it; then it
// releases its grid. Between devices there are only stores and loads, never a read-modify-write, so that a
// mailbox may lie in memory of the host where a device cannot reach its peer.
#ifndef COOPERATIVE_GROUPS_DETAIL_MULTI_GRID_NVCC_H
#define COOPERATIVE_GROUPS_DETAIL_MULTI_GRID_NVCC_H

namespace cooperative_groups::__v1::detail {

inline constexpr unsigned kMaxGrids = 32;

struct multi_grid_workspace {
  unsigned num_grids; // 0 while no multi-device launch is running on this device
  unsigned grid_rank;
  // A mailbox holds the number of the last barrier that its sender has reached. Numbers only grow: those of a
  // launch begin after all that earlier launches may have left there.
  unsigned long long first_barrier;
  unsigned long long *outbox[kMaxGrids];      // by rank: where that grid looks for our number
  const unsigned long long *inbox[kMaxGrids]; // by rank: where we look for that grid's
  // The two words belong to the blocks of this grid. They lie apart, because one is polled while the other is counted.
  alignas(128) unsigned arrived_blocks;
  alignas(128) unsigned long long barriers_passed;
};

// One in each translation unit, since each may be a module of its own. All point to the workspace of the
// device, or are null when launch_multi_device.h is not included.
static __device__ multi_grid_workspace *workspace_of_device;

} // namespace cooperative_groups::__v1::detail

namespace cooperative_groups::__v1::detail::platform {

// Between launch_multi_device() and the end of that launch. A kernel that runs on the device beside such a
// launch must not ask.
RADDLE_CG_DEVICE bool multi_grid_is_valid() {
  return workspace_of_device && workspace_of_device->num_grids != 0;
}

RADDLE_CG_DEVICE unsigned multi_grid_rank() {
  return multi_grid_is_valid() ? workspace_of_device->grid_rank : 0;
}

RADDLE_CG_DEVICE unsigned multi_grid_size() {
  return multi_grid_is_valid() ? workspace_of_device->num_grids : 1;
}

RADDLE_CG_DEVICE unsigned long long threads_of_grid() {
  return 1ull * gridDim.x * gridDim.y * gridDim.z * (blockDim.x * blockDim.y * blockDim.z);
}

RADDLE_CG_DEVICE unsigned long long multi_grid_num_threads() { return multi_grid_size() * threads_of_grid(); }
RADDLE_CG_DEVICE unsigned long long multi_grid_thread_offset() {
  return multi_grid_rank() * threads_of_grid();
}

// Tells all other grids that this one has reached a barrier, and waits until they have.
__device__ inline void meet_other_grids(const multi_grid_workspace &workspace, unsigned long long barrier) {
  asm volatile("fence.acq_rel.sys;" ::: "memory");
  for (unsigned rank = 0; rank < workspace.num_grids; ++rank)
    if (rank != workspace.grid_rank)
      asm volatile("st.relaxed.sys.u64 [%0], %1;" ::"l"(workspace.outbox[rank]), "l"(barrier) : "memory");
  for (unsigned rank = 0; rank < workspace.num_grids; ++rank) {
    if (rank == workspace.grid_rank)
      continue;
    unsigned long long reached;
    do
      asm volatile("ld.relaxed.sys.u64 %0, [%1];" : "=l"(reached) : "l"(workspace.inbox[rank]) : "memory");
    while (reached < barrier);
  }
  asm volatile("fence.acq_rel.sys;" ::: "memory");
}

// What the thread that speaks for a block does.
__device__ inline void meet_other_blocks(multi_grid_workspace &workspace) {
  // Cannot change before this block has arrived.
  unsigned long long passed;
  asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(passed) : "l"(&workspace.barriers_passed) : "memory");
  unsigned before;
  asm volatile("atom.add.acq_rel.gpu.u32 %0, [%1], 1;"
               : "=r"(before)
               : "l"(&workspace.arrived_blocks)
               : "memory");
  if (before + 1 == gridDim.x * gridDim.y * gridDim.z) {
    meet_other_grids(workspace, workspace.first_barrier + passed);
    asm volatile("st.relaxed.gpu.u32 [%0], 0;" ::"l"(&workspace.arrived_blocks) : "memory");
    asm volatile("st.release.gpu.u64 [%0], %1;" ::"l"(&workspace.barriers_passed), "l"(passed + 1)
                 : "memory");
  } else {
    unsigned long long now;
    do
      asm volatile("ld.acquire.gpu.u64 %0, [%1];" : "=l"(now) : "l"(&workspace.barriers_passed) : "memory");
    while (now == passed);
  }
}

RADDLE_CG_DEVICE void multi_grid_sync() {
  __syncthreads();
  if ((threadIdx.x | threadIdx.y | threadIdx.z) == 0) {
    if (!multi_grid_is_valid())
      __trap();
    meet_other_blocks(*workspace_of_device);
  }
  __syncthreads();
}

} // namespace cooperative_groups::__v1::detail::platform

#endif
