// Filling memory with a byte.
#include "cuda_runtime_api.h"

#include "api/cudart/memory/copies.h"

using namespace raddle::cudart;

namespace {

cudaError_t fill(cudaStream_t stream, void *base, std::size_t pitch, std::size_t slice, const Shape &shape,
                 int value, bool wait) {
  return onDevice([=](const Context &context) {
    return fillInStream(context, stream, {static_cast<std::byte *>(base), pitch, slice}, shape, value, wait);
  });
}

cudaError_t fillVolume(cudaStream_t stream, const cudaPitchedPtr &pitched, const cudaExtent &extent,
                       int value, bool wait) {
  return fill(stream, pitched.ptr, pitched.pitch, pitched.pitch * pitched.ysize,
              {extent.width, extent.height, extent.depth}, value, wait);
}

} // namespace

cudaError_t cudaMemset(void *pointer, int value, size_t count) {
  return fill(nullptr, pointer, count, count, {count}, value, true);
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t count, cudaStream_t stream) {
  return fill(stream, pointer, count, count, {count}, value, false);
}

cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height) {
  return fill(nullptr, pointer, pitch, 0, {width, height}, value, true);
}

cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  return fill(stream, pointer, pitch, 0, {width, height}, value, false);
}

cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent) {
  return fillVolume(nullptr, pitched, extent, value, true);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value, cudaExtent extent, cudaStream_t stream) {
  return fillVolume(stream, pitched, extent, value, false);
}
