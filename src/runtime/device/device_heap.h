// The heap of one device: what malloc() and new in kernels give out.
//
// A region of its own, of the size that cudaLimitMallocHeapSize says, with all bookkeeping outside: a kernel
// that writes past its blocks hurts other blocks of the heap, but neither the heap itself nor the host's.
//
// Pages of 4 KiB. A block is a slot in a page of slots of one size, or a run of pages; what is left of it after the
// bytes that were asked for is a margin. Each worker takes its slots from pages of its own shard, so that workers rarely
// wait for each other.
#ifndef RADDLE_RUNTIME_DEVICE_DEVICE_HEAP_H
#define RADDLE_RUNTIME_DEVICE_DEVICE_HEAP_H

#include "base/margin.h"
#include "runtime/device/heap_history.h"
#include "runtime/device/heap_pages.h"

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
  static constexpr std::size_t kAlignment = HeapPages::kUnit;
  static constexpr unsigned kShards = 16;

  /// A heap of `bytes` bytes. It takes address space with the first call, and memory only where it is used.
  explicit DeviceHeap(std::size_t bytes);

  /// What was written over after a block.
  struct Overrun {
    std::byte *block;
    std::size_t bytes; // that were asked for
    Damage rear;
  };

  /// A block aligned to `alignment`, a power of two; null when the heap is full. 0 bytes are a block too. After it lies a
  /// margin, unless it takes all that is left of the heap.
  /// Safe from any thread; `shard` is any number, best one that threads do not share.
  void *allocate(std::size_t bytes, std::size_t alignment, unsigned shard);

  /// False when `pointer` is not a block, or no longer. `overrun` gets what is found after it.
  bool release(void *pointer, std::optional<Overrun> *overrun = nullptr);

  /// The block that an address lies in, or was, or that ends right before it.
  struct Block {
    std::byte *begin;
    std::size_t bytes; // that were asked for
    bool is_free;
  };
  std::optional<Block> find(const void *address);

  /// Checks the bytes after all blocks that are in use. Each overrun is told of once.
  std::vector<Overrun> takeOverruns();

  std::size_t bytes() const { return pages_.bytes(); }

  /// Whether the address lies in the heap. Where a kernel has allocated or released something.
  bool contains(const void *address) const {
    const auto *byte = static_cast<const std::byte *>(address);
    return wasUsed() && byte >= pages_.base() && byte < pages_.base() + bytes();
  }

  /// Whether a kernel has allocated or released anything.
  bool wasUsed() const { return pages_.wasUsed(); }

  /// The history of its blocks, which callers keep where the program is checked. Half of the heap may be held back.
  HeapHistory &history() { return history_; }

private:
  using Kind = HeapPages::Kind;
  using Page = HeapPages::Page;
  static constexpr std::size_t kPageBytes = HeapPages::kPageBytes;
  static constexpr std::uint32_t kNone = HeapPages::kNone;
  static constexpr std::size_t kLargestSlot = 2048;
  static constexpr std::size_t kLeastMargin = 8; // what is written right after a block meets it
  static constexpr std::size_t kClasses = 29;

  struct Shard {
    std::mutex mutex;
    std::array<std::uint32_t, kClasses> partial; // pages that have free slots, by class
  };

  static const std::array<std::uint16_t, kClasses> kSlotBytes;
  static std::size_t classFor(std::size_t bytes, std::size_t alignment);
  static std::uint16_t slotsOf(std::size_t size_class) {
    return static_cast<std::uint16_t>(kPageBytes / kSlotBytes[size_class]);
  }

  void *allocateSlot(std::size_t bytes, std::size_t size_class, unsigned shard);
  void *takeSlot(Shard &shard, std::size_t bytes, std::size_t size_class);
  void *allocateRun(std::size_t bytes, std::size_t alignment);
  bool releaseSlot(std::uint32_t page, std::size_t offset, std::optional<Overrun> *overrun);
  bool releaseRun(std::uint32_t page, std::optional<Overrun> *overrun);
  void takeOverrunsOf(std::uint32_t page, std::vector<Overrun> &overruns);
  void link(Shard &shard, std::uint32_t page);
  void unlink(Shard &shard, std::uint32_t page);
  void releaseEmptyPages();

  HeapPages pages_;
  std::array<Shard, kShards> shards_;
  HeapHistory history_;
};

} // namespace raddle::runtime

#endif
