#include "backend/cpu/memory/guarded_blocks.h"

#include "backend/cpu/memory/mapping.h"
#include "machine/pages.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace raddle::cpu {

namespace {

// So much may be there before anybody uses it.
std::size_t mostBytesAhead() {
  static const std::size_t kMost = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) / 8 * pageBytes();
  return kMost;
}

std::size_t takenBytes(std::size_t offset, std::size_t bytes) { return roundUp(offset + bytes, pageBytes()); }

// Four sizes between a power of two and the next one.
std::size_t slotBytes(std::size_t taken) {
  return roundUp(taken, std::max(std::bit_floor(taken - 1) / 4, pageBytes()));
}

} // namespace

HeapBlock GuardedBlocks::allocate(std::size_t offset, std::size_t bytes) {
  const std::size_t taken = takenBytes(offset, bytes), slot_bytes = slotBytes(taken);
  const Slot slot = take(slot_bytes);
  if (!slot.base)
    return {};
  const bool guarded = budget_.take();
  const std::size_t behind = guarded ? 0 : guard_bytes_;
  if (mprotect(slot.base, slot_bytes + behind, PROT_READ | PROT_WRITE) != 0) {
    if (guarded)
      budget_.giveBack();
    return {};
  }
  const std::size_t front = slot_bytes - taken + offset;
  std::byte *const base = slot.base + front;
  if (!slot.is_zero)
    std::memset(base, 0, bytes);
  return {.base = base,
          .bytes = bytes,
          .front = static_cast<std::uint32_t>(front),
          .rear = static_cast<std::uint32_t>(slot_bytes - front - bytes + behind),
          .guarded = guarded};
}

GuardedBlocks::Slot GuardedBlocks::take(std::size_t slot_bytes) {
  std::lock_guard lock(mutex_);
  std::deque<Slot> &freed = freed_[slot_bytes];
  if (freed.size() <= kQuarantine)
    return {cut(slot_bytes + guard_bytes_), true};
  const Slot slot = freed.front();
  freed.pop_front();
  if (!slot.is_zero)
    bytes_kept_ -= slot_bytes;
  return slot;
}

// From what is left of a huge page, or a new one. Call with the lock held.
std::byte *GuardedBlocks::cut(std::size_t bytes) {
  auto has_room = [bytes](const Rest &rest) {
    return static_cast<std::size_t>(rest.end - rest.base) >= bytes;
  };
  auto rest = std::find_if(rests_.begin(), rests_.end(), has_room);
  if (rest == rests_.end()) {
    std::byte *const page = mapHugePage();
    if (page && bytes_ahead_ < mostBytesAhead()) {
      *const_cast<volatile std::byte *>(page) = std::byte{0};
      bytes_ahead_ += kHugePageBytes;
    }
    if (!page || mprotect(page, kHugePageBytes, PROT_NONE) != 0)
      return nullptr;
    if (rests_.size() == kMostRests)
      rests_.erase(rests_.begin());
    // What lies before it may be anybody's.
    rest = rests_.insert(rests_.end(), {page + guard_bytes_, page + kHugePageBytes});
  }
  std::byte *const base = rest->base;
  rest->base += bytes;
  return base;
}

void GuardedBlocks::release(const HeapBlock &block) {
  const std::size_t slot_bytes = block.wholeBytes() - (block.guarded ? 0 : guard_bytes_);
  Slot slot{block.wholeBegin()};
  if (block.guarded) {
    // With its guard, which may have been opened.
    mprotect(slot.base, slot_bytes + guard_bytes_, PROT_NONE);
    budget_.giveBack();
  }
  std::lock_guard lock(mutex_);
  if (bytes_kept_ + slot_bytes > kMostBytesKept)
    slot.is_zero = madvise(slot.base, slot_bytes, MADV_DONTNEED) == 0;
  if (!slot.is_zero)
    bytes_kept_ += slot_bytes;
  freed_[slot_bytes].push_back(slot);
}

} // namespace raddle::cpu
