// A piece of memory that a program gets, with what lies around it.
#ifndef RADDLE_BACKEND_HEAP_BLOCK_H
#define RADDLE_BACKEND_HEAP_BLOCK_H

#include "base/margin.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace raddle::backend {

struct HeapBlock {
  std::byte *base = nullptr;
  std::size_t bytes = 0;
  // Accessible bytes of its own before it and after it.
  std::uint32_t front = 0, rear = 0;
  bool guarded = false;  // nobody may access what comes after those
  bool is_small = false; // the back end's own note of where it comes from

  std::byte *end() const { return base + bytes; }
  std::byte *wholeBegin() const { return base - front; }
  std::size_t wholeBytes() const { return front + bytes + rear; }

  /// Those of them that hold a pattern.
  std::span<std::byte> frontMargin() const {
    const std::size_t size = std::min<std::size_t>(front, kLargestMargin);
    return {base - size, size};
  }
  std::span<std::byte> rearMargin() const { return {end(), std::min<std::size_t>(rear, kLargestMargin)}; }
};

} // namespace raddle::backend

#endif
