// How large a launch of a kernel may be: its clusters, and what fits on a device at once.
#ifndef RADDLE_HOST_REQUESTS_KERNEL_LIMITS_H
#define RADDLE_HOST_REQUESTS_KERNEL_LIMITS_H

#include "host/process/process.h"
#include "occupancy/occupancy.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace raddle::host {

/// The largest cluster of every GPU that has clusters, and of an H100 for kernels that allow such sizes.
inline constexpr unsigned kMaxPortableClusterSize = 8;
inline constexpr unsigned kMaxClusterSize = 16;

/// What a block of the kernel takes of a multiprocessor of the device.
occupancy::KernelResources resourcesOf(const Context &context, const Kernel &kernel);

/// The most blocks in a cluster of the kernel.
unsigned maxClusterSize(const Kernel &kernel);

/// Whether launches of the kernel have clusters that they do not ask for, or must ask for some. Few have.
inline bool prescribesClusters(const Kernel &kernel) {
  const auto &[x, y, z] = kernel.required_cluster;
  return kernel.facts->cluster_dim.x != 0 || kernel.facts->needs_cluster || (x | y | z) != 0;
}

/// The cluster dimensions of a launch: those it asks for (`asked`; all 0 asks for none), which must be the
/// kernel's own if it has any (__cluster_dims__, or what the program has set), else the
/// kernel's. No value: a launch without clusters. Status::kInvalidCluster: not the kernel's, too large,
/// or the grid is no multiple. Status::kNotSupported: the device has no clusters.
Status resolveCluster(const Context &context, const Kernel &kernel, const RaddleDim3 &grid,
                      const std::optional<RaddleDim3> &asked, std::optional<RaddleDim3> *cluster);

/// Whether a launch with clusters of size `cluster` may prefer larger ones: multiples of it that divide the
/// grid.
bool isPreferable(const std::optional<RaddleDim3> &preferred, const std::optional<RaddleDim3> &cluster,
                  const RaddleDim3 &grid);

/// Blocks of that shape that the device holds at once.
std::uint64_t residentBlocks(const Context &context, const Kernel &kernel, unsigned block_threads,
                             std::size_t dynamic_shared);

/// The same in clusters of `cluster_size` blocks. A cluster that may be launched fits at least once, since
/// its blocks need no multiprocessor each.
std::uint64_t residentClusters(const Context &context, const Kernel &kernel, unsigned block_threads,
                               std::size_t dynamic_shared, unsigned cluster_size);

} // namespace raddle::host

#endif
