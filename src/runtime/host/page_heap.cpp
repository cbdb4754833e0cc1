#include "runtime/host/page_heap.h"

#include "runtime/pages.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include <sys/mman.h>

namespace raddle::runtime {

namespace {

constexpr std::size_t kHugePageBytes = 2 * 1024 * 1024;

std::byte *mapPages(std::size_t bytes, int protection) {
  void *pages = mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return pages == MAP_FAILED ? nullptr : static_cast<std::byte *>(pages);
}

// The pages that a large block takes: from `base` on, `usable` bytes, and a guard page behind them. The block starts
// `offset` bytes behind the start of a page, and ends in the last one, so that an overrun meets the guard. Where there
// are several huge pages, all are: the last row of a matrix in a page of its own makes products of matrices 3 % slower.
struct Pages {
  Pages(std::size_t offset, std::size_t bytes) {
    taken = roundUp(offset + bytes, pageBytes());
    unit = taken >= 2 * kHugePageBytes ? kHugePageBytes : pageBytes();
    usable = roundUp(taken, unit);
  }
  std::size_t taken;  // by the block
  std::size_t unit;   // of one page
  std::size_t usable; // a multiple of it
  std::size_t total() const { return usable + pageBytes(); }
};

// Those of a block that has been allocated, and where they begin.
std::pair<std::byte *, Pages> pagesOf(std::byte *block, std::size_t bytes) {
  auto address = reinterpret_cast<std::uintptr_t>(block);
  const Pages pages(address % pageBytes(), bytes);
  return {block - address % pages.unit, pages};
}

std::byte *mapBlock(std::size_t offset, std::size_t bytes) {
  const Pages pages(offset, bytes);
  std::size_t reserved = pages.total() + pages.unit - pageBytes();
  if (reserved < bytes)
    return nullptr;
  std::byte *room = mapPages(reserved, PROT_NONE);
  if (!room)
    return nullptr;

  auto address = reinterpret_cast<std::uintptr_t>(room);
  std::byte *base = room + (roundUp(address, pages.unit) - address);
  std::byte *end = base + pages.total();
  if (base != room)
    munmap(room, static_cast<std::size_t>(base - room));
  if (end != room + reserved)
    munmap(end, static_cast<std::size_t>(room + reserved - end));
  if (mprotect(base, pages.usable, PROT_READ | PROT_WRITE) != 0) {
    munmap(base, pages.total());
    return nullptr;
  }
  if (pages.unit == kHugePageBytes)
    madvise(base, pages.usable, MADV_HUGEPAGE);
  return base + (pages.usable - pages.taken) + offset;
}

// Where in its page the nth staggered block starts, in bytes: neighbours half a page apart. Processors tell
// earlier stores from later loads by the low 12 bits of their addresses, so a kernel that writes b[i] and reads
// a[i + 1] waits for its stores where both arrays start on a page (a stencil: 20 % on Zen 5).
std::size_t stagger(unsigned n) {
  constexpr std::array<std::size_t, 8> kStarts = {0, 2048, 1024, 3072, 512, 2560, 1536, 3584};
  return kStarts[n % kStarts.size()];
}

std::size_t classOf(std::size_t bytes) {
  std::size_t smallest = std::bit_width(PageHeap::kAlignment - 1);
  std::size_t width = std::bit_width(bytes - 1);
  return width < smallest ? 0 : width - smallest;
}

} // namespace

std::byte *PageHeap::allocate(std::size_t bytes, Start start) {
  if (bytes >= kMappedBytes) {
    std::size_t offset = start == Start::kStaggered ? stagger(staggered_++) : 0;
    return mapBlock(offset, bytes);
  }

  std::size_t size_class = classOf(bytes);
  std::size_t block_bytes = kAlignment << size_class;
  std::byte *block = nullptr;
  {
    std::lock_guard lock(mutex_);
    std::vector<std::byte *> &blocks = free_[size_class];
    if (blocks.empty()) {
      std::byte *chunk = mapPages(kChunkBytes, PROT_READ | PROT_WRITE);
      if (!chunk)
        return nullptr;
      // The lowest block is handed out first.
      for (std::size_t offset = kChunkBytes; offset != 0; offset -= block_bytes)
        blocks.push_back(chunk + offset - block_bytes);
    }
    block = blocks.back();
    blocks.pop_back();
  }
  std::memset(block, 0, block_bytes);
  return block;
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

void PageHeap::release(std::byte *block, std::size_t bytes) {
  if (bytes >= kMappedBytes) {
    auto [base, pages] = pagesOf(block, bytes);
    quarantine({base, pages.total()});
    return;
  }
  std::lock_guard lock(mutex_);
  free_[classOf(bytes)].push_back(block);
}

} // namespace raddle::runtime
