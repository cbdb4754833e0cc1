// Memory pools, and allocation in stream order.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "api/cudart/errors/unsupported.h"
#include "check/live_objects.h"
#include "host/requests/allocation.h"
#include "host/requests/capture.h"
#include "host/requests/sharing.h"

#include <memory>
#include <span>
#include <vector>

using namespace raddle::cudart;
using raddle::host::Device;
using raddle::host::MemoryPool;
using raddle::host::PoolAccess;
using raddle::host::PoolAttribute;
using raddle::host::Stream;

namespace {

// Runs `body(context, stream)`.
template <typename Body> cudaError_t inStream(cudaStream_t handle, Body body) {
  return onDevice([&](const Context &context) {
    const std::shared_ptr<Stream> stream = findStream(context, handle);
    return stream ? body(context, *stream) : cudaErrorInvalidResourceHandle;
  });
}

// Runs `body(device)` -> the pool whose handle is asked for.
template <typename Body> cudaError_t poolOf(int device, cudaMemPool_t *pool, Body body) {
  return onProcess([=](Process &process) {
    if (!pool)
      return cudaErrorInvalidValue;
    if (!process.hasDevice(device))
      return cudaErrorInvalidDevice;
    *pool = handleOf(body(process.device(device)));
    return cudaSuccess;
  });
}

// Runs `body(process, pool)`.
template <typename Body> cudaError_t onPool(cudaMemPool_t handle, Body body) {
  return onProcess([&](Process &process) {
    MemoryPool *const pool = findPool(process, handle);
    return pool ? body(process, *pool) : cudaErrorInvalidValue;
  });
}

} // namespace

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t handle) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return inStream(handle, [=](const Context &context, Stream &stream) {
    return errorOf(allocateInStream(context, stream, caller, context.device.pool(), bytes, pointer));
  });
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t handle) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return inStream(handle, [=](const Context &context, Stream &stream) {
    MemoryPool *const found = findPool(context.process, pool);
    return found ? errorOf(allocateInStream(context, stream, caller, *found, bytes, pointer))
                 : cudaErrorInvalidValue;
  });
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t handle) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return inStream(handle, [=](const Context &context, Stream &stream) {
    return errorOf(releaseInStream(context, stream, caller, pointer));
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
  return poolOf(device, pool, [](Device &found) -> MemoryPool & { return found.defaultPool(); });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
  return poolOf(device, pool, [](Device &found) -> MemoryPool & { return found.pool(); });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  return onPool(pool, [=](Process &process, MemoryPool &found) {
    if (!process.hasDevice(device))
      return cudaErrorInvalidDevice;
    if (found.device() != device)
      return cudaErrorInvalidValue;
    process.device(device).setPool(found);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *properties) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    if (!pool || !properties || properties->allocType != cudaMemAllocationTypePinned)
      return cudaErrorInvalidValue;
    if (properties->location.type != cudaMemLocationTypeDevice)
      return properties->location.type == cudaMemLocationTypeInvalid
                 ? cudaErrorInvalidValue
                 : refused("a memory pool of the host", "pools hold memory of devices");
    if (!context.process.hasDevice(properties->location.id))
      return cudaErrorInvalidDevice;
    if (properties->handleTypes != cudaMemHandleTypeNone &&
        properties->handleTypes != cudaMemHandleTypePosixFileDescriptor)
      return refused("a memory pool with handles that are no file descriptors",
                     "other handles are those of Windows and of NVLink");
    MemoryPool *const made = raddle::host::createPool(context, properties->location.id, properties->maxSize,
                                                      properties->handleTypes != cudaMemHandleTypeNone);
    if (!made)
      return cudaErrorMemoryAllocation;
    *pool = handleOf(*made);
    raddle::check::noteMade(*pool, raddle::check::Rule::kLeakMemoryPool, properties->location.id, 0, caller);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return onPool(pool, [=](Process &process, MemoryPool &found) {
    Device &device = process.device(found.device());
    if (&found == &device.defaultPool())
      return cudaErrorInvalidValue;
    if (&found == &device.pool())
      device.setPool(device.defaultPool());
    raddle::check::noteGone(pool, 0);
    return process.pools.destroy(&found) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes_to_keep) {
  return onPool(pool, [=](Process &, MemoryPool &found) {
    found.trim(bytes_to_keep);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
  return onPool(pool, [=](Process &, MemoryPool &found) {
    return value ? errorOf(found.setAttribute(static_cast<PoolAttribute>(attribute), value))
                 : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
  return onPool(pool, [=](Process &, MemoryPool &found) {
    return value ? errorOf(found.attribute(static_cast<PoolAttribute>(attribute), value))
                 : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc *descriptions, size_t count) {
  return onPool(pool, [=](Process &process, MemoryPool &found) {
    if (!descriptions && count > 0)
      return cudaErrorInvalidValue;
    std::vector<PoolAccess> wanted;
    for (const cudaMemAccessDesc &access : std::span(descriptions, count))
      wanted.push_back({access.location.type == cudaMemLocationTypeDevice, access.location.id, access.flags});
    return errorOf(found.setAccess(wanted, static_cast<int>(process.devices.size())));
  });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *flags, cudaMemPool_t pool, cudaMemLocation *location) {
  return onPool(pool, [=](Process &process, MemoryPool &found) {
    if (!flags || !location || location->type != cudaMemLocationTypeDevice)
      return cudaErrorInvalidValue;
    if (!process.hasDevice(location->id))
      return cudaErrorInvalidDevice;
    *flags = static_cast<cudaMemAccessFlags>(found.access(location->id));
    return cudaSuccess;
  });
}
