// Functions: kernels by their handles, and what they need.
#include "cuda.h"

#include "api/cuda/loaded_modules.h"
#include "host/requests/kernel_attributes.h"

using namespace raddle::cuda;
using raddle::host::Kernel;
using raddle::host::KernelAttribute;
using raddle::host::KernelAttributes;

namespace {

// The numbers of attributes are those of the host core.
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

// There is no cache to divide: accepted, without effect.
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
  return onKernel(function, [=](const Context &, Kernel &) {
    return config <= CU_FUNC_CACHE_PREFER_EQUAL ? Status::kSuccess : Status::kInvalidValue;
  });
}

CUresult cuFuncSetSharedMemConfig(CUfunction function, CUsharedconfig config) {
  return onKernel(function, [=](const Context &, Kernel &) {
    return config <= CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE ? Status::kSuccess : Status::kInvalidValue;
  });
}

CUresult cuFuncGetModule(CUmodule *module, CUfunction function) {
  return onDevice([=](const Context &) {
    const void *const library = libraryOf(stubOf(function));
    if (!module || !library)
      return module ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE;
    *module = raddle::api::moduleHandleOf(library);
    return CUDA_SUCCESS;
  });
}

CUresult cuFuncGetName(const char **name, CUfunction function) {
  return onKernel(function, [=](const Context &, Kernel &kernel) {
    if (!name)
      return Status::kInvalidValue;
    *name = kernel.facts->name;
    return Status::kSuccess;
  });
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *bytes) {
  return onKernel(function, [=](const Context &, Kernel &kernel) {
    if (!offset || index >= kernel.facts->parameters.size())
      return Status::kInvalidValue;
    *offset = kernel.facts->parameters[index].offset;
    if (bytes)
      *bytes = kernel.facts->parameters[index].size;
    return Status::kSuccess;
  });
}

CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function) {
  return onKernel(function, [=](const Context &, Kernel &) {
    if (!state)
      return Status::kInvalidValue;
    *state = CU_FUNCTION_LOADING_STATE_LOADED;
    return Status::kSuccess;
  });
}

CUresult cuFuncLoad(CUfunction function) {
  return onKernel(function, [](const Context &, Kernel &) { return Status::kSuccess; });
}

} // extern "C"
#pragma GCC visibility pop
