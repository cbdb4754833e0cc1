// What is known of each word of memory: who wrote it last, and who has read it, or updated it atomically, since.
//
// A word of four bytes has a cell of 16 bytes, which is allocated when its page is first touched. Few words need more: those
// whose bytes have different owners, and those that are accessed both atomically and not; they have a record elsewhere.
// Most words need less: if all of a line of 64 bytes are accessed by lanes of a warp that follow each other, or by one lane, two
// slots say it of the whole line, and its cells are not touched.
#ifndef RADDLE_RUNTIME_RACE_SHADOW_H
#define RADDLE_RUNTIME_RACE_SHADOW_H

#include "runtime/race/segments.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace raddle::runtime::race {

/// An access, or several that are not ordered: then it is one of them, and flags say of which others there are some.
///
///   0..31 segment   32..36 lane   37..50 site   51..54 bytes of the word   55 atomic   56..57 scope   58 writes
///   59 others of its warp   60 of its block   61 of other blocks   62 some other one is no write   63 (the word has a record)
using Slot = std::uint64_t;

constexpr Slot kSlotAtomic = Slot{1} << 55, kSlotWrites = Slot{1} << 58, kOtherLanes = Slot{1} << 59,
               kOtherWarps = Slot{1} << 60, kOtherBlocks = Slot{1} << 61, kOthersRead = Slot{1} << 62,
               kHasRecord = Slot{1} << 63;
constexpr Slot kOthers = kOtherLanes | kOtherWarps | kOtherBlocks;
constexpr std::uint32_t kSites = 1u << 14;

constexpr bool writes(Slot slot) { return slot & kSlotWrites; }
constexpr bool isAtomic(Slot slot) { return slot & kSlotAtomic; }
constexpr SegmentId segmentOf(Slot slot) { return static_cast<SegmentId>(slot); }
constexpr unsigned laneOf(Slot slot) { return slot >> 32 & 31; }
constexpr unsigned siteOf(Slot slot) { return slot >> 37 & (kSites - 1); }
constexpr unsigned bytesOf(Slot slot) { return slot >> 51 & 15; }
constexpr unsigned scopeOf(Slot slot) { return slot >> 56 & 3; }
constexpr Slot slotOf(SegmentId segment, unsigned lane, unsigned site, unsigned scope, Slot flags) {
  return segment | Slot{lane} << 32 | Slot{site} << 37 | Slot{scope} << 56 | flags;
}
constexpr Slot kSlotBytes = Slot{15} << 51, kSlotLane = Slot{31} << 32;
constexpr Slot withBytes(Slot slot, unsigned bytes) { return slot | Slot{bytes} << 51; }
constexpr Slot withLane(Slot slot, unsigned lane) { return slot | Slot{lane} << 32; }

/// Bytes of a slot of a packed word: in one access lanes that follow each other have accessed a byte or two of it each. The lane is
/// that of the first.
constexpr unsigned kBytePerLane = 5, kHalfPerLane = 9;
constexpr bool isPacked(Slot slot) { return bytesOf(slot) == kBytePerLane || bytesOf(slot) == kHalfPerLane; }
/// Of a packed word; how many bytes each lane accesses.
constexpr unsigned bytesOfLane(Slot slot) { return bytesOf(slot) == kBytePerLane ? 1 : 2; }
/// What the slot says of a byte: of a packed word that of one lane.
constexpr Slot slotOfByte(Slot slot, unsigned byte) {
  if (!isPacked(slot))
    return slot;
  const unsigned each = bytesOfLane(slot), lane = byte / each;
  return withBytes(withLane(slot & ~(kSlotLane | kSlotBytes), laneOf(slot) + lane),
                   ((1u << each) - 1) << lane * each);
}

/// What is known of one byte, or of several that are always accessed together. Zero is nothing.
struct Accesses {
  Slot write = 0;  // plain
  Slot read = 0;   // plain
  Slot atomic = 0; // of any kind
};

struct Cell {
  Slot write;
  Slot shared; // reads, or atomic accesses
};

/// Of a word that does not do with a cell.
struct WordRecord {
  bool is_split = false; // into bytes; else only the first is used
  std::array<Accesses, 4> bytes;
};

/// How many words each lane accesses of a line, as a power of two; stands where slots of words have their bytes.
constexpr unsigned kAllOfLine = 4;

/// 64 bytes of memory. As long as it has no cells, its slots are those of the first word, and the others differ in the lane alone.
/// All bytes of each word are meant.
struct Line {
  static constexpr std::uintptr_t kBytes = 64;
  static constexpr unsigned kWords = kBytes / 4;

  bool hasCells() const { return slots.write & kHasRecord; }
  /// Of one with cells: no access that they know is of a later segment.
  SegmentId newest() const { return segmentOf(slots.shared); }
  /// Of one with cells: whether one of them may have a record.
  bool hasRecords() const { return slots.shared & kHasRecord; }
  /// `cell` is one of its cells, to which `segment` has come.
  void note(const Cell &cell, SegmentId segment) {
    slots.shared = (slots.shared & kHasRecord) | (cell.write & kHasRecord) | std::max(newest(), segment);
  }
  /// Gives it cells, which come to hold what its slots say.
  void split(Cell *cells);

  Cell slots;
};

struct ShadowPage {
  static constexpr std::uintptr_t kBytes = 4096; // of memory
  SpinLock lock;
  std::array<Line, kBytes / Line::kBytes> lines;
  std::array<Cell, kBytes / 4> cells; // last, so that those of memory which is not touched are no memory either

  Line &lineAt(std::uintptr_t address) { return lines[address % kBytes / Line::kBytes]; }
  /// Those of the line of that address.
  Cell *cellsAt(std::uintptr_t address) {
    return &cells[address % kBytes / Line::kBytes * Line::kWords];
  }
  /// That of the word; gives its line cells.
  Cell &cellAt(std::uintptr_t address) {
    if (Line &line = lineAt(address); !line.hasCells())
      line.split(cellsAt(address));
    return cells[address % kBytes / 4];
  }
};

// Addresses have 48 bits, of which a page takes 12, and each of two tables 18.
constexpr unsigned kPageBits = 12, kTableBits = 18;
using ShadowTable = std::array<std::atomic<ShadowPage *>, 1u << kTableBits>;
extern std::array<std::atomic<ShadowTable *>, 1u << kTableBits> shadow_tables;

/// The page of an address; null if there is none yet.
inline ShadowPage *knownPageAt(std::uintptr_t address) {
  constexpr std::uintptr_t kIndex = (1u << kTableBits) - 1;
  ShadowTable *table =
      shadow_tables[address >> (kPageBits + kTableBits) & kIndex].load(std::memory_order_acquire);
  return table ? (*table)[address >> kPageBits & kIndex].load(std::memory_order_acquire) : nullptr;
}

ShadowPage *newPageAt(std::uintptr_t address);

/// The page of an address; null where there is no memory for it.
inline ShadowPage *shadowPageAt(std::uintptr_t address) {
  ShadowPage *page = knownPageAt(address);
  return page ? page : newPageAt(address);
}

/// Of a cell with kHasRecord.
WordRecord &recordOf(const Cell &cell);
/// Gives it one; null where there is no memory.
WordRecord *addRecord(Cell &cell);

/// What was there has been freed, and the memory is given out again.
void forgetAccesses(std::uintptr_t begin, std::size_t bytes);

} // namespace raddle::runtime::race

#endif
