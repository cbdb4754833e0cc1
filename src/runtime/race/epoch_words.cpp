// Loops that the compiler makes vectors of: what a word gets is computed for all, and one answer tells whether all may get it.

#include "runtime/race/epoch_words.h"

#include "base/for_each_processor.h"

#include <initializer_list>

#define RADDLE_INLINE [[gnu::always_inline]] inline

namespace raddle::runtime::race {

namespace {

constexpr unsigned kLanes = 32;

struct Next {
  Entry write, shared;
  std::uint32_t races; // 0 or 1
};

// `lane` is 0 to 31.
template <EntryKind kKind>
RADDLE_INLINE Next next(Entry write, Entry shared, const EpochNow &now, Entry lane) {
  const Entry own = now.access | lane;
  const std::uint32_t is_write_over = write < now.floor;
  const std::uint32_t is_write_mine =
      write >= now.meeting && ((write ^ own) & (kEntryLane | kEntryOtherLanes)) == 0;
  const std::uint32_t is_write_before = write >= now.warp && write < now.meeting;
  const std::uint32_t is_write_here = (write & kEntryIsHandedOver) == 0;
  const std::uint32_t is_write_ordered = is_write_over | ((is_write_mine | is_write_before) & is_write_here);
  const std::uint32_t is_shared_over = shared < now.floor;
  const std::uint32_t is_of_warp = shared >= now.warp, is_since_meeting = shared >= now.meeting;
  if constexpr (kKind == EntryKind::kWrite) {
    const std::uint32_t is_mine =
        is_since_meeting & (((shared ^ own) & (kEntryLane | kEntryOtherLanes | kEntryOtherWarps)) == 0);
    const std::uint32_t is_before = is_of_warp & (is_since_meeting ^ 1) & ((shared & kEntryOtherWarps) == 0);
    return {own, 0, (is_write_ordered & (is_shared_over | is_mine | is_before)) ^ 1};
  }
  const std::uint32_t is_atomic = (shared & kEntryIsAtomic) != 0;
  const std::uint32_t is_of_kind = is_shared_over | (kKind == EntryKind::kAtomic ? is_atomic : is_atomic ^ 1);
  const Entry lanes = (shared & kEntryOtherLanes) | ((shared ^ lane) & kEntryLane ? kEntryOtherLanes : 0);
  const Entry in_warp = (shared & kEntryOtherWarps) | (is_since_meeting ? lanes : 0);
  const Entry others = is_shared_over ? 0 : is_of_warp ? in_warp : kEntryOtherWarps;
  return {write, own | others, (is_write_ordered & is_of_kind) ^ 1};
}

// One chunk from `begin` on; `lane_of` says which lane accesses its word i, if any does: kLanes is none. False if one may
// race, and then nothing is noted.
template <EntryKind kKind, typename LaneOf>
RADDLE_INLINE bool chunk(EpochWords words, unsigned begin, const EpochNow &now, LaneOf lane_of) {
  Entry *const writes = words.writes + begin, *const shared = words.shared + begin;
  Entry new_writes[kEntryChunk], new_shared[kEntryChunk];
  std::uint32_t races = 0, is_by_few = 0;
  for (unsigned i = 0; i < kEntryChunk; ++i) {
    const std::uint32_t lane = lane_of(i), is_one = lane < kLanes;
    const Next word = next<kKind>(writes[i], shared[i], now, lane & kEntryLane);
    new_writes[i] = is_one ? word.write : writes[i];
    new_shared[i] = is_one ? word.shared : shared[i];
    races |= word.races & is_one;
    is_by_few |= (writes[i] >= now.floor) | (new_shared[i] < now.floor) |
                 ((new_shared[i] & (kEntryOtherWarps | kEntryIsAtomic)) != kEntryOtherWarps);
  }
  if (races)
    return false;
  for (unsigned i = 0; i < kEntryChunk; ++i)
    shared[i] = new_shared[i];
  if constexpr (kKind == EntryKind::kWrite)
    for (unsigned i = 0; i < kEntryChunk; ++i)
      writes[i] = new_writes[i];
  if constexpr (kKind == EntryKind::kRead)
    if (!is_by_few)
      words.read_by_many[begin / kEntryChunk] = now.access;
  return true;
}

// Chunks of reads begin at multiples of their size, so that one number says of all of a chunk that one more read is no news.
template <EntryKind kKind>
RADDLE_INLINE bool row(EpochWords words, const EpochSpan &span, const EpochNow &now) {
  constexpr bool kReads = kKind == EntryKind::kRead;
  const unsigned end = span.first + span.count;
  for (unsigned begin = kReads ? span.first & ~(kEntryChunk - 1) : span.first; begin < end;
       begin += kEntryChunk) {
    if (kReads && words.read_by_many[begin / kEntryChunk] >= now.floor)
      continue;
    const auto laneOf = [&](unsigned i) {
      const unsigned at = begin + i - span.first;
      return at < span.count ? (span.lane + (at >> span.step)) & kEntryLane : kLanes;
    };
    if (!chunk<kKind>(words, begin, now, laneOf))
      return false;
  }
  return true;
}

template <EntryKind kKind>
RADDLE_INLINE bool rows(EpochWords words, EpochSpan span, const EpochNow &now) {
  for (unsigned i = 0; i < span.rows; ++i) {
    if (!row<kKind>(words, span, now))
      return false;
    span.first += static_cast<unsigned>(span.pitch);
  }
  return true;
}

// Lanes that access the same word are known by what the others find there.
RADDLE_INLINE std::uint32_t lanesThatLost(const Entry *words, const std::int32_t *indices, const Entry *noted,
                                          std::uint32_t lanes) {
  Entry differences[kLanes];
  Entry any = 0;
  for (unsigned i = 0; i < kLanes; ++i) {
    differences[i] = lanes >> i & 1 ? words[indices[i]] ^ noted[i] : 0;
    any |= differences[i];
  }
  std::uint32_t lost = 0;
  if (any) [[unlikely]]
    for (unsigned i = 0; i < kLanes; ++i)
      lost |= differences[i] ? 1u << i : 0;
  return lost;
}

// Whether all lanes access words of their own, since each one's comes after that of the lane before.
RADDLE_INLINE bool areAscending(const std::int32_t *indices, std::uint32_t lanes) {
  std::uint32_t falls = 0;
  for (const unsigned first : {0u, kLanes / 2 - 1})
    for (unsigned i = first; i < first + kLanes / 2; ++i)
      falls |= indices[i + 1] <= indices[i];
  return !falls && lanes == ~0u;
}

template <EntryKind kKind>
RADDLE_INLINE bool scattered(EpochWords words, const std::int32_t *indices, std::uint32_t lanes,
                             const EpochNow &now) {
  Entry writes[kLanes], shared[kLanes], new_writes[kLanes], new_shared[kLanes];
  for (unsigned i = 0; i < kLanes; ++i) {
    writes[i] = words.writes[indices[i]];
    shared[i] = words.shared[indices[i]];
  }
  std::uint32_t races = 0, known = 0;
  for (unsigned i = 0; i < kLanes; ++i) {
    const Next word = next<kKind>(writes[i], shared[i], now, i);
    new_writes[i] = word.write;
    new_shared[i] = word.shared;
    races |= word.races & lanes >> i;
    known |= shared[i];
  }
  if (races & 1)
    return false;
  if constexpr (kKind == EntryKind::kWrite) {
    for (unsigned i = 0; i < kLanes; ++i)
      words.writes[indices[i]] = new_writes[i];
    if (!areAscending(indices, lanes) && lanesThatLost(words.writes, indices, new_writes, lanes)) {
      for (unsigned i = 0; i < kLanes; ++i)
        words.writes[indices[i]] = writes[i];
      return false;
    }
    if (known)
      for (unsigned i = 0; i < kLanes; ++i)
        words.shared[indices[i]] = 0;
    return true;
  }
  for (unsigned i = 0; i < kLanes; ++i)
    words.shared[indices[i]] = new_shared[i];
  if (areAscending(indices, lanes))
    return true;
  for (std::uint32_t lost = lanesThatLost(words.shared, indices, new_shared, lanes); lost; lost &= lost - 1)
    words.shared[indices[__builtin_ctz(lost)]] |= kEntryOtherLanes;
  return true;
}

} // namespace

RADDLE_FOR_EACH_PROCESSOR bool noteSpan(EntryKind kind, EpochWords words, EpochSpan span,
                                        const EpochNow &now) {
  switch (kind) {
  case EntryKind::kRead:
    return rows<EntryKind::kRead>(words, span, now);
  case EntryKind::kWrite:
    return rows<EntryKind::kWrite>(words, span, now);
  case EntryKind::kAtomic:
    return rows<EntryKind::kAtomic>(words, span, now);
  }
  return false;
}

RADDLE_FOR_EACH_PROCESSOR bool noteLanes(EntryKind kind, EpochWords words, const std::int32_t *indices,
                                         std::uint32_t lanes, const EpochNow &now) {
  switch (kind) {
  case EntryKind::kRead:
    return scattered<EntryKind::kRead>(words, indices, lanes, now);
  case EntryKind::kWrite:
    return scattered<EntryKind::kWrite>(words, indices, lanes, now);
  case EntryKind::kAtomic:
    return scattered<EntryKind::kAtomic>(words, indices, lanes, now);
  }
  return false;
}

} // namespace raddle::runtime::race
