// The heap of one device: what malloc() and new in kernels give out.
//
// A region of its own, of the size that cudaLimitMallocHeapSize says, with all bookkeeping outside: a kernel
// that writes past its blocks hurts other blocks of the heap, but neither the heap itself nor the host's.
//
// Pages of 4 KiB. A block is a slot in a page of slots of one size, or a run of pages; what is left of it behind the
// bytes that were asked for is a margin. Each worker takes its slots from pages of its own shard, so that workers rarely
// wait for each other.
#ifndef RADDLE_RUNTIME_DEVICE_DEVICE_HEAP_H
#define RADDLE_RUNTIME_DEVICE_DEVICE_HEAP_H

#include "base/margin.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace raddle::runtime {

class DeviceHeap {
public:
  static constexpr std::size_t kAlignment = 16;
  static constexpr unsigned kShards = 16;

  /// A heap of `bytes` bytes. It takes address space with the first call, and memory only where it is used.
  explicit DeviceHeap(std::size_t bytes);
  ~DeviceHeap();
  DeviceHeap(const DeviceHeap &) = delete;
  DeviceHeap &operator=(const DeviceHeap &) = delete;

  /// What was written over behind a block.
  struct Overrun {
    std::byte *block;
    std::size_t bytes; // that were asked for
    Damage rear;
  };

  /// A block aligned to `alignment`, a power of two; null when the heap is full. 0 bytes are a block too. Behind it lies a
  /// margin, unless it takes all that is left of the heap.
  /// Safe from any thread; `shard` is any number, best one that threads do not share.
  void *allocate(std::size_t bytes, std::size_t alignment, unsigned shard);

  /// False when `pointer` is not a block, or no longer. `overrun` gets what is found behind it.
  bool release(void *pointer, std::optional<Overrun> *overrun = nullptr);

  /// The block that an address lies in, or was, or right behind.
  struct Block {
    std::byte *begin;
    std::size_t bytes; // that were asked for
    bool is_free;
  };
  std::optional<Block> find(const void *address);

  /// Looks behind all blocks that are in use. Each overrun is told of once.
  std::vector<Overrun> takeOverruns();

  std::size_t bytes() const { return pages_count_ * kPageBytes; }

  /// Whether the address lies in the heap. Where a kernel has allocated or released something.
  bool contains(const void *address) const {
    const auto *byte = static_cast<const std::byte *>(address);
    return wasUsed() && byte >= base_ && byte < base_ + bytes();
  }

  /// Whether a kernel has allocated or released anything.
  bool wasUsed() const { return used_before_.load(std::memory_order_relaxed); }

private:
  static constexpr std::size_t kPageBytes = 4096;
  static constexpr std::size_t kLargestSlot = 2048;
  static constexpr std::size_t kLeastMargin = 8; // what is written right behind a block meets it
  static constexpr std::size_t kClasses = 29;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  enum class Kind : std::uint8_t { kFree, kSlots, kRun, kRest };

  struct Page {
    std::atomic<Kind> kind;          // kRun: the first page of a block; kRest: one of the others
    std::atomic<std::uint8_t> shard; // of kSlots; changes only while no slot is in use
    std::uint8_t size_class;
    std::uint16_t free_slots;
    std::uint32_t run;                 // of kRun: how many pages
    std::size_t run_bytes;             // and bytes that were asked for; 0 while it is nobody's
    std::uint32_t next, previous;      // in the shard's list of pages with free slots
    std::array<std::uint64_t, 4> free; // a bit for each slot
  };

  struct Shard {
    std::mutex mutex;
    std::array<std::uint32_t, kClasses> partial; // pages that have free slots, by class
  };

  static const std::array<std::uint16_t, kClasses> kSlotBytes;
  static std::size_t classFor(std::size_t bytes, std::size_t alignment);
  static std::uint16_t slotsOf(std::size_t size_class) {
    return static_cast<std::uint16_t>(kPageBytes / kSlotBytes[size_class]);
  }

  bool reserve();
  void *allocateSlot(std::size_t bytes, std::size_t size_class, unsigned shard);
  void *takeSlot(Shard &shard, std::size_t bytes, std::size_t size_class);
  void *allocateRun(std::size_t bytes, std::size_t alignment);
  bool releaseSlot(std::uint32_t page, std::size_t offset, std::optional<Overrun> *overrun);
  bool releaseRun(std::uint32_t page, std::optional<Overrun> *overrun);
  std::uint16_t &bytesOfSlot(const std::byte *slot) const { return slot_bytes_[(slot - base_) / kAlignment]; }
  void takeOverrunsOf(std::uint32_t page, std::vector<Overrun> &overruns);
  void link(Shard &shard, std::uint32_t page);
  void unlink(Shard &shard, std::uint32_t page);
  void releaseEmptyPages();
  std::uint32_t takePages(std::size_t count, std::size_t alignment, std::size_t bytes);
  void givePages(std::uint32_t first, std::size_t count);
  bool isUsed(std::size_t page) const { return used_[page / 64] >> page % 64 & 1; }
  std::byte *addressOf(std::uint32_t page) const { return base_ + page * kPageBytes; }

  const std::size_t pages_count_;
  std::once_flag reserved_;
  std::atomic<bool> used_before_ = false;
  std::byte *base_ = nullptr; // null: no address space was left; nothing can be allocated
  Page *pages_ = nullptr;     // zeroed by the system, where it is touched
  std::uint16_t *slot_bytes_ =
      nullptr; // that were asked for, by where the slot begins in units of kAlignment
  std::array<Shard, kShards> shards_;

  std::mutex pages_mutex_;
  std::vector<std::uint64_t> used_; // a bit for each page
  std::size_t next_page_ = 0;       // where to look first
};

} // namespace raddle::runtime

#endif
