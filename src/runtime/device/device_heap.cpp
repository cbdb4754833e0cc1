#include "runtime/device/device_heap.h"

#include <algorithm>
#include <bit>

namespace raddle::runtime {

// Multiples of 16, at most a quarter apart, with all powers of two, and with little left over in a page.
const std::array<std::uint16_t, DeviceHeap::kClasses> DeviceHeap::kSlotBytes = {
    16,  32,  48,  64,  80,  96,  112, 128,  160,  192,  224,  256,  320,  384, 448,
    512, 576, 640, 672, 736, 816, 896, 1008, 1024, 1152, 1360, 1536, 1792, 2048};

DeviceHeap::DeviceHeap(std::size_t bytes) : pages_(bytes), history_(bytes / 2) {
  for (Shard &shard : shards_)
    shard.partial.fill(kNone);
}

// The class of a block; kClasses when it needs whole pages. Slots whose size is a power of two are aligned to
// it.
std::size_t DeviceHeap::classFor(std::size_t bytes, std::size_t alignment) {
  if (alignment > kAlignment)
    bytes = std::bit_ceil(std::max(bytes, alignment));
  const auto *fitting = std::lower_bound(kSlotBytes.begin(), kSlotBytes.end(), bytes);
  return static_cast<std::size_t>(fitting - kSlotBytes.begin());
}

void *DeviceHeap::allocate(std::size_t bytes, std::size_t alignment, unsigned shard) {
  if (!pages_.reserve() || bytes > this->bytes() || alignment > this->bytes())
    return nullptr;
  const std::size_t size_class = std::max(bytes + kLeastMargin, alignment) <= kLargestSlot
                                     ? classFor(bytes + kLeastMargin, alignment)
                                     : kClasses;
  for (bool retried = false;; retried = true) {
    void *block = size_class < kClasses ? allocateSlot(bytes, size_class, shard % kShards)
                                        : allocateRun(bytes, alignment);
    if (block || retried)
      return block;
    releaseEmptyPages();
  }
}

bool DeviceHeap::release(void *pointer, std::optional<Overrun> *overrun) {
  if (!pages_.reserve())
    return false;
  const auto offset =
      reinterpret_cast<std::uintptr_t>(pointer) - reinterpret_cast<std::uintptr_t>(pages_.base());
  if (offset >= bytes())
    return false;
  const auto page = static_cast<std::uint32_t>(offset / kPageBytes);
  switch (pages_[page].kind.load(std::memory_order_acquire)) {
  case Kind::kSlots:
    return releaseSlot(page, offset % kPageBytes, overrun);
  case Kind::kRun:
    return offset % kPageBytes == 0 && releaseRun(page, overrun);
  default:
    return false;
  }
}

std::optional<DeviceHeap::Block> DeviceHeap::find(const void *address) {
  if (!contains(address) || !pages_.reserve())
    return std::nullopt;
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte *>(address) - pages_.base());
  auto index = static_cast<std::uint32_t>(offset / kPageBytes);
  Page &page = pages_[index];
  if (page.kind.load(std::memory_order_acquire) == Kind::kSlots) {
    std::lock_guard lock(shards_[page.shard.load(std::memory_order_relaxed)].mutex);
    if (page.kind.load(std::memory_order_relaxed) != Kind::kSlots)
      return std::nullopt;
    const std::size_t slot = offset % kPageBytes / kSlotBytes[page.size_class];
    if (slot >= slotsOf(page.size_class))
      return std::nullopt;
    std::byte *const block = pages_.addressOf(index) + slot * kSlotBytes[page.size_class];
    return Block{block, pages_.bytesOfSlot(block), (page.free[slot / 64] >> slot % 64 & 1) != 0};
  }
  std::lock_guard lock(pages_.mutex());
  while (index > 0 && pages_[index].kind.load(std::memory_order_relaxed) == Kind::kRest)
    --index;
  const Page &first = pages_[index];
  if (first.kind.load(std::memory_order_relaxed) != Kind::kRun)
    return Block{pages_.addressOf(index), kPageBytes, true};
  return first.run_bytes ? std::optional(Block{pages_.addressOf(index), first.run_bytes, false}) : std::nullopt;
}

// ---- Slots.

void *DeviceHeap::allocateSlot(std::size_t bytes, std::size_t size_class, unsigned own) {
  {
    Shard &shard = shards_[own];
    std::lock_guard lock(shard.mutex);
    if (void *slot = takeSlot(shard, bytes, size_class))
      return slot;
    if (const std::uint32_t fresh = pages_.take(1, 1, 0); fresh != kNone) {
      Page &page = pages_[fresh];
      page.size_class = static_cast<std::uint8_t>(size_class);
      page.free_slots = slotsOf(size_class);
      for (unsigned word = 0; word < page.free.size(); ++word) {
        const unsigned left = std::max<int>(page.free_slots - 64 * static_cast<int>(word), 0);
        page.free[word] = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
      }
      page.shard.store(static_cast<std::uint8_t>(own), std::memory_order_relaxed);
      page.kind.store(Kind::kSlots, std::memory_order_release);
      link(shard, fresh);
      return takeSlot(shard, bytes, size_class);
    }
  }
  // No page is left: a slot in somebody else's will do.
  for (Shard &shard : shards_) {
    std::lock_guard lock(shard.mutex);
    if (void *slot = takeSlot(shard, bytes, size_class))
      return slot;
  }
  return nullptr;
}

// Call with the shard's lock held, under which others look at margins.
void *DeviceHeap::takeSlot(Shard &shard, std::size_t bytes, std::size_t size_class) {
  const std::uint32_t index = shard.partial[size_class];
  if (index == kNone)
    return nullptr;
  Page &page = pages_[index];
  auto *word = std::find_if(page.free.begin(), page.free.end(), [](std::uint64_t bits) { return bits != 0; });
  const auto slot = static_cast<std::size_t>(std::countr_zero(*word) + 64 * (word - page.free.begin()));
  *word &= *word - 1;
  if (--page.free_slots == 0)
    unlink(shard, index);
  std::byte *const block = pages_.addressOf(index) + slot * kSlotBytes[size_class];
  pages_.bytesOfSlot(block) = static_cast<std::uint16_t>(bytes);
  fillMarginBehind(block, bytes, block + kSlotBytes[size_class]);
  return block;
}

bool DeviceHeap::releaseSlot(std::uint32_t index, std::size_t offset, std::optional<Overrun> *overrun) {
  Page &page = pages_[index];
  const unsigned owner = page.shard.load(std::memory_order_relaxed);
  Shard &shard = shards_[owner];
  std::lock_guard lock(shard.mutex);
  // When the pointer is no block, the page may have changed hands meanwhile.
  if (page.kind.load(std::memory_order_relaxed) != Kind::kSlots ||
      page.shard.load(std::memory_order_relaxed) != owner)
    return false;
  const std::size_t bytes = kSlotBytes[page.size_class], slot = offset / bytes;
  const std::uint64_t bit = std::uint64_t{1} << slot % 64;
  if (offset % bytes != 0 || slot >= slotsOf(page.size_class) || (page.free[slot / 64] & bit) != 0)
    return false;
  std::byte *const block = pages_.addressOf(index) + offset;
  if (const std::size_t asked = pages_.bytesOfSlot(block); overrun)
    if (const auto damage = findDamageBehind(block, asked, block + bytes))
      *overrun = {block, asked, *damage};
  page.free[slot / 64] |= bit;
  if (++page.free_slots == 1)
    link(shard, index);
  // One empty page is kept, for a thread that takes and gives back one block after the other.
  if (page.free_slots == slotsOf(page.size_class) &&
      (page.next != kNone || shard.partial[page.size_class] != index)) {
    unlink(shard, index);
    pages_.give(index, 1);
  }
  return true;
}

void DeviceHeap::link(Shard &shard, std::uint32_t index) {
  Page &page = pages_[index];
  std::uint32_t &head = shard.partial[page.size_class];
  page.next = head;
  page.previous = kNone;
  if (head != kNone)
    pages_[head].previous = index;
  head = index;
}

void DeviceHeap::unlink(Shard &shard, std::uint32_t index) {
  Page &page = pages_[index];
  (page.previous != kNone ? pages_[page.previous].next : shard.partial[page.size_class]) = page.next;
  if (page.next != kNone)
    pages_[page.next].previous = page.previous;
  page.next = page.previous = kNone;
}

void DeviceHeap::releaseEmptyPages() {
  for (Shard &shard : shards_) {
    std::lock_guard lock(shard.mutex);
    for (std::size_t size_class = 0; size_class < kClasses; ++size_class)
      for (std::uint32_t index = shard.partial[size_class]; index != kNone;) {
        const std::uint32_t next = pages_[index].next;
        if (pages_[index].free_slots == slotsOf(size_class)) {
          unlink(shard, index);
          pages_.give(index, 1);
        }
        index = next;
      }
  }
}

// ---- Runs of pages.

void *DeviceHeap::allocateRun(std::size_t bytes, std::size_t alignment) {
  auto pagesFor = [](std::size_t size) { return (size + kPageBytes - 1) / kPageBytes; };
  const std::size_t asked = std::max<std::size_t>(bytes, 1);
  std::uint32_t first = pages_.take(pagesFor(asked + kLeastMargin), alignment / kPageBytes, asked);
  if (first == kNone)
    first = pages_.take(pagesFor(asked), alignment / kPageBytes, asked);
  return first == kNone ? nullptr : pages_.addressOf(first);
}

bool DeviceHeap::releaseRun(std::uint32_t first, std::optional<Overrun> *overrun) {
  Page &page = pages_[first];
  {
    std::lock_guard lock(pages_.mutex());
    if (page.kind.load(std::memory_order_relaxed) != Kind::kRun || page.run_bytes == 0)
      return false;
    std::byte *const block = pages_.addressOf(first);
    if (overrun)
      if (const auto damage = findDamageBehind(block, page.run_bytes, pages_.addressOf(first + page.run)))
        *overrun = {block, page.run_bytes, *damage};
    page.kind.store(Kind::kRest, std::memory_order_relaxed);
  }
  pages_.give(first, page.run);
  return true;
}

// ---- Margins.

std::vector<DeviceHeap::Overrun> DeviceHeap::takeOverruns() {
  std::vector<Overrun> overruns;
  // Nobody is to make the heap meanwhile, but it may be there already.
  if (wasUsed() && pages_.reserve())
    for (std::size_t page = 0; page < pages_.count(); ++page)
      takeOverrunsOf(static_cast<std::uint32_t>(page), overruns);
  return overruns;
}

void DeviceHeap::takeOverrunsOf(std::uint32_t index, std::vector<Overrun> &overruns) {
  Page &page = pages_[index];
  auto look = [&](std::byte *block, std::size_t bytes, std::byte *end) {
    if (const auto damage = findDamageBehind(block, bytes, end)) {
      overruns.push_back({block, bytes, *damage});
      fillMarginBehind(block, bytes, end);
    }
  };
  switch (page.kind.load(std::memory_order_acquire)) {
  case Kind::kSlots: {
    const unsigned owner = page.shard.load(std::memory_order_relaxed);
    std::lock_guard lock(shards_[owner].mutex);
    if (page.kind.load(std::memory_order_relaxed) != Kind::kSlots ||
        page.shard.load(std::memory_order_relaxed) != owner)
      return;
    const std::size_t bytes = kSlotBytes[page.size_class];
    for (std::size_t slot = 0; slot < slotsOf(page.size_class); ++slot)
      if ((page.free[slot / 64] >> slot % 64 & 1) == 0) {
        std::byte *const block = pages_.addressOf(index) + slot * bytes;
        look(block, pages_.bytesOfSlot(block), block + bytes);
      }
    return;
  }
  case Kind::kRun: {
    std::lock_guard lock(pages_.mutex());
    if (page.kind.load(std::memory_order_relaxed) == Kind::kRun && page.run_bytes != 0)
      look(pages_.addressOf(index), page.run_bytes, pages_.addressOf(index + page.run));
    return;
  }
  default:
    return;
  }
}

} // namespace raddle::runtime
