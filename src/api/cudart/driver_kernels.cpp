// Kernels in the driver API.
#include "cuda.h"
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "api/cudart/driver_answer.h"
#include "api/cudart/handles.h"

#include <cstddef>
#include <iterator>

using namespace raddle::cudart;

namespace {

// Attributes of launches are the same in both APIs, but for the names of their types.
static_assert(sizeof(CUlaunchAttribute) == sizeof(cudaLaunchAttribute));
static_assert(offsetof(CUlaunchAttribute, value) == offsetof(cudaLaunchAttribute, val));
static_assert(CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT ==
              static_cast<int>(cudaLaunchAttributeLaunchCompletionEvent));

// By the numbers of CUfunction_attribute.
using Known = cudaFuncAttributes;
constexpr int (*kAttributes[])(const Known &) = {
    [](const Known &known) { return known.maxThreadsPerBlock; },
    [](const Known &known) { return static_cast<int>(known.sharedSizeBytes); },
    [](const Known &known) { return static_cast<int>(known.constSizeBytes); },
    [](const Known &known) { return static_cast<int>(known.localSizeBytes); },
    [](const Known &known) { return known.numRegs; },
    [](const Known &known) { return known.ptxVersion; },
    [](const Known &known) { return known.binaryVersion; },
    [](const Known &known) { return known.cacheModeCA; },
    [](const Known &known) { return known.maxDynamicSharedSizeBytes; },
    [](const Known &known) { return known.preferredShmemCarveout; },
    [](const Known &known) { return known.clusterDimMustBeSet; },
    [](const Known &known) { return known.requiredClusterWidth; },
    [](const Known &known) { return known.requiredClusterHeight; },
    [](const Known &known) { return known.requiredClusterDepth; },
    [](const Known &known) { return known.nonPortableClusterSizeAllowed; },
    [](const Known &known) { return known.clusterSchedulingPolicyPreference; },
};
static_assert(std::size(kAttributes) == CU_FUNC_ATTRIBUTE_MAX);

} // namespace

#pragma GCC visibility push(default)
extern "C" {

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *functionPtr, const void *symbolPtr) {
  return onDevice([&](const Context &context) {
    raddle::host::Kernel *kernel = nullptr;
    if (!functionPtr)
      return cudaErrorInvalidValue;
    if (Status status = modules().findKernel(symbolPtr, context.target(), &kernel))
      return errorOf(status);
    *functionPtr = functionHandleOf(symbolPtr);
    return cudaSuccess;
  });
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function) {
  if (!value || static_cast<unsigned>(attribute) >= CU_FUNC_ATTRIBUTE_MAX)
    return CUDA_ERROR_INVALID_VALUE;
  Known known;
  const CUresult result = answer([&] { return cudaFuncGetAttributes(&known, stubOf(function)); });
  if (result == CUDA_SUCCESS)
    *value = kAttributes[attribute](known);
  return result;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  return answer([&] {
    return cudaFuncSetAttribute(stubOf(function), static_cast<cudaFuncAttribute>(attribute), value);
  });
}

CUresult cuFuncLoad(CUfunction function) {
  cudaFuncAttributes attributes;
  return answer([&] { return cudaFuncGetAttributes(&attributes, stubOf(function)); });
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *configuration, CUfunction function, void **parameters,
                          void **extra) {
  // Parameters in one buffer are of no use to callers that know a kernel by its symbol.
  if (!configuration || extra)
    return CUDA_ERROR_INVALID_VALUE;
  cudaLaunchConfig_t config{};
  config.gridDim = {configuration->gridDimX, configuration->gridDimY, configuration->gridDimZ};
  config.blockDim = {configuration->blockDimX, configuration->blockDimY, configuration->blockDimZ};
  config.dynamicSmemBytes = configuration->sharedMemBytes;
  config.stream = configuration->hStream;
  config.attrs = reinterpret_cast<cudaLaunchAttribute *>(configuration->attrs);
  config.numAttrs = configuration->numAttrs;
  return answer([&] { return cudaLaunchKernelExC(&config, stubOf(function), parameters); });
}

} // extern "C"
#pragma GCC visibility pop
