// What kernels need and how they may be launched.
#include "cuda_runtime_api.h"

#include "cudart/call.h"
#include "occupancy/occupancy.h"

using namespace raddle::cudart;
using raddle::runtime::Kernel;
namespace occupancy = raddle::occupancy;

namespace {

template <typename Body> cudaError_t onKernel(const void *function, Body body) {
  return onDevice([&](const Context &context) {
    Kernel *kernel = nullptr;
    if (cudaError_t error = modules().findKernel(function, context.target(), &kernel))
      return error;
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

}  // namespace

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *function) {
  return onKernel(function, [=](const Context &context, Kernel &kernel) {
    if (!attributes)
      return cudaErrorInvalidValue;
    const RaddleKernel &record = *kernel.record;
    unsigned bound = record.max_threads_per_block;
    *attributes = {};
    attributes->sharedSizeBytes = record.static_shared_bytes;
    attributes->constSizeBytes = record.constant_bytes;
    attributes->localSizeBytes = record.local_bytes;
    attributes->maxThreadsPerBlock = static_cast<int>(bound != 0 ? bound : occupancy::kMaxThreadsPerBlock);
    attributes->numRegs = occupancy::kEstimatedRegisters;
    attributes->ptxVersion = static_cast<int>(context.device.arch());
    attributes->binaryVersion = static_cast<int>(context.device.arch());
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(kernel.max_dynamic_shared);
    attributes->preferredShmemCarveout = kernel.carveout_percent;
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
    case cudaFuncAttributeClusterDimMustBeSet:
    case cudaFuncAttributeRequiredClusterWidth:
    case cudaFuncAttributeRequiredClusterHeight:
    case cudaFuncAttributeRequiredClusterDepth:
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
      return cudaErrorNotSupported;
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
