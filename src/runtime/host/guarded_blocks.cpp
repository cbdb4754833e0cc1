#include "runtime/host/guarded_blocks.h"

#include "runtime/host/mapping.h"
#include "runtime/pages.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace raddle::runtime {

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

std::byte *GuardedBlocks::allocate(std::size_t offset, std::size_t bytes) {
  const std::size_t taken = takenBytes(offset, bytes), slot_bytes = slotBytes(taken);
  const Slot slot = take(slot_bytes);
  if (!slot.base || mprotect(slot.base, slot_bytes, PROT_READ | PROT_WRITE) != 0)
    return nullptr;
  if (!slot.is_zero)
    std::memset(slot.base, 0, slot_bytes);
  return slot.base + (slot_bytes - taken) + offset;
}

GuardedBlocks::Slot GuardedBlocks::take(std::size_t slot_bytes) {
  std::lock_guard lock(mutex_);
  std::deque<Slot> &freed = freed_[slot_bytes];
  if (freed.size() <= kQuarantine)
    return {cut(slot_bytes + pageBytes()), true};
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
    rest = rests_.insert(rests_.end(), {page, page + kHugePageBytes});
  }
  std::byte *const base = rest->base;
  rest->base += bytes;
  return base;
}

void GuardedBlocks::release(std::byte *block, std::size_t bytes) {
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(block) % pageBytes();
  const std::size_t taken = takenBytes(offset, bytes), slot_bytes = slotBytes(taken);
  Slot slot{block - offset - (slot_bytes - taken)};
  mprotect(slot.base, slot_bytes, PROT_NONE);
  std::lock_guard lock(mutex_);
  if (bytes_kept_ + slot_bytes > kMostBytesKept)
    slot.is_zero = madvise(slot.base, slot_bytes, MADV_DONTNEED) == 0;
  if (!slot.is_zero)
    bytes_kept_ += slot_bytes;
  freed_[slot_bytes].push_back(slot);
}

} // namespace raddle::runtime
