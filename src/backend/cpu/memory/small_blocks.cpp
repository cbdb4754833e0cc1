#include "backend/cpu/memory/small_blocks.h"

#include "backend/cpu/memory/mapping.h"
#include "machine/pages.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <sys/mman.h>

namespace raddle::cpu {

namespace {

// The first byte that is neither zero nor of a margin, or `end`. Both are multiples of kAlignment apart.
std::byte *findStrayWrite(std::byte *begin, std::byte *end) {
  constexpr std::uint64_t kMargin = ~std::uint64_t{0} / 0xff * kMarginByte;
  std::uint64_t word = 0;
  for (; begin != end; begin += sizeof word) {
    std::memcpy(&word, begin, sizeof word);
    if (word != 0 && word != kMargin) [[unlikely]]
      for (std::byte *byte = begin; byte != begin + sizeof word; ++byte)
        if (*byte != std::byte{0} && *byte != std::byte{kMarginByte})
          return byte;
  }
  return end;
}

} // namespace

// Four sizes between a power of two and the next one.
std::size_t SmallBlocks::slotBytes(std::size_t bytes) {
  const std::size_t least = bytes + 2 * kFront;
  return roundUp(least, std::max(std::bit_floor(least - 1) / 4, kAlignment));
}

HeapBlock SmallBlocks::allocate(std::size_t bytes) {
  const std::size_t slot_bytes = slotBytes(bytes);
  std::byte *slot = nullptr;
  {
    std::lock_guard lock(mutex_);
    std::vector<std::byte *> &slots = free_[slot_bytes];
    if (slots.empty() && !addSlots(slot_bytes))
      return {};
    slot = slots.back();
    slots.pop_back();
  }
  std::memset(slot + kFront, 0, bytes);
  return {.base = slot + kFront,
          .bytes = bytes,
          .front = kFront,
          .rear = static_cast<std::uint32_t>(slot_bytes - kFront - bytes),
          .is_small = true};
}

std::span<std::byte> SmallBlocks::unitOf(const HeapBlock &block) {
  std::lock_guard lock(mutex_);
  if (block.base >= first_ && block.base < first_ + kFirstBytes)
    return {first_, kFirstBytes};
  const auto address = reinterpret_cast<std::uintptr_t>(block.base);
  return {block.base - address % kHugePageBytes, kHugePageBytes};
}

void SmallBlocks::release(const HeapBlock &block) {
  std::lock_guard lock(mutex_);
  free_[block.wholeBytes()].push_back(block.wholeBegin());
}

std::vector<std::byte *> SmallBlocks::takeStrayWrites() {
  std::lock_guard lock(mutex_);
  std::vector<std::byte *> strays;
  std::size_t left = kMostBytesLookedAt;
  auto look = [&](std::byte *begin, std::size_t bytes) {
    bytes = std::min(bytes, left);
    left -= bytes;
    if (std::byte *const end = begin + bytes, *const first = findStrayWrite(begin, end); first != end) {
      strays.push_back(first);
      std::memset(first, 0, static_cast<std::size_t>(end - first));
    }
  };
  // Those that would be handed out next are nearest to others.
  for (const auto &[slot_bytes, slots] : free_)
    for (auto slot = slots.rbegin(); slot != slots.rend() && left != 0; ++slot)
      look(*slot, slot_bytes);
  look(next_,
       std::min(static_cast<std::size_t>(accessible_end_ - next_) / kAlignment * kAlignment, kFirstBytes));
  return strays;
}

// Call with the lock held. False when the system has no memory.
bool SmallBlocks::addSlots(std::size_t slot_bytes) {
  const std::size_t count = std::max<std::size_t>(kRunBytes / slot_bytes, 1), bytes = count * slot_bytes;
  if (static_cast<std::size_t>(accessible_end_ - next_) < bytes) {
    if (!grow(bytes))
      return false;
    next_ = std::max(next_, accessible_end_ - kHugePageBytes + kAlignment - kFront);
  }
  // The lowest one is handed out first.
  std::vector<std::byte *> &slots = free_[slot_bytes];
  for (std::size_t i = count; i-- > 0;)
    slots.push_back(next_ + i * slot_bytes);
  next_ += bytes;
  return true;
}

// Makes room for so many more bytes. Call with the lock held.
bool SmallBlocks::grow(std::size_t bytes) {
  const bool is_first = !next_;
  if (static_cast<std::size_t>(arena_end_ - accessible_end_) < kHugePageBytes) {
    std::size_t far = kFarBytes;
    std::byte *room = mapPages(kArenaBytes + 2 * far, kHugePageBytes, PROT_NONE);
    if (!room) {
      far = kLeastFarBytes;
      room = mapPages(kArenaBytes + 2 * far, kHugePageBytes, PROT_NONE);
    }
    if (!room)
      return false;
    std::byte *const begin = room + far;
    // Most programs have few small blocks.
    std::byte *const first = is_first ? begin - kFirstBytes : begin;
    if (is_first && mprotect(first, kFirstBytes, PROT_READ | PROT_WRITE) != 0)
      return false;
    if (is_first)
      first_ = first;
    next_ = first + kAlignment - kFront;
    accessible_end_ = begin;
    arena_end_ = begin + kArenaBytes;
    if (is_first && bytes + kAlignment <= kFirstBytes)
      return true;
  }
  if (mprotect(accessible_end_, kHugePageBytes, PROT_READ | PROT_WRITE) != 0)
    return false;
  madvise(accessible_end_, kHugePageBytes, MADV_HUGEPAGE);
  accessible_end_ += kHugePageBytes;
  return true;
}

} // namespace raddle::cpu
