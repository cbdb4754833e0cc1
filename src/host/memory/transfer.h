// Copies and fills of up to three dimensions, as their callers describe them.
#ifndef RADDLE_HOST_MEMORY_TRANSFER_H
#define RADDLE_HOST_MEMORY_TRANSFER_H

#include "backend/region.h"
#include "host/memory/memory.h"

#include <cstddef>
#include <optional>

namespace raddle::host {

using backend::Region;
using backend::Shape;

/// Which memory the operands of a copy may lie in.
struct Direction {
  Side destination;
  Side source;
};

/// The source is never written.
struct Copy {
  Region destination;
  Region source;
  Shape shape;
  std::optional<Direction> direction; // none: what the program asked for is no direction
};

/// A copy of consecutive bytes.
inline Copy linearCopy(void *destination, const void *source, std::size_t bytes,
                       std::optional<Direction> direction) {
  auto *const from = static_cast<std::byte *>(const_cast<void *>(source));
  return {{static_cast<std::byte *>(destination), bytes, bytes}, {from, bytes, bytes}, {bytes}, direction};
}

/// Elements of 1, 2 or 4 bytes, all with the same value.
struct Fill {
  Region region;
  Shape shape; // bytes
  unsigned value;
  unsigned element_bytes = 1;
};

} // namespace raddle::host

#endif
