// Stream-ordered allocation. Each device has its default pool and no other; its handle is the device.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "host/requests/allocation.h"

#include <memory>
#include <span>
#include <vector>

using namespace raddle::cudart;
using raddle::host::Device;
using raddle::host::PoolAccess;
using raddle::host::PoolAttribute;

namespace {

cudaError_t allocateInStream(const Context &context, std::uintptr_t caller, void **pointer, std::size_t bytes,
                             const Device &owner, cudaStream_t stream) {
  if (!pointer)
    return cudaErrorInvalidValue;
  return findStream(context, stream) ? errorOf(allocateFromPool(context, caller, owner, bytes, pointer))
                                     : cudaErrorInvalidResourceHandle;
}

cudaError_t defaultPool(cudaMemPool_t *pool, int device) {
  return onProcess([=](Process &process) {
    if (!pool)
      return cudaErrorInvalidValue;
    if (!process.hasDevice(device))
      return cudaErrorInvalidDevice;
    *pool = poolHandleOf(process.device(device));
    return cudaSuccess;
  });
}

// Runs `body(process, the pool's device)`.
template <typename Body> cudaError_t onPool(cudaMemPool_t handle, Body body) {
  return onProcess([&](Process &process) {
    Device *const owner = findPool(process, handle);
    return owner ? body(process, *owner) : cudaErrorInvalidValue;
  });
}

} // namespace

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    return allocateInStream(context, caller, pointer, bytes, context.device, stream);
  });
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    Device *owner = findPool(context.process, pool);
    return owner ? allocateInStream(context, caller, pointer, bytes, *owner, stream) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    std::shared_ptr<raddle::host::Stream> found = findStream(context, stream);
    if (!found)
      return cudaErrorInvalidResourceHandle;
    if (!pointer)
      return cudaSuccess;
    return errorOf(releaseInStream(context, *found, caller, pointer));
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) { return defaultPool(pool, device); }

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) { return defaultPool(pool, device); }

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
  return onPool(pool, [](Process &, Device &) { return cudaSuccess; });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
  return onPool(pool, [=](Process &, Device &owner) {
    return value ? errorOf(owner.pool().setAttribute(static_cast<PoolAttribute>(attribute), value))
                 : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
  return onPool(pool, [=](Process &, Device &owner) {
    return value ? errorOf(owner.pool().attribute(static_cast<PoolAttribute>(attribute), value))
                 : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc *descriptions, size_t count) {
  return onPool(pool, [=](Process &process, Device &owner) {
    if (!descriptions && count > 0)
      return cudaErrorInvalidValue;
    std::vector<PoolAccess> wanted;
    for (const cudaMemAccessDesc &access : std::span(descriptions, count))
      wanted.push_back({access.location.type == cudaMemLocationTypeDevice, access.location.id, access.flags});
    return errorOf(owner.pool().setAccess(wanted, owner.id(), static_cast<int>(process.devices.size())));
  });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *flags, cudaMemPool_t pool, cudaMemLocation *location) {
  return onPool(pool, [=](Process &process, Device &owner) {
    if (!flags || !location || location->type != cudaMemLocationTypeDevice)
      return cudaErrorInvalidValue;
    if (!process.hasDevice(location->id))
      return cudaErrorInvalidDevice;
    *flags = static_cast<cudaMemAccessFlags>(owner.pool().access(location->id, owner.id()));
    return cudaSuccess;
  });
}
