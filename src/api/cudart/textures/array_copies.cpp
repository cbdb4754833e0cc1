// Copies into, out of and between arrays. Those of three dimensions are in memory/memcpy.cpp.
#include "cuda_runtime_api.h"

#include "api/cudart/textures/array_copies.h"

using namespace raddle::cudart;
using raddle::host::Array;

namespace raddle::cudart {

cudaError_t regionOf(const Context &context, cudaArray_const_t array, std::size_t x, std::size_t y,
                     std::size_t z, const Shape &shape, Region *region) {
  const std::shared_ptr<Array> found = context.process.arrays.findArray(array);
  if (!found)
    return cudaErrorInvalidResourceHandle;
  const std::optional<Region> inside = found->region(x, y, z, shape);
  if (!inside)
    return cudaErrorInvalidValue;
  *region = *inside;
  return cudaSuccess;
}

cudaError_t elementBytes(const Context &context, cudaArray_const_t array, std::size_t *bytes) {
  const std::shared_ptr<Array> found = context.process.arrays.findArray(array);
  if (!found)
    return cudaErrorInvalidResourceHandle;
  *bytes = found->format().bytes();
  return cudaSuccess;
}

} // namespace raddle::cudart

namespace {

// A place in an array: byte `x` of row `y`.
struct InArray {
  cudaArray_const_t array;
  std::size_t x, y;
};

Region rows(const void *memory, std::size_t pitch, std::size_t height) {
  return {static_cast<std::byte *>(const_cast<void *>(memory)), pitch, pitch * height};
}

// The bytes behind each other, through the ends of rows.
cudaError_t runOf(const Context &context, const InArray &place, std::size_t bytes, Region *region) {
  const std::shared_ptr<Array> found = context.process.arrays.findArray(place.array);
  if (!found)
    return cudaErrorInvalidResourceHandle;
  const std::optional<Region> inside = found->run(place.x, place.y, bytes);
  if (!inside)
    return cudaErrorInvalidValue;
  *region = *inside;
  return cudaSuccess;
}

cudaError_t resolve(const Context &context, const InArray &place, const Shape &shape, Region *region) {
  return regionOf(context, place.array, place.x, place.y, 0, shape, region);
}

// Runs `copies(context, copy)` with the copy when both operands are known. An operand is a region, or a place in an array.
template <typename Find, typename Copies>
cudaError_t copyFound(const Shape &shape, cudaMemcpyKind kind, Find find, Copies copies) {
  return onDevice([&](const Context &context) {
    Copy copy = {{}, {}, shape, directionOf(kind)};
    if (cudaError_t error = find(context, copy))
      return error;
    return copies(context, copy);
  });
}

auto now() {
  return [](const Context &context, const Copy &copy) { return copyNow(context, copy); };
}
auto inStream(cudaStream_t stream) {
  return [stream](const Context &context, const Copy &copy) { return copyInStream(context, stream, copy); };
}

template <typename When>
cudaError_t copyRowsTo(InArray to, const void *from, std::size_t pitch, std::size_t width, std::size_t height,
                       cudaMemcpyKind kind, When when) {
  const Shape shape = {width, height};
  return copyFound(
      shape, kind,
      [&](const Context &context, Copy &copy) {
        copy.source = rows(from, pitch, height);
        return resolve(context, to, shape, &copy.destination);
      },
      when);
}

template <typename When>
cudaError_t copyRowsFrom(void *to, std::size_t pitch, InArray from, std::size_t width, std::size_t height,
                         cudaMemcpyKind kind, When when) {
  const Shape shape = {width, height};
  return copyFound(
      shape, kind,
      [&](const Context &context, Copy &copy) {
        copy.destination = rows(to, pitch, height);
        return resolve(context, from, shape, &copy.source);
      },
      when);
}

template <typename When>
cudaError_t copyRunTo(InArray to, const void *from, std::size_t bytes, cudaMemcpyKind kind, When when) {
  return copyFound(
      {bytes}, kind,
      [&](const Context &context, Copy &copy) {
        copy.source = rows(from, bytes, 1);
        return runOf(context, to, bytes, &copy.destination);
      },
      when);
}

template <typename When>
cudaError_t copyRunFrom(void *to, InArray from, std::size_t bytes, cudaMemcpyKind kind, When when) {
  return copyFound(
      {bytes}, kind,
      [&](const Context &context, Copy &copy) {
        copy.destination = rows(to, bytes, 1);
        return runOf(context, from, bytes, &copy.source);
      },
      when);
}

} // namespace

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src,
                                size_t spitch, size_t width, size_t height, cudaMemcpyKind kind) {
  return copyRowsTo({dst, wOffset, hOffset}, src, spitch, width, height, kind, now());
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src,
                                     size_t spitch, size_t width, size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
  return copyRowsTo({dst, wOffset, hOffset}, src, spitch, width, height, kind, inStream(stream));
}

cudaError_t cudaMemcpy2DFromArray(void *dst, size_t dpitch, cudaArray_const_t src, size_t wOffset,
                                  size_t hOffset, size_t width, size_t height, cudaMemcpyKind kind) {
  return copyRowsFrom(dst, dpitch, {src, wOffset, hOffset}, width, height, kind, now());
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, cudaArray_const_t src, size_t wOffset,
                                       size_t hOffset, size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  return copyRowsFrom(dst, dpitch, {src, wOffset, hOffset}, width, height, kind, inStream(stream));
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                     cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc,
                                     size_t width, size_t height, cudaMemcpyKind kind) {
  const Shape shape = {width, height};
  return copyFound(
      shape, kind,
      [&](const Context &context, Copy &copy) {
        const cudaError_t error = resolve(context, {src, wOffsetSrc, hOffsetSrc}, shape, &copy.source);
        return error ? error : resolve(context, {dst, wOffsetDst, hOffsetDst}, shape, &copy.destination);
      },
      now());
}

cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t count,
                              cudaMemcpyKind kind) {
  return copyRunTo({dst, wOffset, hOffset}, src, count, kind, now());
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src,
                                   size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
  return copyRunTo({dst, wOffset, hOffset}, src, count, kind, inStream(stream));
}

cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                size_t count, cudaMemcpyKind kind) {
  return copyRunFrom(dst, {src, wOffset, hOffset}, count, kind, now());
}

cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                     size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
  return copyRunFrom(dst, {src, wOffset, hOffset}, count, kind, inStream(stream));
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                   cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t count,
                                   cudaMemcpyKind kind) {
  return copyFound(
      {count}, kind,
      [&](const Context &context, Copy &copy) {
        const cudaError_t error = runOf(context, {src, wOffsetSrc, hOffsetSrc}, count, &copy.source);
        return error ? error : runOf(context, {dst, wOffsetDst, hOffsetDst}, count, &copy.destination);
      },
      now());
}
