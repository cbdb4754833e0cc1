// What processes have together: arrays, events, pools.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "api/cudart/errors/unsupported.h"
#include "check/live_objects.h"
#include "host/requests/sharing.h"

#include <bit>
#include <memory>
#include <string_view>

using namespace raddle::cudart;
using raddle::host::MemoryPool;
using raddle::host::SharingHandle;

namespace {

constexpr std::string_view kOtherHandles = "a handle of a memory pool that is no file descriptor",
                           kReason = "other handles are those of Windows and of NVLink";

// Runs `share(context, &handle)` and stores what it made.
template <typename Handle, typename Share> cudaError_t storeHandle(Handle *out, Share share) {
  static_assert(sizeof(Handle) == sizeof(SharingHandle));
  return onDevice([&](const Context &context) {
    SharingHandle made = {};
    if (!out)
      return cudaErrorInvalidValue;
    const cudaError_t error = share(context, &made);
    if (error == cudaSuccess)
      *out = std::bit_cast<Handle>(made);
    return error;
  });
}

} // namespace

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer) {
  return storeHandle(handle, [=](const Context &context, SharingHandle *made) {
    return errorOf(shareMemory(context, pointer, made));
  });
}

cudaError_t cudaIpcOpenMemHandle(void **pointer, cudaIpcMemHandle_t handle, unsigned int flags) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([&](const Context &context) {
    if (!pointer || flags != cudaIpcMemLazyEnablePeerAccess)
      return cudaErrorInvalidValue;
    return errorOf(openMemory(context, caller, std::bit_cast<SharingHandle>(handle), pointer));
  });
}

cudaError_t cudaIpcCloseMemHandle(void *pointer) {
  return onDevice([=](const Context &context) { return errorOf(closeMemory(context, pointer)); });
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event) {
  return storeHandle(handle, [=](const Context &context, SharingHandle *made) {
    const std::shared_ptr<raddle::host::Event> found = findEvent(context, event);
    return found ? errorOf(shareEvent(*found, made)) : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([&](const Context &context) {
    std::shared_ptr<raddle::host::Event> opened;
    if (!event)
      return cudaErrorInvalidValue;
    if (Status status = openEvent(context, std::bit_cast<SharingHandle>(handle), &opened))
      return errorOf(status);
    *event = handleOf(*opened);
    raddle::check::noteMade(*event, raddle::check::Rule::kLeakEvent, context.device.id(), 0, caller);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolExportToShareableHandle(void *handle, cudaMemPool_t pool,
                                               cudaMemAllocationHandleType type, unsigned int flags) {
  return onDevice([=](const Context &context) {
    const MemoryPool *const found = findPool(context.process, pool);
    if (!handle || !found || flags != 0)
      return cudaErrorInvalidValue;
    if (type != cudaMemHandleTypePosixFileDescriptor)
      return refused(kOtherHandles, kReason);
    return errorOf(sharePool(*found, static_cast<int *>(handle)));
  });
}

cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *pool, void *handle,
                                                 cudaMemAllocationHandleType type, unsigned int flags) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    if (!pool || flags != 0)
      return cudaErrorInvalidValue;
    if (type != cudaMemHandleTypePosixFileDescriptor)
      return refused(kOtherHandles, kReason);
    // The descriptor is given as a pointer.
    const auto descriptor = static_cast<int>(reinterpret_cast<std::intptr_t>(handle));
    MemoryPool *opened = nullptr;
    if (Status status = openPool(context, descriptor, &opened))
      return errorOf(status);
    *pool = handleOf(*opened);
    raddle::check::noteMade(*pool, raddle::check::Rule::kLeakMemoryPool, opened->device(), 0, caller);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolExportPointer(cudaMemPoolPtrExportData *data, void *pointer) {
  return storeHandle(data, [=](const Context &context, SharingHandle *made) {
    return errorOf(sharePointer(context, pointer, made));
  });
}

cudaError_t cudaMemPoolImportPointer(void **pointer, cudaMemPool_t pool, cudaMemPoolPtrExportData *data) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    const MemoryPool *const found = findPool(context.process, pool);
    if (!pointer || !found || !data)
      return cudaErrorInvalidValue;
    return errorOf(openPointer(context, caller, *found, std::bit_cast<SharingHandle>(*data), pointer));
  });
}
