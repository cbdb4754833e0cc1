// Bytes in rows of up to three dimensions, and moving them: large ones by all cores that have nothing else to do.
#ifndef RADDLE_BACKEND_CPU_MEMORY_REGION_H
#define RADDLE_BACKEND_CPU_MEMORY_REGION_H

#include "runtime/executor/executor.h"

#include <cstddef>

namespace raddle::runtime {

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

/// False when memory of the host is not accessible; some of the rows are copied then. Where the regions overlap, bytes are
/// copied in their order.
bool copyRegion(Executor &executor, const Region &destination, const Region &source, const Shape &shape);

/// Fills the rows with the byte.
void fillRegion(Executor &executor, const Region &region, const Shape &shape, int value);

} // namespace raddle::runtime

#endif
