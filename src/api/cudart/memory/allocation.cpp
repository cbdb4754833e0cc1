// Allocating and freeing; asking about addresses.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "host/requests/allocation.h"

#include <algorithm>
#include <cstdint>
#include <optional>

using namespace raddle::cudart;
using raddle::host::Allocation;
using raddle::host::MemoryKind;
using raddle::host::Releases;

namespace {

// Rows of pitched memory start at multiples of so many bytes, as on NVIDIA's GPUs.
constexpr std::size_t kPitchAlignment = 512;

// The product, or nothing when it does not fit.
std::optional<std::size_t> product(std::size_t a, std::size_t b) {
  std::size_t result = 0;
  if (__builtin_mul_overflow(a, b, &result))
    return std::nullopt;
  return result;
}

cudaError_t allocatePitched(const Context &context, std::uintptr_t caller, std::size_t width,
                            std::size_t rows, void **out, std::size_t *pitch) {
  if (!out || !pitch)
    return cudaErrorInvalidValue;
  if (width > SIZE_MAX - kPitchAlignment)
    return cudaErrorMemoryAllocation;
  *pitch = (width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
  std::optional<std::size_t> bytes = product(*pitch, rows);
  return bytes ? errorOf(allocate(context, caller, MemoryKind::kDevice, *bytes, 0, out))
               : cudaErrorMemoryAllocation;
}

} // namespace

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    return errorOf(allocate(context, caller, MemoryKind::kDevice, bytes, 0, pointer));
  });
}

cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned int flags) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    bool known_flag = flags == cudaMemAttachGlobal || flags == cudaMemAttachHost;
    if (!known_flag || bytes == 0)
      return cudaErrorInvalidValue;
    return errorOf(allocate(context, caller, MemoryKind::kManaged, bytes, flags, pointer));
  });
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    return allocatePitched(context, caller, width, height, pointer, pitch);
  });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr *pitched, cudaExtent extent) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    std::optional<std::size_t> rows = product(extent.height, extent.depth);
    if (!pitched)
      return cudaErrorInvalidValue;
    if (!rows)
      return cudaErrorMemoryAllocation;
    cudaPitchedPtr result = {nullptr, 0, extent.width, extent.height};
    cudaError_t error = allocatePitched(context, caller, extent.width, *rows, &result.ptr, &result.pitch);
    if (error == cudaSuccess)
      *pitched = result;
    return error;
  });
}

cudaError_t cudaFree(void *pointer) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    return pointer ? errorOf(release(context, caller, pointer, Releases::kArrays)) : cudaSuccess;
  });
}

static cudaError_t allocatePinned(std::uintptr_t caller, void **pointer, size_t bytes, unsigned int flags) {
  return onDevice([=](const Context &context) {
    constexpr unsigned kKnown = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    if ((flags & ~kKnown) != 0)
      return cudaErrorInvalidValue;
    return errorOf(allocate(context, caller, MemoryKind::kPinned, bytes, flags, pointer));
  });
}

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned int flags) {
  return allocatePinned(RADDLE_CALLER, pointer, bytes, flags);
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
  return allocatePinned(RADDLE_CALLER, pointer, bytes, cudaHostAllocDefault);
}

cudaError_t cudaFreeHost(void *pointer) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    return pointer ? errorOf(release(context, caller, pointer, Releases::kPinned)) : cudaSuccess;
  });
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned int flags) {
  return onDevice([=](const Context &context) {
    constexpr unsigned kKnown = cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory |
                                cudaHostRegisterReadOnly;
    if (!pointer || bytes == 0 || (flags & ~kKnown) != 0)
      return cudaErrorInvalidValue;
    return errorOf(
        context.memory().adopt(MemoryKind::kRegistered, context.device.id(), pointer, bytes, flags));
  });
}

cudaError_t cudaHostUnregister(void *pointer) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    if (!pointer)
      return cudaErrorInvalidValue;
    const Status status = release(context, caller, pointer, Releases::kRegistered);
    return status == Status::kInvalidValue ? cudaErrorHostMemoryNotRegistered : errorOf(status);
  });
}

cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags) {
  return onDevice([=](const Context &context) {
    std::optional<Allocation> allocation = context.memory().find(host);
    if (!device || flags != 0 || !allocation || !allocation->isHost())
      return cudaErrorInvalidValue;
    *device = host;
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetFlags(unsigned int *flags, void *host) {
  return onDevice([=](const Context &context) {
    std::optional<Allocation> allocation = context.memory().find(host);
    if (!flags || !allocation || allocation->kind != MemoryKind::kPinned)
      return cudaErrorInvalidValue;
    // With unified addressing all pinned memory is mapped.
    *flags = allocation->flags | cudaHostAllocMapped;
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total) {
  return onDevice([=](const Context &context) {
    if (!free || !total)
      return cudaErrorInvalidValue;
    *total = context.memory().capacity();
    *free = *total - context.memory().bytesInUse(context.device.id());
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer) {
  return onDevice([=](const Context &context) {
    if (!attributes)
      return cudaErrorInvalidValue;
    void *address = const_cast<void *>(pointer);
    std::optional<Allocation> allocation = context.memory().find(pointer);
    if (!allocation)
      *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, address};
    else if (allocation->isDeviceOnly())
      *attributes = {cudaMemoryTypeDevice, allocation->device, address, nullptr};
    else if (allocation->kind == MemoryKind::kManaged)
      *attributes = {cudaMemoryTypeManaged, allocation->device, address, address};
    else
      *attributes = {cudaMemoryTypeHost, allocation->device, address, address};
    return cudaSuccess;
  });
}
