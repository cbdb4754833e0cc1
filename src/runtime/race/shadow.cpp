#include "runtime/race/shadow.h"

#include <sys/mman.h>

#include <algorithm>
#include <deque>
#include <mutex>

namespace raddle::runtime::race {

namespace {

// Addresses have 48 bits, of which a page takes 12, and each of two tables 18.
constexpr unsigned kPageBits = 12, kTableBits = 18;
using Table = std::array<std::atomic<ShadowPage *>, 1u << kTableBits>;
std::array<std::atomic<Table *>, 1u << kTableBits> tables;

template <typename T> T *newPages() {
  void *pages = mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return pages == MAP_FAILED ? nullptr : static_cast<T *>(pages);
}

// Takes what lies at `place`, or puts something new there.
template <typename T> T *take(std::atomic<T *> &place, T *fresh) {
  T *expected = nullptr;
  if (!fresh || place.compare_exchange_strong(expected, fresh, std::memory_order_acq_rel))
    return fresh;
  return expected;
}

// System calls cost more than pages, so they come by the hundred.
ShadowPage *newShadowPage() {
  constexpr std::size_t kTogether = 128;
  struct Pages {
    std::array<ShadowPage, kTogether> all;
  };
  static SpinLock lock;
  static Pages *pages = nullptr;
  static std::size_t used = kTogether;
  std::lock_guard guard(lock);
  if (used == kTogether) {
    pages = newPages<Pages>();
    if (!pages)
      return nullptr;
    used = 0;
  }
  return &pages->all[used++];
}

struct Records {
  SpinLock lock;
  std::deque<WordRecord> all;
};
Records &records() {
  static auto *const all = new Records;
  return *all;
}

ShadowPage *knownPageAt(std::uintptr_t address) {
  Table *table = tables[address >> (kPageBits + kTableBits) & ((1u << kTableBits) - 1)].load(std::memory_order_acquire);
  return table ? (*table)[address >> kPageBits & ((1u << kTableBits) - 1)].load(std::memory_order_acquire) : nullptr;
}

} // namespace

ShadowPage *shadowPageAt(std::uintptr_t address) {
  if (ShadowPage *page = knownPageAt(address)) [[likely]]
    return page;
  std::atomic<Table *> &place = tables[address >> (kPageBits + kTableBits) & ((1u << kTableBits) - 1)];
  Table *table = place.load(std::memory_order_acquire);
  if (!table)
    table = take(place, newPages<Table>());
  return table ? take((*table)[address >> kPageBits & ((1u << kTableBits) - 1)], newShadowPage()) : nullptr;
}

WordRecord &recordOf(const Cell &cell) { return *reinterpret_cast<WordRecord *>(cell.shared); }

WordRecord *addRecord(Cell &cell) {
  Records &known = records();
  std::lock_guard guard(known.lock);
  WordRecord &record = known.all.emplace_back();
  cell = {kHasRecord, reinterpret_cast<std::uintptr_t>(&record)};
  return &record;
}

void forgetAccesses(std::uintptr_t begin, std::size_t bytes) {
  const std::uintptr_t end = begin + bytes;
  for (std::uintptr_t at = begin & ~std::uintptr_t{3}; at < end;) {
    const std::uintptr_t next = std::min(end, (at / ShadowPage::kBytes + 1) * ShadowPage::kBytes);
    if (ShadowPage *page = knownPageAt(at)) {
      std::lock_guard guard(page->lock);
      for (; at < next; at += 4) {
        Cell &cell = page->cells[at % ShadowPage::kBytes / 4];
        if (cell.write & kHasRecord)
          recordOf(cell) = {};
        else
          cell = {};
      }
    }
    at = std::max(at, next);
  }
}

} // namespace raddle::runtime::race
