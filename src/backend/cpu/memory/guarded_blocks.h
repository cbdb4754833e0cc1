// Blocks of medium size, several to a huge page, each between inaccessible pages.
//
// A page fault takes a microsecond in a virtual machine: a kernel that fills an array of 256 KiB for the first time would take
// 20 times as long for it as the next time. A huge page takes 30 us as a whole, and what it has brought stays when parts of
// it are protected. So all its pages are there before it is cut in blocks.
#ifndef RADDLE_BACKEND_CPU_MEMORY_GUARDED_BLOCKS_H
#define RADDLE_BACKEND_CPU_MEMORY_GUARDED_BLOCKS_H

#include "backend/cpu/memory/guard_budget.h"
#include "backend/heap_block.h"

#include <cstddef>
#include <deque>
#include <map>
#include <mutex>
#include <vector>

namespace raddle::cpu {

using backend::HeapBlock;

class GuardedBlocks {
public:
  /// Guards are of `guard_bytes`, whole pages, as long as the budget allows them.
  GuardedBlocks(std::size_t guard_bytes, GuardBudget &budget) : guard_bytes_(guard_bytes), budget_(budget) {}

  /// A block of zeros that starts `offset` bytes after the start of a page and ends in the last page before the guard; its
  /// base is null when the system has no memory. For up to 1 MiB: it has to fit in a huge page. Without a guard it
  /// has the room of one after it.
  HeapBlock allocate(std::size_t offset, std::size_t bytes);

  /// Takes back what allocate() returned. Where it had a guard, it cannot be accessed for a while.
  void release(const HeapBlock &block);

private:
  // The oldest of more freed slots of a size than this is used again.
  static constexpr std::size_t kQuarantine = 8;
  // Freed slots beyond this give their memory back.
  static constexpr std::size_t kMostBytesKept = std::size_t{64} << 20;
  static constexpr std::size_t kMostRests = 16;

  struct Slot {
    std::byte *base = nullptr;
    bool is_zero = false;
  };
  struct Rest { // of a huge page
    std::byte *base, *end;
  };
  Slot take(std::size_t slot_bytes);
  std::byte *cut(std::size_t bytes);

  const std::size_t guard_bytes_;
  GuardBudget &budget_;
  std::mutex mutex_;
  std::map<std::size_t, std::deque<Slot>> freed_; // by their bytes, the oldest first
  std::size_t bytes_kept_ = 0;
  std::size_t bytes_ahead_ = 0; // were there before they were used
  std::vector<Rest> rests_;
};

} // namespace raddle::cpu

#endif
