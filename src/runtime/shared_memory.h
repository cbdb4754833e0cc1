// The shared memory of one block, between pages that nobody may access.
#ifndef RADDLE_RUNTIME_SHARED_MEMORY_H
#define RADDLE_RUNTIME_SHARED_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <optional>

namespace raddle::runtime {

/// A kernel that runs over either end faults, and does not damage the program. Kept from block to block; it
/// only grows.
class SharedMemory {
public:
  SharedMemory() = default;
  ~SharedMemory() { release(); }
  SharedMemory(const SharedMemory &) = delete;
  SharedMemory &operator=(const SharedMemory &) = delete;

  /// At least `bytes` bytes, so aligned, of unspecified contents; valid until the next call. They end less than
  /// `alignment` bytes before the guard pages. Throws std::bad_alloc.
  unsigned char *reserve(std::size_t bytes, std::size_t alignment);

  /// How far behind the end of this memory an address lies, if in the guard pages there.
  std::optional<std::size_t> distanceBehind(std::uintptr_t address) const;

  /// Stands for the shared memory of a block that does not exist: nobody may access it. As large as any.
  static unsigned char *ofNoBlock();
  static bool isOfNoBlock(std::uintptr_t address);

private:
  void release();

  unsigned char *mapping_ = nullptr; // front guard, memory, rear guard
  std::size_t capacity_ = 0;         // whole pages
};

} // namespace raddle::runtime

#endif
