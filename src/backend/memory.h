// Where the bytes of device memory come from.
#ifndef RADDLE_BACKEND_MEMORY_H
#define RADDLE_BACKEND_MEMORY_H

#include "backend/heap_block.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace raddle::backend {

class Memory {
public:
  /// Every block is at least so aligned, in bytes; what cudaMalloc promises.
  static constexpr std::size_t kAlignment = 256;
  /// With RADDLE_LENIENT=1 so many bytes beside a guarded block are nobody else's.
  static constexpr std::size_t kLenientBytes = 64 * 1024;

  virtual ~Memory() = default;

  /// A block of zeros in margins of kMarginByte; its base is null when there is no memory left. `bytes` > 0. `alignment`
  /// is a power of two of up to a page.
  virtual HeapBlock allocate(std::size_t bytes, std::size_t alignment) = 0;

  /// Takes back what allocate() returned.
  virtual void release(const HeapBlock &block) = 0;

  /// How far beside it nothing else is that may not be accessed.
  virtual std::size_t guardBytes(const HeapBlock &block) const = 0;

  /// Where a block is for other processes: a descriptor of this one, whose bytes from `offset` on are the block's.
  struct SharedPlace {
    int descriptor;
    std::size_t offset;
  };
  /// Makes it memory that other processes can map, until that ends; its neighbours may become that, too. Nothing when the
  /// system refuses.
  virtual std::optional<SharedPlace> share(const HeapBlock &block) = 0;
  /// From now on no process finds it any more; those that have it keep it. For any block.
  virtual void endSharing(const HeapBlock &block) = 0;

  /// For handlers of signals: the page of that address may be accessed from now on. False where that cannot be.
  virtual bool makeAccessible(std::uintptr_t address) = 0;

  /// Where something was written though nothing is there: the first byte of each piece. It is mended.
  virtual std::vector<std::byte *> takeStrayWrites() = 0;
};

} // namespace raddle::backend

#endif
