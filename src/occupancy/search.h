// Questions answered by trying: the best block size, and how much of a resource a block may take.
#ifndef RADDLE_OCCUPANCY_SEARCH_H
#define RADDLE_OCCUPANCY_SEARCH_H

#include "occupancy/occupancy.h"

#include <functional>
#include <optional>

namespace raddle::occupancy {

struct BlockSizeChoice {
  unsigned threads = 0;       // per block; 0 when no size runs
  unsigned blocks_per_sm = 0; // resident
};

/// Dynamic shared memory (bytes) that a block of so many threads asks for.
using SharedOfBlockSize = std::function<std::size_t(unsigned threads)>;

/// The block size that keeps the most threads resident, the largest one of several: as
/// cudaOccupancyMaxPotentialBlockSize finds it, from the kernel's maximum (or `limit`, when that is less and
/// not 0) down through the multiples of a warp.
BlockSizeChoice bestBlockSize(const Architecture &architecture, const KernelResources &kernel,
                              const SharedOfBlockSize &dynamic_shared, unsigned limit = 0);

/// Resident blocks per SM that make `fraction` (0..1) of an SM's warps with blocks of that many threads.
unsigned blocksForOccupancy(const Architecture &architecture, unsigned block_threads, double fraction);

/// The most registers per thread with which `blocks` blocks still share an SM, whatever the kernel uses now.
/// Nothing when no number of registers will do, because another resource is in the way.
std::optional<unsigned> registersAllowed(const Architecture &architecture, const KernelResources &kernel,
                                         BlockShape block, unsigned blocks);

/// What source and command line prescribe of a kernel's registers; all 0 when absent.
struct RegisterBounds {
  unsigned max_threads = 0;   // of __launch_bounds__, per block
  unsigned min_blocks = 0;    // of __launch_bounds__, per SM
  unsigned max_registers = 0; // of __maxnreg__ or -maxrregcount, per thread
};

/// The most registers per thread that such a kernel gets, as ptxas of CUDA 13.0 computes it: no less than 24
/// (16 before sm_70), and a `min_blocks` that no number of registers allows does not count.
unsigned registersWithin(const Architecture &architecture, const RegisterBounds &bounds);

/// The most shared memory per block, static and dynamic together, in bytes, with which `blocks` blocks still
/// share an SM when the kernel opts in to all there is. Nothing when not even none will do.
std::optional<std::size_t> sharedAllowed(const Architecture &architecture, const KernelResources &kernel,
                                         BlockShape block, unsigned blocks);

/// The answer of cudaOccupancyAvailableDynamicSMemPerBlock: dynamic shared memory (bytes) per block when
/// `blocks` blocks divide an SM's carve-out evenly; for one block, all that the kernel may have. CUDA forgets
/// that the system reserves 1 KiB of each block since sm_80, so that often one block less fits; use
/// sharedAllowed() to be sure.
std::size_t availableDynamicShared(const Architecture &architecture, const KernelResources &kernel,
                                   unsigned blocks, unsigned block_threads);

} // namespace raddle::occupancy

#endif
