#include "runtime/host/page_heap.h"

#include "runtime/host/mapping.h"
#include "runtime/pages.h"

#include <bit>
#include <cstdint>
#include <cstring>

#include <sys/mman.h>

namespace raddle::runtime {

namespace {

// The pages that a large block takes: huge ones, and a guard page behind them. The block starts `offset` bytes behind the
// start of a page, and ends in the last one, so that an overrun meets the guard. None of them is small: the last row of a
// matrix in a page of its own makes products of matrices 3 % slower.
struct Pages {
  Pages(std::size_t offset, std::size_t bytes)
      : taken(roundUp(offset + bytes, pageBytes())), usable(roundUp(taken, kHugePageBytes)) {}
  std::size_t taken; // by the block
  std::size_t usable;
  std::size_t total() const { return usable + pageBytes(); }
};

// Where the pages of a block begin, and how many bytes they have.
std::pair<std::byte *, std::size_t> pagesOf(std::byte *block, std::size_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  return {block - address % kHugePageBytes, Pages(address % pageBytes(), bytes).total()};
}

std::byte *mapBlock(std::size_t offset, std::size_t bytes) {
  const Pages pages(offset, bytes);
  if (pages.total() < bytes)
    return nullptr;
  std::byte *const base = mapPages(pages.total(), kHugePageBytes, PROT_NONE);
  if (!base)
    return nullptr;
  if (mprotect(base, pages.usable, PROT_READ | PROT_WRITE) != 0) {
    munmap(base, pages.total());
    return nullptr;
  }
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
  if (bytes >= kGuardedBytes) {
    std::size_t offset = start == Start::kStaggered ? stagger(staggered_++) : 0;
    return bytes >= kMappedBytes ? mapBlock(offset, bytes) : medium_.allocate(offset, bytes);
  }

  std::size_t size_class = classOf(bytes);
  std::byte *block = nullptr;
  {
    std::lock_guard lock(mutex_);
    std::vector<std::byte *> &blocks = free_[size_class];
    if (blocks.empty() && !addBlocks(size_class))
      return nullptr;
    block = blocks.back();
    blocks.pop_back();
  }
  std::memset(block, 0, kAlignment << size_class);
  return block;
}

// Call with the lock held. False when the system has no memory.
bool PageHeap::addBlocks(std::size_t size_class) {
  if (run_ == runs_end_) {
    // Most programs have few small blocks.
    const bool is_first = !run_;
    std::byte *const runs =
        is_first ? mapPages(kFirstBytes, pageBytes(), PROT_READ | PROT_WRITE) : mapHugePage();
    if (!runs)
      return false;
    run_ = runs;
    runs_end_ = runs + (is_first ? kFirstBytes : kHugePageBytes);
  }
  const std::size_t block_bytes = kAlignment << size_class;
  // The lowest block is handed out first.
  for (std::size_t offset = kRunBytes; offset != 0; offset -= block_bytes)
    free_[size_class].push_back(run_ + offset - block_bytes);
  run_ += kRunBytes;
  return true;
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
    auto [base, total] = pagesOf(block, bytes);
    quarantine({base, total});
    return;
  }
  if (bytes >= kGuardedBytes) {
    medium_.release(block, bytes);
    return;
  }
  std::lock_guard lock(mutex_);
  free_[classOf(bytes)].push_back(block);
}

} // namespace raddle::runtime
