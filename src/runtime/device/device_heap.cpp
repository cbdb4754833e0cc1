#include "runtime/device/device_heap.h"

#include <algorithm>
#include <bit>
#include <sys/mman.h>

namespace raddle::runtime {

namespace {

// Address space in front of the heap and behind it that nobody may access.
constexpr std::size_t kGuard = std::size_t{1} << 20;

std::byte *map(std::size_t bytes, int access) {
  void *memory = mmap(nullptr, bytes, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<std::byte *>(memory);
}

// Behind so many bytes, up to `end`.
std::optional<Damage> findDamageBehind(const std::byte *block, std::size_t bytes, const std::byte *end) {
  const std::byte *const margin = block + bytes;
  return findDamage(margin, std::min<std::size_t>(static_cast<std::size_t>(end - margin), kLargestMargin));
}

void fillMarginBehind(std::byte *block, std::size_t bytes, const std::byte *end) {
  std::byte *const margin = block + bytes;
  fillMargin(margin, std::min<std::size_t>(static_cast<std::size_t>(end - margin), kLargestMargin));
}

} // namespace

// Multiples of 16, at most a quarter apart, with all powers of two, and with little left over in a page.
const std::array<std::uint16_t, DeviceHeap::kClasses> DeviceHeap::kSlotBytes = {
    16,  32,  48,  64,  80,  96,  112, 128,  160,  192,  224,  256,  320,  384, 448,
    512, 576, 640, 672, 736, 816, 896, 1008, 1024, 1152, 1360, 1536, 1792, 2048};

DeviceHeap::DeviceHeap(std::size_t bytes) : pages_count_((bytes + kPageBytes - 1) / kPageBytes) {
  for (Shard &shard : shards_)
    shard.partial.fill(kNone);
}

DeviceHeap::~DeviceHeap() {
  if (!base_)
    return;
  munmap(base_ - kGuard, bytes() + 2 * kGuard);
  munmap(pages_, pages_count_ * sizeof(Page));
  munmap(slot_bytes_, bytes() / kAlignment * sizeof *slot_bytes_);
}

bool DeviceHeap::reserve() {
  std::call_once(reserved_, [this] {
    used_before_.store(true, std::memory_order_relaxed);
    if (pages_count_ == 0 || pages_count_ >= kNone)
      return;
    constexpr int kAccess = PROT_READ | PROT_WRITE;
    std::byte *const memory = map(bytes() + 2 * kGuard, PROT_NONE);
    std::byte *const pages = map(pages_count_ * sizeof(Page), kAccess);
    std::byte *const slots = map(bytes() / kAlignment * sizeof *slot_bytes_, kAccess);
    // What is there stays where there is not all: that is the end of this address space.
    if (!memory || !pages || !slots || mprotect(memory + kGuard, bytes(), kAccess) != 0)
      return;
    base_ = memory + kGuard;
    pages_ = reinterpret_cast<Page *>(pages);
    slot_bytes_ = reinterpret_cast<std::uint16_t *>(slots);
    used_.resize((pages_count_ + 63) / 64);
    // There is nothing behind the last page.
    if (pages_count_ % 64 != 0)
      used_.back() = ~std::uint64_t{0} << pages_count_ % 64;
  });
  return base_;
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
  if (!reserve() || bytes > this->bytes() || alignment > this->bytes())
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
  if (!reserve())
    return false;
  const auto offset = reinterpret_cast<std::uintptr_t>(pointer) - reinterpret_cast<std::uintptr_t>(base_);
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
  if (!contains(address) || !reserve())
    return std::nullopt;
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte *>(address) - base_);
  auto index = static_cast<std::uint32_t>(offset / kPageBytes);
  Page &page = pages_[index];
  if (page.kind.load(std::memory_order_acquire) == Kind::kSlots) {
    std::lock_guard lock(shards_[page.shard.load(std::memory_order_relaxed)].mutex);
    if (page.kind.load(std::memory_order_relaxed) != Kind::kSlots)
      return std::nullopt;
    const std::size_t slot = offset % kPageBytes / kSlotBytes[page.size_class];
    if (slot >= slotsOf(page.size_class))
      return std::nullopt;
    std::byte *const block = addressOf(index) + slot * kSlotBytes[page.size_class];
    return Block{block, bytesOfSlot(block), (page.free[slot / 64] >> slot % 64 & 1) != 0};
  }
  std::lock_guard lock(pages_mutex_);
  while (index > 0 && pages_[index].kind.load(std::memory_order_relaxed) == Kind::kRest)
    --index;
  const Page &first = pages_[index];
  if (first.kind.load(std::memory_order_relaxed) != Kind::kRun)
    return Block{addressOf(index), kPageBytes, true};
  return first.run_bytes ? std::optional(Block{addressOf(index), first.run_bytes, false}) : std::nullopt;
}

// ---- Slots.

void *DeviceHeap::allocateSlot(std::size_t bytes, std::size_t size_class, unsigned own) {
  {
    Shard &shard = shards_[own];
    std::lock_guard lock(shard.mutex);
    if (void *slot = takeSlot(shard, bytes, size_class))
      return slot;
    if (const std::uint32_t fresh = takePages(1, 1, 0); fresh != kNone) {
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
  std::byte *const block = addressOf(index) + slot * kSlotBytes[size_class];
  bytesOfSlot(block) = static_cast<std::uint16_t>(bytes);
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
  std::byte *const block = addressOf(index) + offset;
  if (const std::size_t asked = bytesOfSlot(block); overrun)
    if (const auto damage = findDamageBehind(block, asked, block + bytes))
      *overrun = {block, asked, *damage};
  page.free[slot / 64] |= bit;
  if (++page.free_slots == 1)
    link(shard, index);
  // One empty page is kept, for a thread that takes and gives back one block after the other.
  if (page.free_slots == slotsOf(page.size_class) &&
      (page.next != kNone || shard.partial[page.size_class] != index)) {
    unlink(shard, index);
    givePages(index, 1);
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
          givePages(index, 1);
        }
        index = next;
      }
  }
}

// ---- Runs of pages.

void *DeviceHeap::allocateRun(std::size_t bytes, std::size_t alignment) {
  auto pagesFor = [](std::size_t size) { return (size + kPageBytes - 1) / kPageBytes; };
  const std::size_t asked = std::max<std::size_t>(bytes, 1);
  std::uint32_t first = takePages(pagesFor(asked + kLeastMargin), alignment / kPageBytes, asked);
  if (first == kNone)
    first = takePages(pagesFor(asked), alignment / kPageBytes, asked);
  return first == kNone ? nullptr : addressOf(first);
}

bool DeviceHeap::releaseRun(std::uint32_t first, std::optional<Overrun> *overrun) {
  Page &page = pages_[first];
  {
    std::lock_guard lock(pages_mutex_);
    if (page.kind.load(std::memory_order_relaxed) != Kind::kRun || page.run_bytes == 0)
      return false;
    std::byte *const block = addressOf(first);
    if (overrun)
      if (const auto damage = findDamageBehind(block, page.run_bytes, addressOf(first + page.run)))
        *overrun = {block, page.run_bytes, *damage};
    page.kind.store(Kind::kRest, std::memory_order_relaxed);
  }
  givePages(first, page.run);
  return true;
}

// `count` pages that follow each other, as one block of so many bytes; the address of the first is a multiple of
// `alignment` pages.
std::uint32_t DeviceHeap::takePages(std::size_t count, std::size_t alignment, std::size_t bytes) {
  std::lock_guard lock(pages_mutex_);
  const std::size_t unit = std::max<std::size_t>(alignment, 1);
  const std::size_t base = reinterpret_cast<std::uintptr_t>(base_) / kPageBytes;
  auto aligned = [&](std::size_t page) { return (base + page + unit - 1) / unit * unit - base; };
  // From next_page_ to the end, then from the beginning.
  for (std::size_t start : {next_page_, std::size_t{0}}) {
    for (std::size_t first = aligned(start); first + count <= pages_count_;) {
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
      while (next % 64 == 0 && next < pages_count_ && used_[next / 64] == ~std::uint64_t{0})
        next += 64;
      first = aligned(next);
    }
  }
  return kNone;
}

void DeviceHeap::givePages(std::uint32_t first, std::size_t count) {
  std::lock_guard lock(pages_mutex_);
  for (std::size_t page = first; page < first + count; ++page) {
    used_[page / 64] &= ~(std::uint64_t{1} << page % 64);
    pages_[page].kind.store(Kind::kFree, std::memory_order_relaxed);
  }
  // Low pages first: what was in use stays in the caches, and large holes stay whole.
  next_page_ = std::min<std::size_t>(next_page_, first);
}

// ---- Margins.

std::vector<DeviceHeap::Overrun> DeviceHeap::takeOverruns() {
  std::vector<Overrun> overruns;
  // Nobody is to make the heap meanwhile, but it may be there already.
  if (wasUsed() && reserve())
    for (std::size_t page = 0; page < pages_count_; ++page)
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
        std::byte *const block = addressOf(index) + slot * bytes;
        look(block, bytesOfSlot(block), block + bytes);
      }
    return;
  }
  case Kind::kRun: {
    std::lock_guard lock(pages_mutex_);
    if (page.kind.load(std::memory_order_relaxed) == Kind::kRun && page.run_bytes != 0)
      look(addressOf(index), page.run_bytes, addressOf(index + page.run));
    return;
  }
  default:
    return;
  }
}

} // namespace raddle::runtime
