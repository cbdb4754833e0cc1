// Arrays that were freed lately.
#ifndef RADDLE_HOST_MEMORY_FREED_ARRAYS_H
#define RADDLE_HOST_MEMORY_FREED_ARRAYS_H

#include "backend/memory.h"
#include "host/memory/overrun.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace raddle::host {

/// How far the address lies from those bytes; 0: it is one of them.
inline std::size_t distance(std::uintptr_t address, std::uintptr_t begin, std::uintptr_t end) {
  return address < begin ? begin - address : address >= end ? address - end + 1 : 0;
}
inline std::size_t distance(std::uintptr_t address, const Allocation &allocation) {
  const auto begin = reinterpret_cast<std::uintptr_t>(allocation.base);
  return distance(address, begin, begin + allocation.bytes);
}

/// Small ones are held back for a while, to see whether somebody still writes to them; of the others there is only the
/// memory where they were. With RADDLE_CHECK=memory all are held back, so that nothing else takes their places. To be called with the owner's lock.
class FreedArrays {
public:
  explicit FreedArrays(backend::Memory &heap) : heap_(heap) {}

  /// Takes an array over that nobody else knows any more. `overruns` gets what was written to those that go.
  void add(Allocation allocation, std::vector<Overrun> &overruns);

  /// What was written to those that are held back. Each is told of once.
  void look(std::vector<Overrun> &overruns);

  /// The latest that contained the address, or null.
  const Allocation *find(std::uintptr_t address) const;

  /// The nearest to it, the latest of several; null where there is none.
  Allocation *nearest(std::uintptr_t address);

private:
  static constexpr std::size_t kMost = 256, kMostForCheck = 4096;
  // So that they do not take much of the caches; and of the memory.
  static constexpr std::size_t kMostBytesHeld = std::size_t{1} << 20, kMostBytesForCheck = std::size_t{256} << 20;

  static void lookAt(Allocation &allocation, std::vector<Overrun> &overruns);

  backend::Memory &heap_;
  std::deque<Allocation> arrays_; // the latest last
  std::size_t bytes_held_ = 0;
};

} // namespace raddle::host

#endif
