// How many blocks of a kernel one SM can hold at once.
#ifndef RADDLE_OCCUPANCY_OCCUPANCY_H
#define RADDLE_OCCUPANCY_OCCUPANCY_H

#include "occupancy/architecture.h"

namespace raddle::occupancy {

inline constexpr int kDefaultCarveout = -1;

/// What cudaFuncGetAttributes and the occupancy functions assume of a kernel. Code for a CPU has no register
/// count; 32 is what simple kernels need on a GPU, and lets every architecture reach full occupancy.
inline constexpr unsigned kEstimatedRegisters = 32;

struct KernelResources {
  unsigned registers_per_thread = kEstimatedRegisters;
  std::size_t static_shared = 0;       // bytes per block
  std::size_t max_dynamic_shared = 0;  // bytes: the kernel's MaxDynamicSharedMemorySize attribute
  unsigned max_threads_per_block = kMaxThreadsPerBlock;
  unsigned barriers_per_block = 1;
  int carveout_percent = kDefaultCarveout;  // preferred share of shared memory, 0..100
};

/// Resident blocks per SM for blocks of `block_threads` threads with `dynamic_shared` bytes of dynamic
/// shared memory: the smallest of the limits by warps, block slots, registers, shared memory and
/// named barriers. 0 when the block cannot run at all.
unsigned blocksPerMultiprocessor(const Architecture &architecture, const KernelResources &kernel,
                                 unsigned block_threads, std::size_t dynamic_shared);

/// The most dynamic shared memory (bytes) per block that still lets `blocks` blocks share an SM.
std::size_t availableDynamicShared(const Architecture &architecture, const KernelResources &kernel,
                                   unsigned blocks, unsigned block_threads);

}  // namespace raddle::occupancy

#endif
