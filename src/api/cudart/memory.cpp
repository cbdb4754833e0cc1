// Allocating and freeing; asking about addresses.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "check/live_objects.h"
#include "host/memory/explanations.h"
#include "machine/pages.h"

#include <algorithm>
#include <cstdint>
#include <optional>

using namespace raddle::cudart;
using raddle::host::Allocation;
using raddle::host::MemoryKind;

namespace {

// Rows of pitched memory start at multiples of so many bytes, as on NVIDIA's GPUs.
constexpr std::size_t kPitchAlignment = 512;

raddle::check::Rule leakOf(MemoryKind kind) {
  switch (kind) {
  case MemoryKind::kManaged:
    return raddle::check::Rule::kLeakManaged;
  case MemoryKind::kPinned:
    return raddle::check::Rule::kLeakPinned;
  default:
    return raddle::check::Rule::kLeakDevice;
  }
}

// For the call that returns to `caller`.
cudaError_t allocate(const Context &context, std::uintptr_t caller, MemoryKind kind, std::size_t bytes,
                     unsigned flags, void **out) {
  if (!out)
    return cudaErrorInvalidValue;
  *out = nullptr;
  if (bytes == 0)
    return cudaSuccess;
  // Programs take pinned memory for pages of the system (for direct I/O, say).
  const bool has_pages = kind == MemoryKind::kPinned && bytes >= raddle::pageBytes();
  const Status status = context.memory().allocate(
      {.kind = kind,
       .device = context.device.id(),
       .bytes = bytes,
       .flags = flags,
       .alignment = has_pages ? raddle::pageBytes() : raddle::backend::Memory::kAlignment,
       .caller = caller},
      out);
  if (status == Status::kSuccess)
    raddle::check::noteMade(*out, leakOf(kind), context.device.id(), bytes, caller);
  return errorOf(status);
}

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
  return bytes ? allocate(context, caller, MemoryKind::kDevice, *bytes, 0, out) : cudaErrorMemoryAllocation;
}

// Waits for the work of the device that owns the memory, since it may use it, and frees it.
template <typename Accepts>
cudaError_t release(const Context &context, std::uintptr_t caller, void *pointer, Accepts accepts) {
  std::optional<Allocation> allocation = context.memory().findBase(pointer);
  if (!allocation || !accepts(*allocation)) {
    raddle::host::explainFree(context.memory(), pointer);
    return cudaErrorInvalidValue;
  }
  context.scheduler().waitDevice(context.device.id());
  if (allocation->device != context.device.id())
    context.scheduler().waitDevice(allocation->device);
  if (Status fault = context.faultAfterWaiting())
    return errorOf(fault);
  raddle::check::noteGone(pointer, caller);
  std::vector<raddle::host::Overrun> overruns;
  if (!context.memory().release(pointer, caller, overruns))
    return cudaErrorInvalidValue;
  const Status status = tellOverruns(overruns);
  const Status others = context.lookForOverruns();
  return errorOf(status ? status : others);
}

} // namespace

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    return allocate(context, caller, MemoryKind::kDevice, bytes, 0, pointer);
  });
}

cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned int flags) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    bool known_flag = flags == cudaMemAttachGlobal || flags == cudaMemAttachHost;
    if (!known_flag || bytes == 0)
      return cudaErrorInvalidValue;
    return allocate(context, caller, MemoryKind::kManaged, bytes, flags, pointer);
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
    if (!pointer)
      return cudaSuccess;
    return release(context, caller, pointer, [](const Allocation &allocation) {
      return allocation.owned &&
             (allocation.kind == MemoryKind::kDevice || allocation.kind == MemoryKind::kManaged);
    });
  });
}

static cudaError_t allocatePinned(std::uintptr_t caller, void **pointer, size_t bytes, unsigned int flags) {
  return onDevice([=](const Context &context) {
    constexpr unsigned kKnown = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    if ((flags & ~kKnown) != 0)
      return cudaErrorInvalidValue;
    return allocate(context, caller, MemoryKind::kPinned, bytes, flags, pointer);
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
    if (!pointer)
      return cudaSuccess;
    return release(context, caller, pointer,
                   [](const Allocation &allocation) { return allocation.kind == MemoryKind::kPinned; });
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
    cudaError_t error = release(context, caller, pointer, [](const Allocation &allocation) {
      return allocation.kind == MemoryKind::kRegistered;
    });
    return error == cudaErrorInvalidValue ? cudaErrorHostMemoryNotRegistered : error;
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
