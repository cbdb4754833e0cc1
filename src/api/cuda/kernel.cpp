// Kernels, by the handles that cudaGetFuncBySymbol gives.
#include "cuda.h"

#include "api/cuda/call.h"
#include "host/requests/kernel_attributes.h"
#include "host/requests/launch_attributes.h"

#include <bit>
#include <cstddef>
#include <span>

using namespace raddle::cuda;
using raddle::host::Kernel;
using raddle::host::KernelAttribute;
using raddle::host::KernelAttributes;
using raddle::host::LaunchAttribute;
using raddle::host::LaunchRequest;

namespace {

// The attributes of launches are those of the host core but for the names of their types, and so are the numbers of those of
// kernels.
static_assert(sizeof(CUlaunchAttribute) == sizeof(LaunchAttribute));
static_assert(offsetof(CUlaunchAttribute, value) == offsetof(LaunchAttribute, value));
static_assert(CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE ==
              static_cast<unsigned>(LaunchAttribute::Id::kDeviceUpdatableKernelNode));
static_assert(CU_FUNC_ATTRIBUTE_MAX == KernelAttributes::kCount);
static_assert(CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE ==
              static_cast<unsigned>(KernelAttribute::kClusterSchedulingPolicy));

template <typename Body> CUresult onKernel(CUfunction function, Body body) {
  return onDevice([&](const Context &context) {
    Kernel *kernel = nullptr;
    if (Status status = raddle::host::modules().findKernel(stubOf(function), context.target(), &kernel))
      return resultOf(status);
    return resultOf(body(context, *kernel));
  });
}

using Attributes = std::span<const CUlaunchAttribute>;

Status launch(const Context &context, LaunchRequest &request, CUstream handle, Attributes attributes) {
  for (const CUlaunchAttribute &attribute : attributes)
    if (Status status = applyAttribute(context, std::bit_cast<LaunchAttribute>(attribute), &request))
      return status;
  if (Status status = checkShape(request))
    return status;
  const std::shared_ptr<raddle::host::Stream> stream = findStream(context, handle);
  if (!stream || stream->device != context.device.id())
    return Status::kInvalidHandle;
  if (Status status = enqueueLaunch(context, request, *stream))
    return status;
  for (const CUlaunchAttribute &attribute : attributes)
    recordAttributeEvent(context, std::bit_cast<LaunchAttribute>(attribute), *stream);
  return waitIfLaunchesBlock(context, *stream);
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function) {
  return onKernel(function, [=](const Context &context, Kernel &kernel) {
    if (!value || static_cast<unsigned>(attribute) >= CU_FUNC_ATTRIBUTE_MAX)
      return Status::kInvalidValue;
    *value = attributesOf(context, kernel)[static_cast<KernelAttribute>(attribute)];
    return Status::kSuccess;
  });
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  return onKernel(function, [=](const Context &context, Kernel &kernel) {
    return setAttribute(context, kernel, static_cast<KernelAttribute>(attribute), value);
  });
}

CUresult cuFuncLoad(CUfunction function) {
  return onKernel(function, [](const Context &, Kernel &) { return Status::kSuccess; });
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **parameters,
                          void **extra) {
  return onDevice([=](const Context &context) {
    // Parameters in one buffer are of no use to callers that know a kernel by its symbol.
    if (!config || extra || (config->numAttrs != 0 && !config->attrs))
      return Status::kInvalidValue;
    LaunchRequest request{stubOf(function),
                          {config->gridDimX, config->gridDimY, config->gridDimZ},
                          {config->blockDimX, config->blockDimY, config->blockDimZ},
                          parameters,
                          config->sharedMemBytes};
    return launch(context, request, config->hStream, {config->attrs, config->numAttrs});
  });
}

} // extern "C"
#pragma GCC visibility pop
