// Allocating, freeing, copying and filling memory.
#include "cuda.h"

#include "api/cuda/call.h"
#include "host/requests/allocation.h"
#include "host/requests/copy.h"

using namespace raddle::cuda;
using raddle::host::MemoryKind;
using raddle::host::Releases;
using raddle::host::Side;
using raddle::host::Stream;

namespace {

template <typename Value> CUresult fillAsync(CUdeviceptr target, Value value, size_t count, CUstream handle) {
  return onStream(handle, [=](const Context &context, Stream &stream) {
    const std::size_t width = count * sizeof value;
    return fillInStream(
        context, stream,
        {{static_cast<std::byte *>(pointerOf(target)), width, width}, {width}, value, sizeof value}, false);
  });
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuMemcpyAsync(CUdeviceptr target, CUdeviceptr source, size_t bytes, CUstream handle) {
  return onStream(handle, [=](const Context &context, Stream &stream) {
    return copyInStream(context, stream,
                        raddle::host::linearCopy(pointerOf(target), pointerOf(source), bytes,
                                                 raddle::host::Direction{Side::kAny, Side::kAny}));
  });
}

CUresult cuMemsetD8Async(CUdeviceptr target, unsigned char value, size_t count, CUstream stream) {
  return fillAsync(target, value, count, stream);
}

CUresult cuMemsetD16Async(CUdeviceptr target, unsigned short value, size_t count, CUstream stream) {
  return fillAsync(target, value, count, stream);
}

CUresult cuMemsetD32Async(CUdeviceptr target, unsigned value, size_t count, CUstream stream) {
  return fillAsync(target, value, count, stream);
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
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    return allocate(context, caller, MemoryKind::kPinned, bytes, 0, pointer);
  });
}

CUresult cuMemFree(CUdeviceptr pointer) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    return pointer ? release(context, caller, pointerOf(pointer), Releases::kArrays) : Status::kSuccess;
  });
}

CUresult cuMemFreeHost(void *pointer) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    return pointer ? release(context, caller, pointer, Releases::kPinned) : Status::kSuccess;
  });
}

CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream handle) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onStream(handle, [=](const Context &context, Stream &stream) {
    return pointer ? releaseInStream(context, stream, caller, pointerOf(pointer)) : Status::kSuccess;
  });
}

CUresult cuMemGetInfo(size_t *free, size_t *total) {
  return onDevice([=](const Context &context) {
    if (!free || !total)
      return Status::kInvalidValue;
    *total = context.memory().capacity();
    *free = *total - context.memory().bytesInUse(context.device.id());
    return Status::kSuccess;
  });
}

} // extern "C"
#pragma GCC visibility pop
