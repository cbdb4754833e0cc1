#include "occupancy/occupancy.h"

#include <algorithm>

namespace raddle::occupancy {

namespace {

template <typename T> T roundUp(T value, T unit) { return (value + unit - 1) / unit * unit; }

unsigned blocksByRegisters(const Architecture &architecture, const KernelResources &kernel, unsigned warps) {
  if (kernel.registers_per_thread > architecture.registers_per_thread)
    return 0;
  unsigned per_warp = roundUp(kernel.registers_per_thread * kWarpSize, kRegisterUnit);
  if (per_warp == 0)
    return architecture.blocks_per_sm;
  // The hardware checks a block as if its warps filled whole rounds of the sub-partitions.
  if (architecture.registers_per_block < per_warp * roundUp(warps, architecture.subpartitions))
    return 0;
  unsigned warps_per_subpartition = architecture.registers_per_sm / architecture.subpartitions / per_warp;
  return warps_per_subpartition * architecture.subpartitions / warps;
}

// Shared memory that a block takes from its SM, in bytes.
std::size_t sharedOfBlock(const Architecture &architecture, const KernelResources &kernel,
                          std::size_t dynamic_shared) {
  return roundUp(kernel.static_shared + architecture.shared_reserved + dynamic_shared,
                 architecture.shared_unit);
}

// The SM's shared capacity: the preferred carve-out, rounded up to one that exists and holds a block.
std::size_t sharedCapacity(const Architecture &architecture, const KernelResources &kernel,
                           std::size_t block) {
  std::size_t preferred = architecture.shared_per_sm;
  if (kernel.carveout_percent != kDefaultCarveout)
    preferred = architecture.shared_per_sm * static_cast<unsigned>(kernel.carveout_percent) / 100;
  preferred = std::max(preferred, block);
  for (std::size_t capacity : architecture.carveouts)
    if (capacity >= preferred)
      return capacity;
  return architecture.shared_per_sm;
}

unsigned blocksByShared(const Architecture &architecture, const KernelResources &kernel,
                        std::size_t dynamic_shared) {
  if (dynamic_shared > kernel.max_dynamic_shared)
    return 0;
  bool opted_in = kernel.static_shared + architecture.shared_reserved + kernel.max_dynamic_shared >
                  kDefaultSharedPerBlock;
  std::size_t limit =
      (opted_in ? architecture.shared_optin : kDefaultSharedPerBlock) + architecture.shared_reserved;
  std::size_t block = sharedOfBlock(architecture, kernel, dynamic_shared);
  if (block > limit)
    return 0;
  if (block == 0)
    return architecture.blocks_per_sm;
  return static_cast<unsigned>(sharedCapacity(architecture, kernel, block) / block);
}

}  // namespace

unsigned blocksPerMultiprocessor(const Architecture &architecture, const KernelResources &kernel,
                                 unsigned block_threads, std::size_t dynamic_shared) {
  if (block_threads == 0 || block_threads > std::min(kernel.max_threads_per_block, kMaxThreadsPerBlock))
    return 0;
  unsigned warps = roundUp(block_threads, kWarpSize) / kWarpSize;
  unsigned blocks = std::min(architecture.warps_per_sm / warps, architecture.blocks_per_sm);
  blocks = std::min(blocks, blocksByRegisters(architecture, kernel, warps));
  blocks = std::min(blocks, blocksByShared(architecture, kernel, dynamic_shared));
  if (architecture.barrier_slots != 0 && kernel.barriers_per_block != 0)
    blocks = std::min(blocks, architecture.barrier_slots / kernel.barriers_per_block);
  return blocks;
}

std::size_t availableDynamicShared(const Architecture &architecture, const KernelResources &kernel,
                                   unsigned blocks, unsigned block_threads) {
  if (blocks == 0 || blocksPerMultiprocessor(architecture, kernel, block_threads, 0) < blocks)
    return 0;
  std::size_t capacity = sharedCapacity(architecture, kernel, 0);
  std::size_t block = capacity / blocks / architecture.shared_unit * architecture.shared_unit;
  std::size_t taken = kernel.static_shared + architecture.shared_reserved;
  std::size_t limit = std::max(kDefaultSharedPerBlock, kernel.static_shared + kernel.max_dynamic_shared);
  if (block <= taken)
    return 0;
  return std::min(block - taken, limit - std::min(limit, kernel.static_shared));
}

}  // namespace raddle::occupancy
