// Where the bytes of device memory come from.
//
// Kernels of CUDA programs overrun their buffers by a few elements more often than one would like. So device memory never
// lies next to the metadata of malloc: the bookkeeping is kept elsewhere. Around each block there are bytes of a pattern, for
// whoever looks what was written over. Blocks of medium size and large ones have an inaccessible page after them, as
// long as the system lets a process have so many, and are inaccessible themselves for a while after they are freed, so
// that a use after free faults. Large ones are mappings of their own, and give their memory back.
#ifndef RADDLE_BACKEND_CPU_MEMORY_PAGE_HEAP_H
#define RADDLE_BACKEND_CPU_MEMORY_PAGE_HEAP_H

#include "backend/cpu/memory/guard_budget.h"
#include "backend/cpu/memory/guarded_blocks.h"
#include "backend/cpu/memory/small_blocks.h"
#include "backend/memory.h"
#include "machine/shared_pages.h"

#include <atomic>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace raddle::cpu {

using backend::HeapBlock;

class PageHeap final : public backend::Memory {
public:
  /// Blocks of at least so many bytes have a guard page after them, and those of so many are mappings of their own.
  static constexpr std::size_t kGuardedBytes = 64 * 1024, kMappedBytes = 1024 * 1024;

  PageHeap();

  /// With kAlignment those of at least kGuardedBytes start alternately in different parts of a page, at a multiple of 512
  /// bytes.
  HeapBlock allocate(std::size_t bytes, std::size_t alignment) override;

  void release(const HeapBlock &block) override;
  std::optional<SharedPlace> share(const HeapBlock &block) override;
  void endSharing(const HeapBlock &block) override;
  std::size_t guardBytes(const HeapBlock &block) const override;
  bool makeAccessible(std::uintptr_t address) override;
  /// For small blocks.
  std::vector<std::byte *> takeStrayWrites() override { return small_.takeStrayWrites(); }

private:
  // Addresses of freed large blocks are reused after so many others, or so many bytes.
  static constexpr std::size_t kQuarantineBlocks = 256;
  static constexpr std::size_t kQuarantineBytes = std::size_t{64} << 30;

  struct Mapping {
    std::byte *base;
    std::size_t bytes;
  };
  HeapBlock allocateBare(std::size_t bytes, std::size_t alignment);
  HeapBlock mapBlock(std::size_t offset, std::size_t bytes);
  void quarantine(Mapping mapping);
  Mapping pagesOf(const HeapBlock &block);

  GuardBudget budget_;
  SmallBlocks small_;
  GuardedBlocks medium_;
  std::mutex mutex_;
  std::deque<Mapping> quarantine_; // oldest first
  std::size_t quarantine_bytes_ = 0;

  // Memory that other processes may have: by its first page, and by the block. Small blocks have one together, which stays.
  std::mutex sharing_;
  std::map<std::byte *, std::shared_ptr<SharedPages>> shared_;
  std::map<std::byte *, std::shared_ptr<SharedPages>> shared_blocks_;
  std::atomic<bool> shares_ = false;

  std::atomic<unsigned> staggered_ = 0; // how many blocks have been
};

} // namespace raddle::cpu

#endif
