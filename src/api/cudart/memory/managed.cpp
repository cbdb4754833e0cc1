// Managed memory: prefetching and advice. Host and devices share one memory, so both are only checked.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"

#include <optional>

using namespace raddle::cudart;
using raddle::host::Allocation;
using raddle::host::MemoryKind;

namespace {

// Managed memory, or memory of the host that no CUDA call knows (pageable memory is accessible).
cudaError_t checkRange(const Context &context, const void *pointer, std::size_t count) {
  if (!pointer || count == 0)
    return cudaErrorInvalidValue;
  std::optional<Allocation> allocation = context.memory().find(pointer);
  if (!allocation)
    return cudaSuccess;
  if (allocation->kind != MemoryKind::kManaged)
    return cudaErrorInvalidValue;
  return errorOf(context.memory().check(pointer, count, raddle::host::Side::kAny));
}

cudaError_t checkLocation(const Context &context, const cudaMemLocation &location) {
  switch (location.type) {
  case cudaMemLocationTypeDevice:
    return context.process.hasDevice(location.id) ? cudaSuccess : cudaErrorInvalidDevice;
  case cudaMemLocationTypeHost:
  case cudaMemLocationTypeHostNuma:
  case cudaMemLocationTypeHostNumaCurrent:
    return cudaSuccess;
  default:
    return cudaErrorInvalidValue;
  }
}

cudaMemLocation locationOf(int device) {
  return {device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice, device};
}

cudaError_t prefetch(const void *pointer, std::size_t count, const cudaMemLocation &location,
                     cudaStream_t stream) {
  return onDevice([=](const Context &context) {
    if (!findStream(context, stream))
      return cudaErrorInvalidResourceHandle;
    if (cudaError_t error = checkLocation(context, location))
      return error;
    return checkRange(context, pointer, count);
  });
}

cudaError_t advise(const void *pointer, std::size_t count, cudaMemoryAdvise advice,
                   const cudaMemLocation &location) {
  return onDevice([=](const Context &context) {
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
      return cudaErrorInvalidValue;
    bool uses_location = advice != cudaMemAdviseSetReadMostly && advice != cudaMemAdviseUnsetReadMostly &&
                         advice != cudaMemAdviseUnsetPreferredLocation;
    if (uses_location)
      if (cudaError_t error = checkLocation(context, location))
        return error;
    return checkRange(context, pointer, count);
  });
}

} // namespace

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, int device, cudaStream_t stream) {
  return prefetch(pointer, count, locationOf(device), stream);
}

cudaError_t cudaMemPrefetchAsync_v2(const void *pointer, size_t count, cudaMemLocation location,
                                    unsigned int flags, cudaStream_t stream) {
  return flags == 0 ? prefetch(pointer, count, location, stream) : recordError(cudaErrorInvalidValue);
}

cudaError_t cudaMemAdvise(const void *pointer, size_t count, cudaMemoryAdvise advice, int device) {
  return advise(pointer, count, advice, locationOf(device));
}

cudaError_t cudaMemAdvise_v2(const void *pointer, size_t count, cudaMemoryAdvise advice,
                             cudaMemLocation location) {
  return advise(pointer, count, advice, location);
}
