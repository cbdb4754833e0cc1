#include "backend/cpu/memory/page_heap.h"

#include "backend/cpu/memory/mapping.h"
#include "base/checks.h"
#include "machine/moved_pages.h"
#include "machine/pages.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <sys/mman.h>

namespace raddle::cpu {

namespace {

// In front of a large block and after it there is so much address space that nobody may access: as much as it has itself,
// since an index that is wrong is often too large by a factor.
std::size_t farGuard(std::size_t usable) {
  constexpr std::size_t kLargest = std::size_t{256} << 20;
  return std::min(usable, kLargest);
}

// Where in its page the nth staggered block starts, in bytes: neighbours half a page apart. Processors tell
// earlier stores from later loads by the low 12 bits of their addresses, so a kernel that writes b[i] and reads
// a[i + 1] waits for its stores where both arrays start on a page (a stencil: 20 % on Zen 5).
std::size_t stagger(unsigned n) {
  constexpr std::array<std::size_t, 8> kStarts = {0, 2048, 1024, 3072, 512, 2560, 1536, 3584};
  return kStarts[n % kStarts.size()];
}

} // namespace

PageHeap::PageHeap()
    : budget_(GuardBudget::ofThisProcess()),
      medium_(checks().lenient ? kLenientBytes : pageBytes(), budget_) {}

HeapBlock PageHeap::allocate(std::size_t bytes, std::size_t alignment) {
  const HeapBlock block = allocateBare(bytes, alignment);
  if (block.base) {
    fillMargin(block.frontMargin().data(), block.frontMargin().size());
    fillMargin(block.rearMargin().data(), block.rearMargin().size());
  }
  return block;
}

HeapBlock PageHeap::allocateBare(std::size_t bytes, std::size_t alignment) {
  const bool is_staggered = alignment <= kAlignment;
  if (bytes < kGuardedBytes && is_staggered)
    return small_.allocate(bytes);
  const std::size_t offset = is_staggered ? stagger(staggered_++) : 0;
  return bytes >= kMappedBytes ? mapBlock(offset, bytes) : medium_.allocate(offset, bytes);
}

// Huge pages between guards. The block starts `offset` bytes after the start of a page, and ends in the last one, so that
// an overrun meets the guard. None of the pages is small: the last row of a matrix in a page of its own makes products of
// matrices 3 % slower.
HeapBlock PageHeap::mapBlock(std::size_t offset, std::size_t bytes) {
  const bool guarded = budget_.take();
  // Where there is no guard, a page of the pattern stands for it.
  const std::size_t needed = offset + bytes + (guarded ? 0 : pageBytes());
  const std::size_t taken = roundUp(needed, pageBytes()), usable = roundUp(taken, kHugePageBytes);
  const std::size_t far = guarded ? farGuard(usable) : 0;
  const bool overflows = usable + 2 * far < bytes;
  std::byte *const room =
      overflows ? nullptr
                : mapPages(usable + 2 * far, kHugePageBytes, guarded ? PROT_NONE : PROT_READ | PROT_WRITE);
  if (!room || (guarded && mprotect(room + far, usable, PROT_READ | PROT_WRITE) != 0)) {
    if (room)
      munmap(room, usable + 2 * far);
    if (guarded)
      budget_.giveBack();
    return {};
  }
  madvise(room + far, usable, MADV_HUGEPAGE);
  const std::size_t front = usable - taken + offset;
  return {.base = room + far + front,
          .bytes = bytes,
          .front = static_cast<std::uint32_t>(front),
          .rear = static_cast<std::uint32_t>(usable - front - bytes),
          .guarded = guarded};
}

std::size_t PageHeap::guardBytes(const HeapBlock &block) const {
  const bool is_mapped = block.bytes >= kMappedBytes;
  return !block.guarded ? 0 : block.rear + (is_mapped ? farGuard(block.wholeBytes()) : pageBytes());
}

void PageHeap::quarantine(Mapping mapping) {
  // A new mapping over the old one gives the memory back and keeps the addresses.
  constexpr int kReserve = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  if (mmap(mapping.base, mapping.bytes, PROT_NONE, kReserve, -1, 0) == MAP_FAILED) {
    munmap(mapping.base, mapping.bytes);
    return;
  }
  std::lock_guard lock(mutex_);
  quarantine_.push_back(mapping);
  quarantine_bytes_ += mapping.bytes;
  while (quarantine_.size() > kQuarantineBlocks || quarantine_bytes_ > kQuarantineBytes) {
    munmap(quarantine_.front().base, quarantine_.front().bytes);
    quarantine_bytes_ -= quarantine_.front().bytes;
    quarantine_.pop_front();
  }
}

// ---- Sharing.

// What has to be shared with the block, since the system shares pages.
PageHeap::Mapping PageHeap::pagesOf(const HeapBlock &block) {
  if (block.is_small)
    return {small_.unitOf(block).data(), small_.unitOf(block).size()};
  const auto begin = reinterpret_cast<std::uintptr_t>(block.base), end = begin + block.bytes;
  const std::uintptr_t first = begin / pageBytes() * pageBytes();
  return {reinterpret_cast<std::byte *>(first), roundUp(end, pageBytes()) - first};
}

std::optional<backend::Memory::SharedPlace> PageHeap::share(const HeapBlock &block) {
  const Mapping mapping = pagesOf(block);
  const auto offset = static_cast<std::size_t>(block.base - mapping.base);
  std::lock_guard lock(sharing_);
  std::shared_ptr<SharedPages> &own = shared_blocks_[block.base];
  if (own)
    return SharedPlace{own->name().descriptor, offset};
  std::shared_ptr<SharedPages> &pages = shared_[mapping.base];
  if (!pages) {
    auto made = SharedPages::make(mapping.bytes);
    if (!made || !moveToShared(mapping.base, mapping.bytes, *made))
      return std::nullopt;
    pages = std::move(made);
  }
  // A descriptor for each, so that it ends with the block.
  own = SharedPages::of(pages->name().descriptor);
  shares_ = true;
  return own ? std::optional(SharedPlace{own->name().descriptor, offset}) : std::nullopt;
}

void PageHeap::endSharing(const HeapBlock &block) {
  if (!shares_.load(std::memory_order_relaxed))
    return;
  std::lock_guard lock(sharing_);
  if (shared_blocks_.erase(block.base) == 0 || block.is_small)
    return;
  const Mapping mapping = pagesOf(block);
  if (shared_.erase(mapping.base) == 0)
    return;
  forgetMoved(mapping.base);
  // Whoever has it keeps it; what comes here next is ours alone.
  mmap(mapping.base, mapping.bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

void PageHeap::release(const HeapBlock &block) {
  endSharing(block);
  if (block.bytes >= kMappedBytes) {
    const std::size_t far = block.guarded ? farGuard(block.wholeBytes()) : 0;
    if (block.guarded)
      budget_.giveBack();
    quarantine({block.wholeBegin() - far, block.wholeBytes() + 2 * far});
  } else if (block.is_small) {
    small_.release(block);
  } else {
    medium_.release(block);
  }
}

bool PageHeap::makeAccessible(std::uintptr_t address) {
  std::byte *const page = reinterpret_cast<std::byte *>(address / pageBytes() * pageBytes());
  return mprotect(page, pageBytes(), PROT_READ | PROT_WRITE) == 0;
}

} // namespace raddle::cpu
