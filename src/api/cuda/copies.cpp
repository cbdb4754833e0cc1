// Copies and fills of rows of memory.
#include "cuda.h"

#include "api/cuda/call.h"
#include "host/requests/copy.h"

using namespace raddle::cuda;
using raddle::host::Copy;
using raddle::host::Direction;
using raddle::host::Fill;
using raddle::host::Side;
using raddle::host::Stream;

namespace {

Copy copyOf(void *target, const void *source, std::size_t bytes, Side target_side, Side source_side) {
  return raddle::host::linearCopy(target, source, bytes, Direction{target_side, source_side});
}

CUresult copyNow(const Copy &copy) {
  return onStream(nullptr, [=](const Context &context, Stream &stream) {
    return raddle::host::copyNow(context, stream, copy);
  });
}

CUresult copyAsync(const Copy &copy, CUstream handle) {
  return onStream(handle, [=](const Context &context, Stream &stream) {
    return raddle::host::copyInStream(context, stream, copy);
  });
}

CUresult copyToPeer(const Copy &copy, CUcontext target, CUcontext source) {
  return onStream(nullptr, [=](const Context &context, Stream &stream) {
    const auto to = findContext(context.process, target), from = findContext(context.process, source);
    if (!to || !from)
      return CUDA_ERROR_INVALID_CONTEXT;
    // Work of the other devices may still produce the source or use the target.
    context.scheduler().waitDevice(to->device);
    context.scheduler().waitDevice(from->device);
    return resultOf(raddle::host::copyNow(context, stream, copy));
  });
}

template <typename Value>
CUresult fill(CUdeviceptr target, std::size_t pitch, Value value, std::size_t width, std::size_t height,
              CUstream handle, bool wait) {
  return onStream(handle, [=](const Context &context, Stream &stream) {
    const std::size_t bytes = width * sizeof value;
    if (target % sizeof value != 0 || (height > 1 && (pitch < bytes || pitch % sizeof value != 0)))
      return Status::kInvalidValue;
    const std::size_t row = height > 1 ? pitch : bytes;
    const Fill wanted = {
        {static_cast<std::byte *>(pointerOf(target)), row, row * height}, {bytes, height}, value, sizeof value};
    return raddle::host::fillInStream(context, stream, wanted, wait);
  });
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuMemcpy(CUdeviceptr target, CUdeviceptr source, size_t bytes) {
  return copyNow(copyOf(pointerOf(target), pointerOf(source), bytes, Side::kAny, Side::kAny));
}

CUresult cuMemcpyHtoD(CUdeviceptr target, const void *source, size_t bytes) {
  return copyNow(copyOf(pointerOf(target), source, bytes, Side::kDevice, Side::kHost));
}

CUresult cuMemcpyDtoH(void *target, CUdeviceptr source, size_t bytes) {
  return copyNow(copyOf(target, pointerOf(source), bytes, Side::kHost, Side::kDevice));
}

CUresult cuMemcpyDtoD(CUdeviceptr target, CUdeviceptr source, size_t bytes) {
  return copyNow(copyOf(pointerOf(target), pointerOf(source), bytes, Side::kDevice, Side::kDevice));
}

CUresult cuMemcpyPeer(CUdeviceptr target, CUcontext target_context, CUdeviceptr source,
                      CUcontext source_context, size_t bytes) {
  return copyToPeer(copyOf(pointerOf(target), pointerOf(source), bytes, Side::kDevice, Side::kDevice),
                    target_context, source_context);
}

CUresult cuMemcpyAsync(CUdeviceptr target, CUdeviceptr source, size_t bytes, CUstream stream) {
  return copyAsync(copyOf(pointerOf(target), pointerOf(source), bytes, Side::kAny, Side::kAny), stream);
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr target, const void *source, size_t bytes, CUstream stream) {
  return copyAsync(copyOf(pointerOf(target), source, bytes, Side::kDevice, Side::kHost), stream);
}

CUresult cuMemcpyDtoHAsync(void *target, CUdeviceptr source, size_t bytes, CUstream stream) {
  return copyAsync(copyOf(target, pointerOf(source), bytes, Side::kHost, Side::kDevice), stream);
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr target, CUdeviceptr source, size_t bytes, CUstream stream) {
  return copyAsync(copyOf(pointerOf(target), pointerOf(source), bytes, Side::kDevice, Side::kDevice), stream);
}

CUresult cuMemcpyPeerAsync(CUdeviceptr target, CUcontext target_context, CUdeviceptr source,
                           CUcontext source_context, size_t bytes, CUstream handle) {
  return onStream(handle, [=](const Context &context, Stream &stream) {
    if (!findContext(context.process, target_context) || !findContext(context.process, source_context))
      return CUDA_ERROR_INVALID_CONTEXT;
    return resultOf(raddle::host::copyInStream(
        context, stream,
        copyOf(pointerOf(target), pointerOf(source), bytes, Side::kDevice, Side::kDevice)));
  });
}

CUresult cuMemsetD8(CUdeviceptr target, unsigned char value, size_t count) {
  return fill(target, 0, value, count, 1, nullptr, true);
}

CUresult cuMemsetD16(CUdeviceptr target, unsigned short value, size_t count) {
  return fill(target, 0, value, count, 1, nullptr, true);
}

CUresult cuMemsetD32(CUdeviceptr target, unsigned value, size_t count) {
  return fill(target, 0, value, count, 1, nullptr, true);
}

CUresult cuMemsetD2D8(CUdeviceptr target, size_t pitch, unsigned char value, size_t width, size_t height) {
  return fill(target, pitch, value, width, height, nullptr, true);
}

CUresult cuMemsetD2D16(CUdeviceptr target, size_t pitch, unsigned short value, size_t width, size_t height) {
  return fill(target, pitch, value, width, height, nullptr, true);
}

CUresult cuMemsetD2D32(CUdeviceptr target, size_t pitch, unsigned value, size_t width, size_t height) {
  return fill(target, pitch, value, width, height, nullptr, true);
}

CUresult cuMemsetD8Async(CUdeviceptr target, unsigned char value, size_t count, CUstream stream) {
  return fill(target, 0, value, count, 1, stream, false);
}

CUresult cuMemsetD16Async(CUdeviceptr target, unsigned short value, size_t count, CUstream stream) {
  return fill(target, 0, value, count, 1, stream, false);
}

CUresult cuMemsetD32Async(CUdeviceptr target, unsigned value, size_t count, CUstream stream) {
  return fill(target, 0, value, count, 1, stream, false);
}

CUresult cuMemsetD2D8Async(CUdeviceptr target, size_t pitch, unsigned char value, size_t width, size_t height,
                           CUstream stream) {
  return fill(target, pitch, value, width, height, stream, false);
}

CUresult cuMemsetD2D16Async(CUdeviceptr target, size_t pitch, unsigned short value, size_t width,
                            size_t height, CUstream stream) {
  return fill(target, pitch, value, width, height, stream, false);
}

CUresult cuMemsetD2D32Async(CUdeviceptr target, size_t pitch, unsigned value, size_t width, size_t height,
                            CUstream stream) {
  return fill(target, pitch, value, width, height, stream, false);
}

} // extern "C"
#pragma GCC visibility pop
