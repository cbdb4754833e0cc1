#include "runtime/device/heap_pages.h"

#include <sys/mman.h>

namespace raddle::runtime {

namespace {

// Address space in front of the heap and past it that nobody may access.
constexpr std::size_t kGuard = std::size_t{1} << 20;

std::byte *map(std::size_t bytes, int access) {
  void *memory = mmap(nullptr, bytes, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<std::byte *>(memory);
}

} // namespace

HeapPages::~HeapPages() {
  if (!base_)
    return;
  munmap(base_ - kGuard, bytes() + 2 * kGuard);
  munmap(pages_, count_ * sizeof(Page));
  munmap(slot_bytes_, bytes() / kUnit * sizeof *slot_bytes_);
}

bool HeapPages::reserve() {
  std::call_once(reserved_, [this] {
    used_before_.store(true, std::memory_order_relaxed);
    if (count_ == 0 || count_ >= kNone)
      return;
    constexpr int kAccess = PROT_READ | PROT_WRITE;
    std::byte *const memory = map(bytes() + 2 * kGuard, PROT_NONE);
    std::byte *const pages = map(count_ * sizeof(Page), kAccess);
    std::byte *const slots = map(bytes() / kUnit * sizeof *slot_bytes_, kAccess);
    // What is there stays where there is not all: that is the end of this address space.
    if (!memory || !pages || !slots || mprotect(memory + kGuard, bytes(), kAccess) != 0)
      return;
    base_ = memory + kGuard;
    pages_ = reinterpret_cast<Page *>(pages);
    slot_bytes_ = reinterpret_cast<std::uint16_t *>(slots);
    used_.resize((count_ + 63) / 64);
    // There is nothing past the last page.
    if (count_ % 64 != 0)
      used_.back() = ~std::uint64_t{0} << count_ % 64;
  });
  return base_;
}

std::uint32_t HeapPages::take(std::size_t count, std::size_t alignment, std::size_t bytes) {
  std::lock_guard lock(mutex_);
  const std::size_t unit = std::max<std::size_t>(alignment, 1);
  const std::size_t base = reinterpret_cast<std::uintptr_t>(base_) / kPageBytes;
  auto aligned = [&](std::size_t page) { return (base + page + unit - 1) / unit * unit - base; };
  // From next_page_ to the end, then from the beginning.
  for (std::size_t start : {next_page_, std::size_t{0}}) {
    for (std::size_t first = aligned(start); first + count <= count_;) {
      std::size_t length = 0;
      while (length < count && !isUsed(first + length))
        ++length;
      if (length == count) {
        for (std::size_t page = first; page < first + count; ++page) {
          used_[page / 64] |= std::uint64_t{1} << page % 64;
          pages_[page].kind.store(page == first ? Kind::kRun : Kind::kRest, std::memory_order_relaxed);
        }
        pages_[first].run = static_cast<std::uint32_t>(count);
        pages_[first].run_bytes = bytes;
        if (bytes != 0)
          fillMarginBehind(addressOf(static_cast<std::uint32_t>(first)), bytes,
                           addressOf(static_cast<std::uint32_t>(first + count)));
        next_page_ = first + count;
        return static_cast<std::uint32_t>(first);
      }
      // Behind the used page that was met; whole words of used pages in one step.
      std::size_t next = first + length + 1;
      while (next % 64 == 0 && next < count_ && used_[next / 64] == ~std::uint64_t{0})
        next += 64;
      first = aligned(next);
    }
  }
  return kNone;
}

void HeapPages::give(std::uint32_t first, std::size_t count) {
  std::lock_guard lock(mutex_);
  for (std::size_t page = first; page < first + count; ++page) {
    used_[page / 64] &= ~(std::uint64_t{1} << page % 64);
    pages_[page].kind.store(Kind::kFree, std::memory_order_relaxed);
  }
  // Low pages first: what was in use stays in the caches, and large holes stay whole.
  next_page_ = std::min<std::size_t>(next_page_, first);
}

} // namespace raddle::runtime
