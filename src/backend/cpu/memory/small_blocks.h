// Small blocks, between margins.
//
// They are cut from arenas of address space, of which only the part that is in use may be accessed: what lies far beside a
// small block is no memory of anybody else, but a fault.
#ifndef RADDLE_BACKEND_CPU_MEMORY_SMALL_BLOCKS_H
#define RADDLE_BACKEND_CPU_MEMORY_SMALL_BLOCKS_H

#include "backend/memory.h"

#include <cstddef>
#include <map>
#include <mutex>
#include <span>
#include <vector>

namespace raddle::cpu {

using backend::HeapBlock;

class SmallBlocks {
public:
  static constexpr std::size_t kAlignment = backend::Memory::kAlignment;

  /// A block of zeros, without a guard; its base is null when the system has no memory.
  HeapBlock allocate(std::size_t bytes);
  void release(const HeapBlock &block);

  /// The pages in which the block lies, with others. There are no blocks that lie in two of these.
  std::span<std::byte> unitOf(const HeapBlock &block);

  /// Where something was written though nothing is there, between blocks and after them: the first byte in each slot. It
  /// is mended. For writes that are too far from a block for its margins. Blocks that are released hold kMarginByte.
  std::vector<std::byte *> takeStrayWrites();

private:
  // Slots start so many bytes before multiples of kAlignment. After a block there are at least as many, and more
  // after larger ones: of indices that are too large there are more, and farther off.
  static constexpr std::size_t kFront = kAlignment / 2;
  static constexpr std::size_t kRunBytes = 64 * 1024; // of slots of one size
  static constexpr std::size_t kFirstBytes = 4 * kRunBytes;
  static constexpr std::size_t kMostBytesLookedAt = std::size_t{1} << 20; // a tenth of a millisecond
  static constexpr std::size_t kArenaBytes = std::size_t{64} << 20;
  // Around an arena there is so much address space that nobody may access, or the least where there is not so much.
  static constexpr std::size_t kFarBytes = std::size_t{1} << 30, kLeastFarBytes = std::size_t{2} << 20;

  static std::size_t slotBytes(std::size_t bytes);
  bool addSlots(std::size_t slot_bytes);
  bool grow(std::size_t bytes);

  std::mutex mutex_;
  std::map<std::size_t, std::vector<std::byte *>> free_;                         // by their bytes
  std::byte *next_ = nullptr, *accessible_end_ = nullptr, *arena_end_ = nullptr; // of the present arena
  std::byte *first_ = nullptr; // of the first arena, where its first kFirstBytes lie
};

} // namespace raddle::cpu

#endif
