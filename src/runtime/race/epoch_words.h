// Words of the EpochShadow, many at once.
#ifndef RADDLE_RUNTIME_RACE_EPOCH_WORDS_H
#define RADDLE_RUNTIME_RACE_EPOCH_WORDS_H

#include <cstdint>

namespace raddle::runtime::race {

/// An access, or several as those of a Slot:
///
///   0..4 lane   5 others of its warp   6 of other warps   7 atomic; of a write: the detector has the word   8..31 number in the log
using Entry = std::uint32_t;

constexpr Entry kEntryLane = 31, kEntryOtherLanes = 1 << 5, kEntryOtherWarps = 1 << 6,
                kEntryIsAtomic = 1 << 7, kEntryIsHandedOver = 1 << 7;
constexpr unsigned kEntryNumberShift = 8;
/// So many words are looked at together, and those behind the last one are read and written, too.
constexpr unsigned kEntryChunk = 16;

enum class EntryKind { kRead, kWrite, kAtomic };

/// What entries are compared with. Those before `floor` are of earlier epochs; those from `warp` on are of this warp, and those
/// from `meeting` on come after the last meeting of all its lanes.
struct EpochNow {
  Entry floor, warp, meeting;
  Entry access; // what is noted, without the lane
};

/// The last write of each word, and what has read or atomically updated it since.
struct EpochWords {
  Entry *writes, *shared;
  Entry *read_by_many; // by chunk: from the epoch's floor on where several warps have read all of its words, which nobody writes
};

/// Words that lie behind each other, of which lane `lane` accesses the first 2^step ones, the next lane the next ones, and so
/// on, from lane 31 to lane 0; and the same in further rows.
struct EpochSpan {
  unsigned first, count;
  unsigned lane, step;
  unsigned rows = 1;
  std::int64_t pitch = 0; // words from one row to the next
};

/// False if one of the words may race: then it is not known of which words the access has been noted.
bool noteSpan(EntryKind kind, EpochWords words, EpochSpan span, const EpochNow &now);
/// Each of `lanes` accesses a word of its own; those of the others are read and written, too. Nothing is noted if one may race.
bool noteLanes(EntryKind kind, EpochWords words, const std::int32_t *indices, std::uint32_t lanes,
               const EpochNow &now);

} // namespace raddle::runtime::race

#endif
