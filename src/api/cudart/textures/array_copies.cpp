// Copies into, out of and between arrays. Those of three dimensions are in memory/memcpy.cpp.
#include "cuda_runtime_api.h"

#include "api/cudart/textures/array_copies.h"

#include <algorithm>
#include <memory>
#include <vector>

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

// An operand that is bytes behind each other: in an array they go through the ends of rows.
class Run {
public:
  explicit Run(const void *memory) : memory_(static_cast<std::byte *>(const_cast<void *>(memory))) {}
  explicit Run(const InArray &place) : place_(place) {}

  cudaError_t find(const Context &context, std::size_t bytes) {
    if (memory_)
      return cudaSuccess;
    array_ = context.process.arrays.findArray(place_.array);
    if (!array_)
      return cudaErrorInvalidResourceHandle;
    return array_->hasRun(place_.x, place_.y, bytes) ? cudaSuccess : cudaErrorInvalidValue;
  }

  // How many of the next `bytes` bytes are rows of `width` bytes, so that one copy can have them: whole rows, or a part of one.
  Shape next(std::size_t bytes) const {
    const std::size_t row = array_ ? array_->rowBytes() : 0;
    if (!array_)
      return {bytes};
    return place_.x == 0 && bytes >= row ? Shape{row, bytes / row} : Shape{std::min(bytes, row - place_.x)};
  }
  Region take(const Shape &shape) {
    if (!array_) {
      const Region region = rows(memory_, shape.width, shape.height);
      memory_ += shape.width * shape.height;
      return region;
    }
    const Region region = *array_->region(place_.x, place_.y, 0, shape);
    place_.x += shape.width;
    place_.y += shape.height - 1;
    if (place_.x == array_->rowBytes())
      place_ = {place_.array, 0, place_.y + 1};
    return region;
  }

private:
  std::byte *memory_ = nullptr;
  InArray place_ = {};
  std::shared_ptr<Array> array_;
};

// What both have as rows of the same width.
Shape common(const Shape &one, const Shape &other) {
  if (one.width == other.width)
    return {one.width, std::min(one.height, other.height)};
  const Shape &narrow = one.width < other.width ? one : other, &wide = one.width < other.width ? other : one;
  // Bytes of memory follow the rows of the array.
  if (wide.height == 1 && wide.width >= narrow.width * narrow.height)
    return narrow;
  return {narrow.width};
}

template <typename When>
cudaError_t copyRun(Run to, Run from, std::size_t bytes, cudaMemcpyKind kind, When when) {
  return onDevice([&](const Context &context) {
    if (cudaError_t error = from.find(context, bytes))
      return error;
    if (cudaError_t error = to.find(context, bytes))
      return error;
    std::vector<Copy> copies;
    for (std::size_t left = bytes; left != 0;) {
      const Shape shape = common(to.next(left), from.next(left));
      copies.push_back({to.take(shape), from.take(shape), shape, directionOf(kind)});
      left -= shape.width * shape.height;
    }
    // Nothing is copied where a part cannot be.
    for (const Copy &copy : copies)
      if (Status status = checkCopy(context, copy))
        return errorOf(status);
    for (const Copy &copy : copies)
      if (cudaError_t error = when(context, copy))
        return error;
    return cudaSuccess;
  });
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
  return copyRun(Run({dst, wOffset, hOffset}), Run(src), count, kind, now());
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src,
                                   size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
  return copyRun(Run({dst, wOffset, hOffset}), Run(src), count, kind, inStream(stream));
}

cudaError_t cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                size_t count, cudaMemcpyKind kind) {
  return copyRun(Run(dst), Run({src, wOffset, hOffset}), count, kind, now());
}

cudaError_t cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                     size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
  return copyRun(Run(dst), Run({src, wOffset, hOffset}), count, kind, inStream(stream));
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                                   cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t count,
                                   cudaMemcpyKind kind) {
  return copyRun(Run({dst, wOffsetDst, hOffsetDst}), Run({src, wOffsetSrc, hOffsetSrc}), count, kind, now());
}
