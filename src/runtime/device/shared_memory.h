// The shared memory of one block, between pages that nobody may access, and margins that nobody should write.
#ifndef RADDLE_RUNTIME_DEVICE_SHARED_MEMORY_H
#define RADDLE_RUNTIME_DEVICE_SHARED_MEMORY_H

#include "base/margin.h"

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
  /// `alignment` bytes before the guard pages. What is in between, and a little in front, is a margin. Throws
  /// std::bad_alloc.
  unsigned char *reserve(std::size_t bytes, std::size_t alignment);

  /// How far past the end of this memory an address lies, if in the guard pages there.
  std::optional<std::size_t> distanceBehind(std::uintptr_t address) const;

  /// That were asked for.
  std::size_t bytes() const { return bytes_; }

  /// What was written over since the last call.
  struct Overrun {
    std::optional<Damage> front, rear;
  };
  std::optional<Overrun> takeOverrun();

  /// Whether there is nothing to take, without what it costs to say it.
  bool isWhole() const {
    return bytes_ == 0 || (isMargin(frontMargin(), kFrontMargin) && isMargin(rearMargin(), rear_bytes_));
  }

  static constexpr std::size_t kFrontMargin = 64;

  /// Stands for the shared memory of a block that does not exist: nobody may access it. As large as any.
  static unsigned char *ofNoBlock();
  static bool isOfNoBlock(std::uintptr_t address);

private:
  void release();
  std::byte *frontMargin() const { return reinterpret_cast<std::byte *>(memory_) - kFrontMargin; }
  std::byte *rearMargin() const { return reinterpret_cast<std::byte *>(memory_) + bytes_; }

  unsigned char *mapping_ = nullptr; // front guard, memory, rear guard
  std::size_t capacity_ = 0;         // whole pages
  unsigned char *memory_ = nullptr;  // what was reserved last, and with how many bytes
  std::size_t bytes_ = 0;
  std::size_t rear_bytes_ = 0; // of the margin after them
};

} // namespace raddle::runtime

#endif
