// Allocating and freeing memory.
#include "cuda.h"

#include "api/cuda/call.h"
#include "host/requests/allocation.h"

#include <optional>

using namespace raddle::cuda;
using raddle::host::Allocation;
using raddle::host::MemoryKind;
using raddle::host::Releases;
using raddle::host::Stream;

namespace {

constexpr std::size_t kPitchAlignment = 512;

CUresult allocatePinned(std::uintptr_t caller, void **pointer, std::size_t bytes, unsigned flags) {
  return onDevice([=](const Context &context) {
    constexpr unsigned kKnown =
        CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;
    if ((flags & ~kKnown) != 0 || bytes == 0)
      return Status::kInvalidValue;
    return allocate(context, caller, MemoryKind::kPinned, bytes, flags, pointer);
  });
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuMemAlloc(CUdeviceptr *pointer, size_t bytes) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    if (bytes == 0)
      return Status::kInvalidValue;
    return allocate(context, caller, MemoryKind::kDevice, bytes, 0, reinterpret_cast<void **>(pointer));
  });
}

CUresult cuMemAllocPitch(CUdeviceptr *pointer, size_t *pitch, size_t width, size_t height,
                         unsigned element_bytes) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    const bool is_element = element_bytes == 4 || element_bytes == 8 || element_bytes == 16;
    if (!pointer || !pitch || width == 0 || height == 0 || !is_element)
      return Status::kInvalidValue;
    std::size_t rows = 0, bytes = 0;
    if (__builtin_add_overflow(width, kPitchAlignment - 1, &rows) ||
        __builtin_mul_overflow(rows / kPitchAlignment * kPitchAlignment, height, &bytes))
      return Status::kOutOfMemory;
    const Status status =
        allocate(context, caller, MemoryKind::kDevice, bytes, 0, reinterpret_cast<void **>(pointer));
    if (status == Status::kSuccess)
      *pitch = bytes / height;
    return status;
  });
}

CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *bytes, CUdeviceptr pointer) {
  return onDevice([=](const Context &context) {
    const std::optional<Allocation> found = context.memory().find(pointerOf(pointer));
    if (!found)
      return CUDA_ERROR_NOT_FOUND;
    if (base)
      *base = reinterpret_cast<CUdeviceptr>(found->base);
    if (bytes)
      *bytes = found->bytes;
    return CUDA_SUCCESS;
  });
}

CUresult cuMemAllocManaged(CUdeviceptr *pointer, size_t bytes, unsigned flags) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    const bool is_known_flag = flags == CU_MEM_ATTACH_GLOBAL || flags == CU_MEM_ATTACH_HOST;
    if (!is_known_flag || bytes == 0)
      return Status::kInvalidValue;
    return allocate(context, caller, MemoryKind::kManaged, bytes, flags, reinterpret_cast<void **>(pointer));
  });
}

CUresult cuMemAllocHost(void **pointer, size_t bytes) {
  return allocatePinned(RADDLE_CALLER, pointer, bytes, 0);
}

CUresult cuMemHostAlloc(void **pointer, size_t bytes, unsigned flags) {
  return allocatePinned(RADDLE_CALLER, pointer, bytes, flags);
}

CUresult cuMemHostRegister(void *pointer, size_t bytes, unsigned flags) {
  return onDevice([=](const Context &context) {
    constexpr unsigned kKnown = CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP |
                                CU_MEMHOSTREGISTER_IOMEMORY | CU_MEMHOSTREGISTER_READ_ONLY;
    if (!pointer || bytes == 0 || (flags & ~kKnown) != 0)
      return Status::kInvalidValue;
    return context.memory().adopt(MemoryKind::kRegistered, context.device.id(), pointer, bytes, flags);
  });
}

CUresult cuMemHostUnregister(void *pointer) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onAnyDevice([=](const Context &context) {
    if (!pointer)
      return CUDA_ERROR_INVALID_VALUE;
    const Status status = release(context, caller, pointer, Releases::kRegistered);
    return status == Status::kInvalidValue ? CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED : resultOf(status);
  });
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr *pointer, void *host, unsigned flags) {
  return onDevice([=](const Context &context) {
    const std::optional<Allocation> found = context.memory().find(host);
    if (!pointer || flags != 0 || !found || !found->isHost())
      return Status::kInvalidValue;
    *pointer = reinterpret_cast<CUdeviceptr>(host);
    return Status::kSuccess;
  });
}

CUresult cuMemHostGetFlags(unsigned *flags, void *pointer) {
  return onDevice([=](const Context &context) {
    const std::optional<Allocation> found = context.memory().find(pointer);
    if (!flags || !found || found->kind != MemoryKind::kPinned)
      return Status::kInvalidValue;
    // With unified addressing all pinned memory is mapped.
    *flags = found->flags | CU_MEMHOSTALLOC_DEVICEMAP;
    return Status::kSuccess;
  });
}

CUresult cuMemFree(CUdeviceptr pointer) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onAnyDevice([=](const Context &context) { // the memory knows its device
    return pointer ? release(context, caller, pointerOf(pointer), Releases::kArrays) : Status::kSuccess;
  });
}

CUresult cuMemFreeHost(void *pointer) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onAnyDevice([=](const Context &context) {
    return pointer ? release(context, caller, pointer, Releases::kPinned) : Status::kSuccess;
  });
}

CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream handle) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onStream(handle, [=](const Context &context, Stream &stream) {
    return releaseInStream(context, stream, caller, pointerOf(pointer));
  });
}

// Either may be null.
CUresult cuMemGetInfo(size_t *free, size_t *total) {
  return onDevice([=](const Context &context) {
    if (!free && !total)
      return Status::kInvalidValue;
    const std::size_t capacity = context.memory().capacity();
    if (total)
      *total = capacity;
    if (free)
      *free = capacity - context.memory().bytesInUse(context.device.id());
    return Status::kSuccess;
  });
}

} // extern "C"
#pragma GCC visibility pop
