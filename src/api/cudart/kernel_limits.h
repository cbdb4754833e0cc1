// How large a launch of a kernel may be: its clusters, and what fits on a device at once.
#ifndef RADDLE_API_CUDART_KERNEL_LIMITS_H
#define RADDLE_API_CUDART_KERNEL_LIMITS_H

#include "api/cudart/call.h"
#include "occupancy/occupancy.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace raddle::cudart {

/// The largest cluster of every GPU that has clusters, and of an H100 for kernels that allow such sizes.
inline constexpr unsigned kMaxPortableClusterSize = 8;
inline constexpr unsigned kMaxClusterSize = 16;

/// What a block of the kernel takes of a multiprocessor of the device.
occupancy::KernelResources resourcesOf(const Context &context, const runtime::Kernel &kernel);

/// The most blocks in a cluster of the kernel.
unsigned maxClusterSize(const runtime::Kernel &kernel);

/// The cluster dimensions of a launch: those it asks for (`asked`; all 0 asks for none), which must be the
/// kernel's own if it has any (__cluster_dims__, cudaFuncAttributeRequiredClusterWidth...), else the
/// kernel's. No value: a launch without clusters. cudaErrorInvalidClusterSize: not the kernel's, too large,
/// or the grid is no multiple. cudaErrorNotSupported: the device has no clusters.
cudaError_t resolveCluster(const Context &context, const runtime::Kernel &kernel, const dim3 &grid,
                           const std::optional<dim3> &asked, std::optional<dim3> *cluster);

/// Whether a launch with clusters of size `cluster` may prefer larger ones: multiples of it that divide the
/// grid.
bool isPreferable(const std::optional<dim3> &preferred, const std::optional<dim3> &cluster, const dim3 &grid);

/// Blocks of that shape that the device holds at once.
std::uint64_t residentBlocks(const Context &context, const runtime::Kernel &kernel, unsigned block_threads,
                             std::size_t dynamic_shared);

/// The same in clusters of `cluster_size` blocks. A cluster that may be launched fits at least once, since
/// its blocks need no multiprocessor each.
std::uint64_t residentClusters(const Context &context, const runtime::Kernel &kernel, unsigned block_threads,
                               std::size_t dynamic_shared, unsigned cluster_size);

} // namespace raddle::cudart

#endif
