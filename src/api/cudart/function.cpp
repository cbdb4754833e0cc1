// What kernels need and how they may be launched.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "host/requests/kernel_limits.h"

using namespace raddle::cudart;
using raddle::host::Kernel;
namespace occupancy = raddle::occupancy;

namespace {

template <typename Body> cudaError_t onKernel(const void *function, Body body) {
  return onDevice([&](const Context &context) {
    Kernel *kernel = nullptr;
    if (Status status = modules().findKernel(function, context.target(), &kernel))
      return errorOf(status);
    return body(context, *kernel);
  });
}

cudaError_t setMaxDynamicShared(const Context &context, Kernel &kernel, int bytes) {
  std::size_t limit = context.device.architecture().shared_optin;
  if (bytes < 0 || kernel.record->static_shared_bytes + static_cast<std::size_t>(bytes) > limit)
    return cudaErrorInvalidValue;
  kernel.max_dynamic_shared = static_cast<unsigned>(bytes);
  return cudaSuccess;
}

cudaError_t setCarveout(Kernel &kernel, int percent) {
  if (percent < cudaSharedmemCarveoutDefault || percent > cudaSharedmemCarveoutMaxShared)
    return cudaErrorInvalidValue;
  kernel.carveout_percent = percent;
  return cudaSuccess;
}

// What the source prescribes (`compiled`, 0 if nothing) cannot be changed.
cudaError_t setRequiredCluster(Kernel &kernel, std::size_t dimension, unsigned compiled, int blocks) {
  if (blocks < 0 || (compiled != 0 && static_cast<unsigned>(blocks) != compiled))
    return cudaErrorInvalidValue;
  kernel.required_cluster[dimension] = static_cast<unsigned>(blocks);
  return cudaSuccess;
}

cudaError_t setSchedulingPolicy(Kernel &kernel, int policy) {
  if (policy < cudaClusterSchedulingPolicyDefault || policy > cudaClusterSchedulingPolicyLoadBalancing)
    return cudaErrorInvalidValue;
  kernel.cluster_scheduling_policy = policy;
  return cudaSuccess;
}

} // namespace

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *function) {
  return onKernel(function, [=](const Context &context, Kernel &kernel) {
    if (!attributes)
      return cudaErrorInvalidValue;
    const RaddleKernel &record = *kernel.record;
    const occupancy::KernelResources resources = resourcesOf(context, kernel);
    *attributes = {};
    attributes->sharedSizeBytes = record.static_shared_bytes;
    attributes->constSizeBytes = record.constant_bytes;
    attributes->localSizeBytes = record.local_bytes;
    attributes->maxThreadsPerBlock = static_cast<int>(resources.max_threads_per_block);
    attributes->numRegs = static_cast<int>(resources.registers_per_thread);
    attributes->ptxVersion = static_cast<int>(context.device.arch());
    attributes->binaryVersion = static_cast<int>(context.device.arch());
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(kernel.max_dynamic_shared);
    attributes->preferredShmemCarveout = kernel.carveout_percent;
    const RaddleDim3 &cluster = record.cluster_dim;
    const bool compiled = cluster.x != 0;
    attributes->clusterDimMustBeSet = compiled || (record.flags & kRaddleKernelNeedsCluster) != 0;
    attributes->requiredClusterWidth =
        static_cast<int>(compiled ? cluster.x : kernel.required_cluster[0].load());
    attributes->requiredClusterHeight =
        static_cast<int>(compiled ? cluster.y : kernel.required_cluster[1].load());
    attributes->requiredClusterDepth =
        static_cast<int>(compiled ? cluster.z : kernel.required_cluster[2].load());
    attributes->clusterSchedulingPolicyPreference = kernel.cluster_scheduling_policy;
    attributes->nonPortableClusterSizeAllowed = kernel.non_portable_cluster_size;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetAttribute(const void *function, cudaFuncAttribute attribute, int value) {
  return onKernel(function, [=](const Context &context, Kernel &kernel) {
    switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize:
      return setMaxDynamicShared(context, kernel, value);
    case cudaFuncAttributePreferredSharedMemoryCarveout:
      return setCarveout(kernel, value);
    case cudaFuncAttributeRequiredClusterWidth:
      return setRequiredCluster(kernel, 0, kernel.record->cluster_dim.x, value);
    case cudaFuncAttributeRequiredClusterHeight:
      return setRequiredCluster(kernel, 1, kernel.record->cluster_dim.y, value);
    case cudaFuncAttributeRequiredClusterDepth:
      return setRequiredCluster(kernel, 2, kernel.record->cluster_dim.z, value);
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
      kernel.non_portable_cluster_size = value;
      return cudaSuccess;
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
      return setSchedulingPolicy(kernel, value);
    case cudaFuncAttributeClusterDimMustBeSet: // may only be read
    default:
      return cudaErrorInvalidValue;
    }
  });
}

// There is no cache to divide: accepted, without effect.
cudaError_t cudaFuncSetCacheConfig(const void *function, cudaFuncCache config) {
  return onKernel(function, [=](const Context &, Kernel &) {
    bool known = config >= cudaFuncCachePreferNone && config <= cudaFuncCachePreferEqual;
    return known ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaFuncSetSharedMemConfig(const void *function, cudaSharedMemConfig config) {
  return onKernel(function, [=](const Context &, Kernel &) {
    bool known = config >= cudaSharedMemBankSizeDefault && config <= cudaSharedMemBankSizeEightByte;
    return known ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaFuncGetName(const char **name, const void *function) {
  return onKernel(function, [=](const Context &, Kernel &kernel) {
    if (!name)
      return cudaErrorInvalidValue;
    *name = kernel.record->name;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncGetParamInfo(const void *function, size_t index, size_t *offset, size_t *size) {
  return onKernel(function, [=](const Context &, Kernel &kernel) {
    if (!offset || index >= kernel.record->parameter_count)
      return cudaErrorInvalidValue;
    *offset = kernel.record->parameters[index].offset;
    if (size)
      *size = kernel.record->parameters[index].size;
    return cudaSuccess;
  });
}
