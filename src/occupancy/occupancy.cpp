#include "occupancy/occupancy.h"

#include "occupancy/question.h"

#include <algorithm>

namespace raddle::occupancy {

namespace {

cudaOccCacheConfig cacheConfig(CachePreference preference) {
  constexpr cudaOccCacheConfig kConfigurations[] = {CACHE_PREFER_NONE, CACHE_PREFER_SHARED, CACHE_PREFER_L1,
                                                    CACHE_PREFER_EQUAL};
  return kConfigurations[static_cast<unsigned>(preference)];
}

const raddleOccLimits &limitsOf(const Architecture &architecture) {
  return *raddleOccFindLimits(static_cast<int>(architecture.major), static_cast<int>(architecture.minor));
}

ResourceLimit limitFrom(int blocks, std::size_t per_block, std::size_t capacity) {
  return {.blocks = blocks == std::numeric_limits<int>::max() ? kUnlimited : static_cast<unsigned>(blocks),
          .per_block = per_block,
          .capacity = capacity};
}

} // namespace

Question::Question(const Architecture &architecture, const KernelResources &resources) {
  device.computeMajor = static_cast<int>(architecture.major);
  device.computeMinor = static_cast<int>(architecture.minor);
  device.maxThreadsPerBlock = kMaxThreadsPerBlock;
  device.maxThreadsPerMultiprocessor = static_cast<int>(architecture.threadsPerSm());
  device.regsPerBlock = static_cast<int>(architecture.registers_per_block);
  device.regsPerMultiprocessor = static_cast<int>(architecture.registers_per_sm);
  device.warpSize = kWarpSize;
  device.sharedMemPerBlock = kDefaultSharedPerBlock;
  device.sharedMemPerMultiprocessor = architecture.shared_per_sm;
  device.numSms = 1;
  device.sharedMemPerBlockOptin = architecture.shared_optin;
  device.reservedSharedMemPerBlock = architecture.shared_reserved;

  kernel.maxThreadsPerBlock = static_cast<int>(resources.max_threads_per_block);
  kernel.numRegs = static_cast<int>(resources.registers_per_thread);
  kernel.sharedSizeBytes = resources.static_shared;
  kernel.partitionedGCConfig = resources.partitioned_caching ? PARTITIONED_GC_ON_STRICT : PARTITIONED_GC_OFF;
  kernel.maxDynamicSharedSizeBytes = resources.max_dynamic_shared;
  kernel.numBlockBarriers = static_cast<int>(resources.barriers_per_block);

  state.cacheConfig = cacheConfig(resources.cache_preference);
  state.carveoutConfig = resources.carveout_percent;
}

std::string_view name(Resource resource) {
  constexpr std::string_view kNames[] = {"warps", "blocks", "registers", "shared memory", "barriers"};
  return kNames[static_cast<unsigned>(resource)];
}

unsigned registersOfWarp(const Architecture &architecture, unsigned registers_per_thread) {
  return static_cast<unsigned>(
      raddleOccRegistersOfWarp(&limitsOf(architecture), static_cast<int>(registers_per_thread)));
}

Occupancy computeOccupancy(const Architecture &architecture, const KernelResources &kernel,
                           BlockShape block) {
  const Question question(architecture, kernel);
  const raddleOccLimits &limits = limitsOf(architecture);
  cudaOccResult answer;
  raddleOccCompute(&answer, &limits, &question.device, &question.kernel, &question.state,
                   static_cast<int>(block.threads), block.dynamic_shared);
  const std::size_t shared = answer.allocatedSharedMemPerBlock;
  Occupancy result{
      .blocks = static_cast<unsigned>(answer.activeBlocksPerMultiprocessor),
      .limits = {
          limitFrom(answer.blockLimitWarps, block.warps(), architecture.warps_per_sm),
          limitFrom(answer.blockLimitBlocks, 1, architecture.blocks_per_sm),
          limitFrom(answer.blockLimitRegs, static_cast<std::size_t>(answer.allocatedRegistersPerBlock),
                    architecture.registers_per_sm),
          limitFrom(answer.blockLimitSharedMem, shared,
                    raddleOccSharedCapacity(&limits, &question.device, &question.state, shared)),
          limitFrom(answer.blockLimitBarriers, kernel.barriers_per_block, architecture.barrier_slots)}};
  result.warps = result.blocks * block.warps();
  result.fraction = static_cast<double>(result.warps) / architecture.warps_per_sm;
  for (ResourceLimit &limit : result.limits)
    limit.unused = limit.capacity - std::min(limit.capacity, limit.per_block * result.blocks);
  return result;
}

unsigned blocksPerMultiprocessor(const Architecture &architecture, const KernelResources &kernel,
                                 unsigned block_threads, std::size_t dynamic_shared) {
  return computeOccupancy(architecture, kernel, {block_threads, dynamic_shared}).blocks;
}

} // namespace raddle::occupancy
