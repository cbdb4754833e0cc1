// What kernels need and how they may be launched.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "api/cudart/launches/kernel_queries.h"
#include "host/requests/kernel_attributes.h"

using namespace raddle::cudart;
using raddle::host::Kernel;
using raddle::host::KernelAttribute;

namespace {

// CUDA 13 has another answer than CUDA 12 for what is no kernel, but not where a handle is asked for.
enum class Purpose { kUse, kHandle };

template <typename Body>
cudaError_t onKernel(const void *function, Body body, Purpose purpose = Purpose::kUse) {
  return onDevice([&](const Context &context) {
    Kernel *kernel = nullptr;
    const Status status =
        function ? modules().findKernel(function, context.target(), &kernel) : Status::kUnknownFunction;
    if (status == Status::kUnknownFunction && (!function || purpose == Purpose::kHandle))
      return cudaErrorInvalidDeviceFunction;
    if (status)
      return errorOf(status);
    return body(context, *kernel);
  });
}

template <typename Body> cudaError_t onSymbol(const void *symbol, Body body) {
  return onKernel(symbol, body, Purpose::kHandle);
}

} // namespace

cudaFuncAttributes raddle::cudart::attributesOfKernel(const Context &context, Kernel &kernel) {
  const auto known = attributesOf(context, kernel);
  cudaFuncAttributes attributes = {};
  attributes.sharedSizeBytes = static_cast<std::size_t>(known[KernelAttribute::kStaticSharedBytes]);
  attributes.constSizeBytes = static_cast<std::size_t>(known[KernelAttribute::kConstantBytes]);
  attributes.localSizeBytes = static_cast<std::size_t>(known[KernelAttribute::kLocalBytes]);
  attributes.maxThreadsPerBlock = known[KernelAttribute::kMaxThreadsPerBlock];
  attributes.numRegs = known[KernelAttribute::kRegisters];
  attributes.ptxVersion = known[KernelAttribute::kPtxVersion];
  attributes.binaryVersion = known[KernelAttribute::kBinaryVersion];
  attributes.maxDynamicSharedSizeBytes = known[KernelAttribute::kMaxDynamicSharedBytes];
  attributes.preferredShmemCarveout = known[KernelAttribute::kCarveoutPercent];
  attributes.clusterDimMustBeSet = known[KernelAttribute::kNeedsCluster];
  attributes.requiredClusterWidth = known[KernelAttribute::kRequiredClusterWidth];
  attributes.requiredClusterHeight = known[KernelAttribute::kRequiredClusterHeight];
  attributes.requiredClusterDepth = known[KernelAttribute::kRequiredClusterDepth];
  attributes.clusterSchedulingPolicyPreference = known[KernelAttribute::kClusterSchedulingPolicy];
  attributes.nonPortableClusterSizeAllowed = known[KernelAttribute::kNonPortableClusterSize];
  return attributes;
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *function) {
  return onKernel(function, [=](const Context &context, Kernel &kernel) {
    if (!attributes)
      return cudaErrorInvalidValue;
    *attributes = attributesOfKernel(context, kernel);
    return cudaSuccess;
  });
}

// Its numbers are those of the host core.
static_assert(cudaFuncAttributeMaxDynamicSharedMemorySize ==
              static_cast<unsigned>(KernelAttribute::kMaxDynamicSharedBytes));
static_assert(cudaFuncAttributeClusterSchedulingPolicyPreference ==
              static_cast<unsigned>(KernelAttribute::kClusterSchedulingPolicy));

cudaError_t cudaFuncSetAttribute(const void *function, cudaFuncAttribute attribute, int value) {
  return onKernel(function, [=](const Context &context, Kernel &kernel) {
    return errorOf(setAttribute(context, kernel, static_cast<KernelAttribute>(attribute), value));
  });
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *handle, const void *symbol) {
  return onSymbol(symbol, [=](const Context &, Kernel &) {
    if (!handle)
      return cudaErrorInvalidValue;
    *handle = functionHandleOf(symbol);
    return cudaSuccess;
  });
}

// The same on all devices.
cudaError_t cudaGetKernel(cudaKernel_t *handle, const void *symbol) {
  return onSymbol(symbol, [=](const Context &, Kernel &) {
    if (!handle)
      return cudaErrorInvalidValue;
    *handle = reinterpret_cast<cudaKernel_t>(functionHandleOf(symbol));
    return cudaSuccess;
  });
}

// Devices have computed with doubles for long.
cudaError_t cudaSetDoubleForDevice(double *number) {
  return recordError(number ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaSetDoubleForHost(double *number) {
  return recordError(number ? cudaSuccess : cudaErrorInvalidValue);
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
    *name = kernel.facts->name;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncGetParamInfo(const void *function, size_t index, size_t *offset, size_t *size) {
  return onKernel(function, [=](const Context &, Kernel &kernel) {
    if (!offset || index >= kernel.facts->parameters.size())
      return cudaErrorInvalidValue;
    *offset = kernel.facts->parameters[index].offset;
    if (size)
      *size = kernel.facts->parameters[index].size;
    return cudaSuccess;
  });
}
