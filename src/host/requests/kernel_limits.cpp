#include "host/requests/kernel_limits.h"

#include "occupancy/search.h"

#include <algorithm>

namespace raddle::host {

namespace {

// The sizes that the kernel itself prescribes; all 0 when it leaves them to the launch.
RaddleDim3 requiredCluster(const Kernel &kernel) {
  const RaddleDim3 &compiled = kernel.facts->cluster_dim;
  if (compiled.x != 0)
    return {compiled.x, compiled.y, compiled.z};
  return {kernel.required_cluster[0], kernel.required_cluster[1], kernel.required_cluster[2]};
}

bool isNone(const RaddleDim3 &dim) { return dim.x == 0 && dim.y == 0 && dim.z == 0; }
bool isSame(const RaddleDim3 &a, const RaddleDim3 &b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// Whether the blocks of such a cluster are 1 to `limit`; without overflow.
bool isWithin(const RaddleDim3 &cluster, unsigned limit) {
  auto fits = [limit](unsigned extent) { return extent >= 1 && extent <= limit; };
  return fits(cluster.x) && fits(cluster.y) && fits(cluster.z) && cluster.x * cluster.y * cluster.z <= limit;
}

} // namespace

occupancy::KernelResources resourcesOf(const Context &context, const Kernel &kernel) {
  const backend::Function &facts = *kernel.facts;
  unsigned bound = facts.max_threads_per_block;
  unsigned most_registers = occupancy::registersWithin(context.device.architecture(),
                                                       {bound, facts.min_blocks_per_sm, facts.max_registers});
  return {.registers_per_thread = std::min(occupancy::kEstimatedRegisters, most_registers),
          .static_shared = facts.static_shared_bytes,
          .max_dynamic_shared = kernel.max_dynamic_shared,
          .max_threads_per_block = bound != 0 ? bound : occupancy::kMaxThreadsPerBlock,
          .carveout_percent = kernel.carveout_percent};
}

unsigned maxClusterSize(const Kernel &kernel) {
  return kernel.non_portable_cluster_size != 0 ? kMaxClusterSize : kMaxPortableClusterSize;
}

Status resolveCluster(const Context &context, const Kernel &kernel, const RaddleDim3 &grid,
                      const std::optional<RaddleDim3> &asked, std::optional<RaddleDim3> *cluster) {
  const RaddleDim3 required = requiredCluster(kernel);
  const RaddleDim3 wanted = asked && !isNone(*asked) ? *asked : required;
  cluster->reset();
  if (isNone(wanted))
    return kernel.facts->needs_cluster ? Status::kInvalidCluster : Status::kSuccess;
  if (context.device.architecture().major < 9)
    return Status::kNotSupported;
  if (!isNone(required) && !isSame(wanted, required))
    return Status::kInvalidCluster;
  if (!isWithin(wanted, maxClusterSize(kernel)))
    return Status::kInvalidCluster;
  if (grid.x % wanted.x != 0 || grid.y % wanted.y != 0 || grid.z % wanted.z != 0)
    return Status::kInvalidCluster;
  *cluster = wanted;
  return Status::kSuccess;
}

bool isPreferable(const std::optional<RaddleDim3> &preferred, const std::optional<RaddleDim3> &cluster,
                  const RaddleDim3 &grid) {
  if (!preferred || isNone(*preferred))
    return true;
  auto fits = [](unsigned larger, unsigned smaller, unsigned whole) {
    return larger != 0 && larger % smaller == 0 && whole % larger == 0;
  };
  return cluster && fits(preferred->x, cluster->x, grid.x) && fits(preferred->y, cluster->y, grid.y) &&
         fits(preferred->z, cluster->z, grid.z);
}

std::uint64_t residentBlocks(const Context &context, const Kernel &kernel, unsigned block_threads,
                             std::size_t dynamic_shared) {
  return std::uint64_t{context.device.multiprocessors()} *
         occupancy::blocksPerMultiprocessor(context.device.architecture(), resourcesOf(context, kernel),
                                            block_threads, dynamic_shared);
}

std::uint64_t residentClusters(const Context &context, const Kernel &kernel, unsigned block_threads,
                               std::size_t dynamic_shared, unsigned cluster_size) {
  const std::uint64_t blocks = residentBlocks(context, kernel, block_threads, dynamic_shared);
  return blocks == 0 ? 0 : std::max<std::uint64_t>(blocks / cluster_size, 1);
}

} // namespace raddle::host
