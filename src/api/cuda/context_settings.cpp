// What the current context is set to, and waiting for its work.
#include "cuda.h"

#include "api/cuda/call.h"
#include "host/requests/capture.h"

#include <memory>

using namespace raddle::cuda;
using raddle::host::DeviceHints;
using raddle::host::kGreatestPriority;
using raddle::host::kLeastPriority;
using raddle::host::Limit;

#pragma GCC visibility push(default)
extern "C" {

CUresult cuCtxSynchronize(void) {
  return onDevice([](const Context &context) {
    if (Status status = refuseWaitingForCaptures(context))
      return status;
    context.scheduler().waitDevice(context.device.id());
    return context.synchronized();
  });
}

CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  return onDevice(
      [=](const Context &context) { return context.device.setLimit(static_cast<Limit>(limit), value); });
}

CUresult cuCtxGetLimit(size_t *value, CUlimit limit) {
  return onDevice([=](const Context &context) {
    return value ? context.device.limit(static_cast<Limit>(limit), value) : Status::kInvalidValue;
  });
}

// There is no cache to divide: what is set is only remembered.
CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  return onDevice([=](const Context &context) {
    if (config > CU_FUNC_CACHE_PREFER_EQUAL)
      return Status::kInvalidValue;
    context.device.changeHints([=](DeviceHints &hints) { hints.cache_config = config; });
    return Status::kSuccess;
  });
}

CUresult cuCtxGetCacheConfig(CUfunc_cache *config) {
  return onDevice([=](const Context &context) {
    if (!config)
      return Status::kInvalidValue;
    *config = static_cast<CUfunc_cache>(context.device.hints().cache_config);
    return Status::kSuccess;
  });
}

CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) {
  return onDevice([=](const Context &context) {
    if (config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE)
      return Status::kInvalidValue;
    context.device.changeHints([=](DeviceHints &hints) { hints.shared_memory_config = config; });
    return Status::kSuccess;
  });
}

CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config) {
  return onDevice([=](const Context &context) {
    if (!config)
      return Status::kInvalidValue;
    *config = static_cast<CUsharedconfig>(context.device.hints().shared_memory_config);
    return Status::kSuccess;
  });
}

CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  return onDevice([=](const Context &) {
    if (least)
      *least = kLeastPriority;
    if (greatest)
      *greatest = kGreatestPriority;
    return Status::kSuccess;
  });
}

CUresult cuCtxResetPersistingL2Cache(void) {
  return onDevice([](const Context &) { return Status::kSuccess; });
}

CUresult cuCtxGetExecAffinity(CUexecAffinityParam *affinity, CUexecAffinityType type) {
  return onDevice([=](const Context &context) {
    if (!affinity || type != CU_EXEC_AFFINITY_TYPE_SM_COUNT)
      return CUDA_ERROR_INVALID_VALUE;
    affinity->type = type;
    affinity->param.smCount.val = context.device.multiprocessors();
    return CUDA_SUCCESS;
  });
}

// The host waits in the place of the streams: all that a context does is nobody's single stream.
CUresult cuCtxRecordEvent(CUcontext handle, CUevent event) {
  return onDevice([=](const Context &context) {
    const auto found = findContext(context.process, handle);
    const auto recorded = findEvent(context, event);
    if (!found || !recorded || recorded->device != found->device)
      return CUDA_ERROR_INVALID_HANDLE;
    context.scheduler().waitDevice(found->device);
    context.scheduler().recordEvent(*context.streams().legacyStream(found->device), *recorded);
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxWaitEvent(CUcontext handle, CUevent event) {
  return onDevice([=](const Context &context) {
    const auto awaited = findEvent(context, event);
    if (!findContext(context.process, handle) || !awaited)
      return CUDA_ERROR_INVALID_HANDLE;
    context.scheduler().waitUntilPassed(*awaited);
    return CUDA_SUCCESS;
  });
}

} // extern "C"
#pragma GCC visibility pop
