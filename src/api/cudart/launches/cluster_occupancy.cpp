// How large clusters may be, and how many a device holds at once.
#include "cuda_runtime_api.h"

#include "api/cudart/launches/launch.h"
#include "host/requests/kernel_limits.h"

#include <algorithm>
#include <climits>

using namespace raddle::cudart;
using raddle::host::Kernel;

namespace {

// Runs body(context, kernel, the launch that `config` describes).
template <typename Body>
cudaError_t onLaunch(const void *function, const cudaLaunchConfig_t *config, Body body) {
  return onDevice([&](const Context &context) {
    // What is wrong with the kernel comes before what is wrong with the attributes.
    if (!config || (config->numAttrs != 0 && !config->attrs))
      return cudaErrorInvalidValue;
    Kernel *kernel = nullptr;
    if (Status status = modules().findKernel(function, context.target(), &kernel))
      return errorOf(status);
    LaunchRequest request;
    if (cudaError_t error = describe(context, config, function, nullptr, &request))
      return error;
    return body(context, *kernel, request);
  });
}

unsigned threadsOf(const LaunchRequest &request) {
  return request.block.x * request.block.y * request.block.z;
}

} // namespace

cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *function,
                                                 const cudaLaunchConfig_t *config) {
  return onLaunch(
      function, config, [=](const Context &context, const Kernel &kernel, const LaunchRequest &request) {
        if (!size)
          return cudaErrorInvalidValue;
        if (context.device.architecture().major < 9)
          return cudaErrorNotSupported;
        const bool fits = residentBlocks(context, kernel, threadsOf(request), request.dynamic_shared) != 0;
        *size = fits ? static_cast<int>(maxClusterSize(kernel)) : 0;
        return cudaSuccess;
      });
}

cudaError_t cudaOccupancyMaxActiveClusters(int *count, const void *function,
                                           const cudaLaunchConfig_t *config) {
  return onLaunch(
      function, config, [=](const Context &context, const Kernel &kernel, const LaunchRequest &request) {
        if (!count)
          return cudaErrorInvalidValue;
        std::optional<RaddleDim3> cluster;
        if (Status status = resolveCluster(context, kernel, request.grid, request.cluster, &cluster))
          return errorOf(status);
        const std::uint64_t clusters =
            cluster ? residentClusters(context, kernel, threadsOf(request), request.dynamic_shared,
                                       cluster->x * cluster->y * cluster->z)
                    : 0;
        *count = static_cast<int>(std::min<std::uint64_t>(clusters, INT_MAX));
        return cudaSuccess;
      });
}
