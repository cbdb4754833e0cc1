// Stream-ordered allocation. Each device has its default pool and no other; its handle is the device.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "api/cudart/handles.h"
#include "check/live_objects.h"
#include "host/memory/explanations.h"

#include <map>
#include <mutex>
#include <optional>
#include <utility>

using namespace raddle::cudart;
using raddle::host::Allocation;
using raddle::host::Device;
using raddle::host::MemoryKind;

namespace {

// Which other devices may use a pool, as far as somebody has said.
std::mutex pool_access_mutex;
std::map<std::pair<cudaMemPool_t, int>, cudaMemAccessFlags> pool_access;

// The memory is there at once, which is earlier than promised.
cudaError_t allocateInStream(const Context &context, std::uintptr_t caller, void **pointer, std::size_t bytes,
                             int device, cudaStream_t stream) {
  if (!pointer)
    return cudaErrorInvalidValue;
  if (!findStream(context, stream))
    return cudaErrorInvalidResourceHandle;
  *pointer = nullptr;
  if (bytes == 0)
    return cudaSuccess;
  const Status status = context.memory().allocate(
      {.kind = MemoryKind::kDevice, .device = device, .bytes = bytes, .caller = caller}, pointer);
  if (status == Status::kSuccess)
    raddle::check::noteMade(*pointer, raddle::check::Rule::kLeakDevice, device, bytes, caller);
  return errorOf(status);
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

// The attributes that steer reuse. Freed memory goes back to the system at once, so they are only remembered.
bool isReuseAttribute(cudaMemPoolAttr attribute) {
  return attribute >= cudaMemPoolReuseFollowEventDependencies && attribute <= cudaMemPoolAttrReleaseThreshold;
}

std::mutex pool_attributes_mutex;
std::map<std::pair<cudaMemPool_t, cudaMemPoolAttr>, std::uint64_t> pool_attributes;

} // namespace

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    return allocateInStream(context, caller, pointer, bytes, context.device.id(), stream);
  });
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    Device *owner = findPool(context.process, pool);
    return owner ? allocateInStream(context, caller, pointer, bytes, owner->id(), stream)
                 : cudaErrorInvalidValue;
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
    std::optional<Allocation> allocation = context.memory().findBase(pointer);
    bool accepted = allocation && allocation->kind == MemoryKind::kDevice;
    if (!accepted || !context.memory().markReleasing(pointer)) {
      raddle::host::explainFree(context.memory(), pointer);
      return cudaErrorInvalidValue;
    }
    raddle::check::noteGone(pointer, caller);
    context.scheduler().enqueueTask(*found, [&memory = context.memory(), pointer, caller](Status) {
      std::vector<raddle::host::Overrun> overruns;
      memory.release(pointer, caller, overruns);
      static_cast<void>(tellOverruns(overruns));
    });
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) { return defaultPool(pool, device); }

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) { return defaultPool(pool, device); }

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
  return onProcess(
      [=](Process &process) { return findPool(process, pool) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
  return onProcess([=](Process &process) {
    if (!findPool(process, pool) || !value)
      return cudaErrorInvalidValue;
    if (!isReuseAttribute(attribute))
      return cudaErrorNotSupported;
    std::lock_guard lock(pool_attributes_mutex);
    pool_attributes[{pool, attribute}] = attribute == cudaMemPoolAttrReleaseThreshold
                                             ? *static_cast<std::uint64_t *>(value)
                                             : static_cast<std::uint64_t>(*static_cast<int *>(value));
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
  return onProcess([=](Process &process) {
    if (!findPool(process, pool) || !value)
      return cudaErrorInvalidValue;
    if (!isReuseAttribute(attribute))
      return cudaErrorNotSupported;
    std::lock_guard lock(pool_attributes_mutex);
    const bool is_threshold = attribute == cudaMemPoolAttrReleaseThreshold;
    const auto known = pool_attributes.find({pool, attribute});
    const std::uint64_t current = known != pool_attributes.end() ? known->second : is_threshold ? 0 : 1;
    if (is_threshold)
      *static_cast<std::uint64_t *>(value) = current;
    else
      *static_cast<int *>(value) = static_cast<int>(current);
    return cudaSuccess;
  });
}

// Every device reaches every pool's memory; the answers only repeat what was asked for.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc *descriptions, size_t count) {
  return onProcess([=](Process &process) {
    Device *owner = findPool(process, pool);
    if (!owner || (!descriptions && count > 0))
      return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) {
      const cudaMemAccessDesc &wanted = descriptions[i];
      if (wanted.location.type != cudaMemLocationTypeDevice)
        return cudaErrorInvalidValue;
      if (!process.hasDevice(wanted.location.id))
        return cudaErrorInvalidDevice;
      // A pool's own device always has access.
      if (wanted.location.id == owner->id() && wanted.flags != cudaMemAccessFlagsProtReadWrite)
        return cudaErrorInvalidValue;
    }
    std::lock_guard lock(pool_access_mutex);
    for (size_t i = 0; i < count; ++i)
      pool_access[{pool, descriptions[i].location.id}] = descriptions[i].flags;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *flags, cudaMemPool_t pool, cudaMemLocation *location) {
  return onProcess([=](Process &process) {
    Device *owner = findPool(process, pool);
    if (!owner || !flags || !location || location->type != cudaMemLocationTypeDevice)
      return cudaErrorInvalidValue;
    if (!process.hasDevice(location->id))
      return cudaErrorInvalidDevice;
    std::lock_guard lock(pool_access_mutex);
    auto known = pool_access.find({pool, location->id});
    *flags = location->id == owner->id()  ? cudaMemAccessFlagsProtReadWrite
             : known == pool_access.end() ? cudaMemAccessFlagsProtNone
                                          : known->second;
    return cudaSuccess;
  });
}
