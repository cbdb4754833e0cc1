// The pages of a device's heap: its address space, which pages are free, and what is known of each. All bookkeeping lies
// outside of them.
#ifndef RADDLE_RUNTIME_DEVICE_HEAP_PAGES_H
#define RADDLE_RUNTIME_DEVICE_HEAP_PAGES_H

#include "base/margin.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace raddle::runtime {

/// The margin after the `bytes` bytes of a block, up to `end`.
inline std::optional<Damage> findDamageBehind(const std::byte *block, std::size_t bytes,
                                              const std::byte *end) {
  const std::byte *const margin = block + bytes;
  return findDamage(margin, std::min<std::size_t>(static_cast<std::size_t>(end - margin), kLargestMargin));
}
inline void fillMarginBehind(std::byte *block, std::size_t bytes, const std::byte *end) {
  std::byte *const margin = block + bytes;
  fillMargin(margin, std::min<std::size_t>(static_cast<std::size_t>(end - margin), kLargestMargin));
}

class HeapPages {
public:
  static constexpr std::size_t kPageBytes = 4096;
  static constexpr std::size_t kUnit = 16; // slots begin at multiples of it
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

  explicit HeapPages(std::size_t bytes) : count_((bytes + kPageBytes - 1) / kPageBytes) {}
  ~HeapPages();
  HeapPages(const HeapPages &) = delete;
  HeapPages &operator=(const HeapPages &) = delete;

  std::size_t count() const { return count_; }
  std::size_t bytes() const { return count_ * kPageBytes; }

  /// Takes address space, once. False where there is none; then there are no pages.
  bool reserve();
  /// Whether anybody has called reserve().
  bool wasUsed() const { return used_before_.load(std::memory_order_relaxed); }

  Page &operator[](std::size_t page) { return pages_[page]; }
  std::byte *base() const { return base_; }
  std::byte *addressOf(std::uint32_t page) const { return base_ + page * kPageBytes; }
  /// How many bytes were asked for.
  std::uint16_t &bytesOfSlot(const std::byte *slot) const { return slot_bytes_[(slot - base_) / kUnit]; }

  /// `count` pages that follow each other, as one block of so many bytes; the address of the first is a multiple of
  /// `alignment` pages. kNone: there are none.
  std::uint32_t take(std::size_t count, std::size_t alignment, std::size_t bytes);
  void give(std::uint32_t first, std::size_t count);

  /// Held while runs of pages change hands.
  std::mutex &mutex() { return mutex_; }

private:
  bool isUsed(std::size_t page) const { return used_[page / 64] >> page % 64 & 1; }

  const std::size_t count_;
  std::once_flag reserved_;
  std::atomic<bool> used_before_ = false;
  std::byte *base_ = nullptr; // null: no address space was left; nothing can be allocated
  Page *pages_ = nullptr;     // zeroed by the system, where it is touched
  std::uint16_t *slot_bytes_ = nullptr;

  std::mutex mutex_;
  std::vector<std::uint64_t> used_; // a bit for each page
  std::size_t next_page_ = 0;       // where to look first
};

} // namespace raddle::runtime

#endif
