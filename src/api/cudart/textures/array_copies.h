// Operands of copies that may be arrays.
#ifndef RADDLE_API_CUDART_TEXTURES_ARRAY_COPIES_H
#define RADDLE_API_CUDART_TEXTURES_ARRAY_COPIES_H

#include "api/cudart/memory/copies.h"

#include <cstddef>

namespace raddle::cudart {

/// Where in an array a copy begins: `x` in bytes, `y` and `z` in rows and slices. cudaErrorInvalidResourceHandle: there is no
/// such array. cudaErrorInvalidValue: the shape does not lie within it.
cudaError_t regionOf(const Context &context, cudaArray_const_t array, std::size_t x, std::size_t y,
                     std::size_t z, const Shape &shape, Region *region);

/// Bytes of an element. The same errors.
cudaError_t elementBytes(const Context &context, cudaArray_const_t array, std::size_t *bytes);

} // namespace raddle::cudart

#endif
