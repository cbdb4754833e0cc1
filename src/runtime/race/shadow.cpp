#include "runtime/race/shadow.h"

#include <sys/mman.h>

#include <algorithm>
#include <deque>
#include <mutex>

namespace raddle::runtime::race {

std::array<std::atomic<ShadowTable *>, 1u << kTableBits> shadow_tables;

namespace {

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

} // namespace

ShadowPage *newPageAt(std::uintptr_t address) {
  std::atomic<ShadowTable *> &place =
      shadow_tables[address >> (kPageBits + kTableBits) & ((1u << kTableBits) - 1)];
  ShadowTable *table = place.load(std::memory_order_acquire);
  if (!table)
    table = take(place, newPages<ShadowTable>());
  return table ? take((*table)[address >> kPageBits & ((1u << kTableBits) - 1)], newShadowPage()) : nullptr;
}

void Line::split(Cell *cells) {
  constexpr Slot kStep = Slot{1} << 32;
  const auto firstOf = [](Slot slot) { return slot ? slot | kSlotBytes : 0; };
  const auto stepOf = [](Slot slot) { return slot ? bytesOf(slot) : kAllOfLine; };
  const Slot write = firstOf(slots.write), shared = firstOf(slots.shared);
  const unsigned step_of_write = stepOf(slots.write), step_of_shared = stepOf(slots.shared);
  for (unsigned word = 0; word < kWords; ++word)
    cells[word] = {write + (word >> step_of_write) * kStep, shared + (word >> step_of_shared) * kStep};
  slots = {kHasRecord, std::max(segmentOf(slots.write), segmentOf(slots.shared))};
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
      while (at < next) {
        Line &line = page->lineAt(at);
        if (at % Line::kBytes == 0 && next - at >= Line::kBytes && !(line.hasCells() && line.hasRecords())) {
          line = {};
          at += Line::kBytes;
          continue;
        }
        Cell &cell = page->cellAt(at);
        if (cell.write & kHasRecord)
          recordOf(cell) = {};
        else
          cell = {};
        at += 4;
      }
    }
    at = std::max(at, next);
  }
}

} // namespace raddle::runtime::race
