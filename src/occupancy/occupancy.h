// How many blocks of a kernel one SM can hold at once, and what stops it from holding more.
//
//   kernel<<<grid, 256>>> with 40 registers per thread on sm_90:
//     warps       64 per SM, 8 per block          8 blocks
//     blocks      32 per SM                      32 blocks
//     registers   48 warps' worth, 8 per block    6 blocks   <- the limiter: 48 of 64 warps, 75 %
//     shared      228 KiB, 1 KiB per block      228 blocks
//
// The answer is the smallest of independent limits, one per resource. Each of them is a step function of what
// the block takes of that resource alone; the inverse (`registersAllowed`, `sharedAllowed` of search.h) and the
// curves of the report rest on this.
#ifndef RADDLE_OCCUPANCY_OCCUPANCY_H
#define RADDLE_OCCUPANCY_OCCUPANCY_H

#include "occupancy/architecture.h"

#include <array>
#include <limits>

namespace raddle::occupancy {

inline constexpr int kDefaultCarveout = -1;

/// What cudaFuncGetAttributes and the occupancy functions assume of a kernel that may have so many. Code for
/// a CPU has no register count; 32 is what simple kernels need on a GPU, and lets every architecture reach
/// full occupancy.
inline constexpr unsigned kEstimatedRegisters = 32;

/// How Fermi and Kepler divide an SM's memory between L1 cache and shared memory (cudaFuncSetCacheConfig).
enum class CachePreference { None, Shared, L1, Equal };

struct KernelResources {
  unsigned registers_per_thread = kEstimatedRegisters;
  std::size_t static_shared = 0;      // bytes per block
  std::size_t max_dynamic_shared = 0; // bytes: the kernel's MaxDynamicSharedMemorySize attribute
  unsigned max_threads_per_block = kMaxThreadsPerBlock; // launch bound; only the search for a block size asks
  unsigned barriers_per_block = 1;
  int carveout_percent = kDefaultCarveout; // preferred share of shared memory, 0..100; since sm_70
  CachePreference cache_preference = CachePreference::None; // before sm_50
  bool partitioned_caching = false; // global loads cached in L1 by half SMs; sm_52, sm_53, sm_61, sm_62
};

struct BlockShape {
  unsigned threads = 0;           // per block
  std::size_t dynamic_shared = 0; // bytes per block

  unsigned warps() const { return (threads + kWarpSize - 1) / kWarpSize; }
};

enum class Resource { Warps, Blocks, Registers, SharedMemory, Barriers };
inline constexpr std::array kResources = {Resource::Warps, Resource::Blocks, Resource::Registers,
                                          Resource::SharedMemory, Resource::Barriers};
/// "warps", "blocks", "registers", "shared memory", "barriers"
std::string_view name(Resource resource);

inline constexpr unsigned kUnlimited = std::numeric_limits<unsigned>::max();

/// One resource of an SM: what there is, what a block takes, how many blocks that makes.
struct ResourceLimit {
  unsigned blocks = kUnlimited; // resident blocks that this resource alone admits
  std::size_t per_block = 0;    // as allocated, after rounding
  std::size_t capacity = 0;     // per SM; for shared memory, of the carve-out in effect
  std::size_t unused = 0;       // slack: what the resident blocks leave of the capacity
};

struct Occupancy {
  unsigned blocks = 0; // resident per SM; 0 when a block cannot run at all
  unsigned warps = 0;  // resident per SM
  double fraction = 0; // resident warps / warps the SM can hold
  std::array<ResourceLimit, kResources.size()> limits;

  const ResourceLimit &operator[](Resource resource) const { return limits[static_cast<unsigned>(resource)]; }
  bool isLimitedBy(Resource resource) const { return (*this)[resource].blocks == blocks; }
};

/// The occupancy of `architecture` by blocks of that shape. All resources are computed even when one admits
/// no block. A block of 0 threads, or of more than the kernel's or CUDA's maximum, gives 0 by warps.
Occupancy computeOccupancy(const Architecture &architecture, const KernelResources &kernel, BlockShape block);

/// computeOccupancy().blocks
unsigned blocksPerMultiprocessor(const Architecture &architecture, const KernelResources &kernel,
                                 unsigned block_threads, std::size_t dynamic_shared);

/// Registers that a warp of threads with that many takes, after rounding.
unsigned registersOfWarp(const Architecture &architecture, unsigned registers_per_thread);

} // namespace raddle::occupancy

#endif
