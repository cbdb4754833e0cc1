// Bytes in rows of up to three dimensions.
#ifndef RADDLE_BACKEND_REGION_H
#define RADDLE_BACKEND_REGION_H

#include <cstddef>

namespace raddle::backend {

/// Where the rows are. Row y of slice z starts at base + z * slice + y * pitch.
struct Region {
  std::byte *base;
  std::size_t pitch; // bytes
  std::size_t slice; // bytes
};

/// `depth` slices of `height` rows of `width` bytes.
struct Shape {
  std::size_t width; // bytes
  std::size_t height = 1;
  std::size_t depth = 1;

  bool isEmpty() const { return width == 0 || height == 0 || depth == 0; }
};

} // namespace raddle::backend

#endif
