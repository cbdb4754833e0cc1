// The accesses of a warp, many words at a time: lanes that follow each other access a span of memory, of which each line takes
// one comparison.

#include "abi/race_flags.h"
#include "runtime/block/cluster.h"
#include "runtime/race/detector.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace raddle::runtime::race {

namespace {

bool isWithin(std::uintptr_t address, const void *begin, std::uintptr_t bytes) {
  return address - reinterpret_cast<std::uintptr_t>(begin) < bytes;
}

} // namespace

// Only kernels that do not know which memory a pointer leads to get here with one to local memory.
Detector::Memory Detector::memoryAt(std::uintptr_t address) const {
  if ((access_.flags & kRaddleRaceIsShared) || isWithin(address, block_.shared, block_.shared_bytes))
    return {&block_};
  Fiber &fiber = *block_.worker->current;
  if (isWithin(address, fiber.stack_bottom,
               static_cast<std::uintptr_t>(fiber.stackTop() - fiber.stack_bottom)))
    return {nullptr, false};
  if (block_.cluster)
    for (Block *other : block_.cluster->blocks)
      if (other && isWithin(address, other->shared, other->shared_bytes))
        return {other};
  return {};
}

// What all accesses have in common that are to memory of this kind.
void Detector::prepare(bool is_shared) {
  is_prepared_ = true;
  is_shared_ = is_shared;
  const unsigned lane = static_cast<unsigned>(std::countr_zero(access_.lanes));
  if (!(access_.flags & kRaddleRaceIsAtomic))
    state_.noteAccess(access_.warp);
  // Lanes that come together are in one segment.
  const SegmentId segment = access_.flags & kRaddleRaceIsCopy ? state_.copySegment(access_.warp, lane)
                                                              : state_.segment(access_.warp, lane);
  slot_ = segment ? slotOf(segment, 0, access_.site, access_.flags >> kRaddleRaceScopeShift & 3,
                           (access_.flags & kRaddleRaceIsAtomic ? kSlotAtomic : 0) |
                               (access_.flags & kRaddleRaceWrites ? kSlotWrites : 0))
                  : 0;
  floor_ = state_.launch().first_segment;
  others_are_enough_ = false;
  if (!state_.history().acquires.empty())
    return;
  const Epochs arrived = state_.arrived(access_.warp, lane);
  if (is_shared_) {
    if (state_.hasCopies() || block_.cluster || !state_.isInLastEpoch(access_.warp, lane) || arrived.grid ||
        arrived.cluster)
      return;
    floor_ = std::max(floor_, state_.epochFloor());
    others_are_enough_ = true;
    return;
  }
  others_are_enough_ =
      !arrived.grid && !arrived.cluster && (access_.flags >> kRaddleRaceScopeShift & 3) <= kRaddleScopeDevice;
}

// Whether accesses there are looked at.
bool Detector::enter(std::uintptr_t begin) {
  const Memory memory = memoryAt(begin);
  if (memory.is_seen && (!is_prepared_ || is_shared_ != (memory.shared_of != nullptr)))
    prepare(memory.shared_of != nullptr);
  return memory.is_seen && slot_;
}

// Locks it until the next one is asked for.
ShadowPage *Detector::pageAt(std::uintptr_t address) {
  if (page_ && address / ShadowPage::kBytes == page_number_)
    return page_;
  leavePage();
  page_ = shadowPageAt(address);
  page_number_ = address / ShadowPage::kBytes;
  if (page_)
    page_->lock.lock();
  return page_;
}

void Detector::leavePage() {
  if (page_)
    page_->lock.unlock();
  page_ = nullptr;
}

// What the shadow of the epoch knows of these words goes to their cells. Other blocks' shared memory has none.
void Detector::takeOver(std::uintptr_t begin, std::uintptr_t end) {
  for (std::uintptr_t word = begin & ~std::uintptr_t{3}; word < end; word += 4)
    if (const auto known = state_.handOver(word))
      if (ShadowPage *page = pageAt(word)) {
        Cell &cell = page->cellAt(word);
        if (cell.write & kHasRecord) {
          recordOf(cell) = {};
          Accesses &all = recordOf(cell).bytes[0];
          all.write = known->write;
          (isAtomic(known->shared) ? all.atomic : all.read) = known->shared;
        } else {
          cell = {known->write, known->shared};
        }
        page->lineAt(word).note(cell, std::max(segmentOf(known->write), segmentOf(known->shared)));
      }
}

// What nearly all accesses are: nothing is there that they could race with, or the same is known already. `slot` has all
// bytes, or the step of a line. False where it is done.
template <bool kOfLine> bool Detector::isNews(Cell &cell, Slot slot) const {
  constexpr Slot kWho = ((Slot{1} << 37) - 1) | kSlotBytes;
  const auto isOver = [&](Slot known) { return segmentOf(known) < floor_ && !(known & kHasRecord); };
  const auto isMine = [&](Slot known) { return ((known ^ slot) & kWho) == 0 && !(known & kOthers); };
  if (!isOver(cell.write) && !isMine(cell.write))
    return true;
  const bool is_over = isOver(cell.shared);
  if (writes(slot) && !isAtomic(slot)) {
    if (!is_over && !isMine(cell.shared))
      return true;
    cell = {slot, 0};
    return false;
  }
  if (is_over) {
    cell.shared = slot;
    return false;
  }
  // Of a line all words are meant in any case.
  constexpr Slot kKind = kSlotAtomic | kSlotWrites | (kOfLine ? 0 : kSlotBytes) | Slot{3} << 56;
  if ((cell.shared ^ slot) & kKind)
    return true;
  // Of a warp two lanes stand for any number.
  if (segmentOf(cell.shared) == segmentOf(slot)) {
    if (cell.shared & kOtherLanes)
      return false;
    if (!writes(slot) && (cell.shared & kSlotLane) != (slot & kSlotLane) &&
        (!kOfLine || (bytesOf(cell.shared) == kAllOfLine && bytesOf(slot) == kAllOfLine))) {
      cell.shared = slot | (cell.shared & (kOthers | kOthersRead)) | kOtherLanes | kOthersRead;
      return false;
    }
  }
  return !isMine(cell.shared) &&
         !(others_are_enough_ && cell.shared & (is_shared_ ? kOtherWarps : kOtherBlocks));
}

template bool Detector::isNews<false>(Cell &cell, Slot slot) const;

void Detector::lookAtWords(const Me &me, std::uintptr_t address) {
  const std::uintptr_t end = address + access_.bytes;
  if (is_shared_ && state_.mayHandOver())
    takeOver(address, end);
  for (std::uintptr_t word = address & ~std::uintptr_t{3}; word < end; word += 4) {
    ShadowPage *page = pageAt(word);
    if (!page)
      return;
    unsigned bytes = 15;
    if (word < address)
      bytes &= 15u << (address - word);
    if (word + 4 > end)
      bytes &= 15u >> (word + 4 - end);
    Cell &cell = page->cellAt(word);
    if (bytes != 15 || isNews<false>(cell, withBytes(me.slot, 15)))
      lookAtWord(cell, {me.lane, me.slot, word, address}, bytes);
    page->lineAt(word).note(cell, segmentOf(me.slot));
  }
}

// What the words of a line have in common is asked of the first one. False where they may differ, or something is to be told:
// then the cells are looked at.
bool Detector::lookAtLine(Line &line, const Span &span, std::uintptr_t address) {
  if (line.hasCells()) {
    if (line.newest() >= floor_ || line.hasRecords())
      return false;
    line = {};
  }
  const unsigned lane = span.laneAt(address);
  const Slot own = withBytes(withLane(slot_, lane), std::min(span.step, kAllOfLine));
  if (!isNews<true>(line.slots, own))
    return true;
  if (!state_.history().acquires.empty())
    return false;
  constexpr Slot kLanes = kSlotLane | kSlotBytes;
  const auto isLikeOneWord = [&](Slot known) {
    if (segmentOf(known) < floor_)
      return true;
    const Segment &segment = segmentAt(segmentOf(known));
    if (segment.copying)
      return false;
    if (((known ^ own) & kLanes) == 0 || (bytesOf(known) == kAllOfLine && bytesOf(own) == kAllOfLine))
      return true;
    return segment.block != &state_.record() || segment.warp != access_.warp;
  };
  const Slot write = line.slots.write, shared = line.slots.shared;
  if (!isLikeOneWord(write) || !isLikeOneWord(shared) || (shared && isAtomic(shared) != isAtomic(own)))
    return false;
  const auto asWord = [](Slot known) { return known ? known | kSlotBytes : 0; };
  Cell word{asWord(write), asWord(shared)};
  const std::size_t before = conflicts_.size();
  lookAtWord(word, {lane, withLane(slot_, lane), address, address}, 15);
  if (conflicts_.size() != before) {
    conflicts_.resize(before);
    return false;
  }
  // Each that is left is one of the three, with other flags.
  constexpr Slot kWho = (Slot{1} << 51) - 1;
  const auto asLine = [&](Slot left, Slot known) -> Slot {
    if (!left)
      return 0;
    return (left & ~kSlotBytes) | ((((left ^ own) & kWho) == 0 ? own : known) & kSlotBytes);
  };
  line.slots = {asLine(word.write, write), asLine(word.shared, shared)};
  return true;
}

// Whether so many others read all of these lines that one more does not matter. Only whole lines are known for that.
bool Detector::areReadByAll(std::uintptr_t begin, std::uintptr_t end) {
  if (!others_are_enough_ || writes(slot_) || begin % Line::kBytes || end % Line::kBytes)
    return false;
  constexpr Slot kKind = kSlotAtomic | kSlotWrites | Slot{3} << 56;
  const Slot others = is_shared_ ? kOtherWarps : kOtherBlocks;
  for (std::uintptr_t at = begin; at < end; at += Line::kBytes) {
    const ShadowPage *page = pageAt(at);
    if (!page)
      return false;
    const Cell &known = page->lines[at % ShadowPage::kBytes / Line::kBytes].slots;
    if ((known.write & kHasRecord) || segmentOf(known.write) >= floor_ || segmentOf(known.shared) < floor_ ||
        !(known.shared & others) || (known.shared ^ slot_) & kKind)
      return false;
  }
  return true;
}

// `begin` and `end` lie in the page.
void Detector::lookAtSpanIn(ShadowPage &page, const Span &span, std::uintptr_t begin, std::uintptr_t end) {
  for (std::uintptr_t at = begin; at < end;) {
    const std::uintptr_t next = std::min(end, (at / Line::kBytes + 1) * Line::kBytes);
    Line &line = page.lineAt(at);
    const bool is_whole = next - at == Line::kBytes &&
                          (span.step >= kAllOfLine || ((at - span.begin) / 4 & ((1u << span.step) - 1)) == 0);
    if (is_whole && lookAtLine(line, span, at)) {
      at = next;
      continue;
    }
    for (; at < next; at += 4) {
      const unsigned lane = span.laneAt(at);
      const Slot own = withLane(slot_, lane);
      Cell &cell = page.cellAt(at);
      if (isNews<false>(cell, withBytes(own, 15)))
        lookAtWord(cell, {lane, own, at, span.begin + (at - span.begin) / access_.bytes * access_.bytes}, 15);
      line.note(cell, segmentOf(slot_));
    }
  }
}

void Detector::lookAtSpan(const Span &span) {
  if (is_shared_ && state_.mayHandOver())
    takeOver(span.begin, span.end);
  if (areReadByAll(span.begin, span.end))
    return;
  for (std::uintptr_t at = span.begin; at < span.end;) {
    const std::uintptr_t next = std::min(span.end, (at / ShadowPage::kBytes + 1) * ShadowPage::kBytes);
    ShadowPage *page = pageAt(at);
    if (!page)
      return;
    lookAtSpanIn(*page, span, at, next);
    at = next;
  }
}

// Of one lane, after enter(): whole words.
void Detector::lookAtCells(unsigned lane, std::uintptr_t address) {
  const Slot own = withLane(slot_, lane);
  if (is_shared_ && state_.mayHandOver())
    takeOver(address, address + access_.bytes);
  for (std::uintptr_t at = address; at < address + access_.bytes; at += 4) {
    ShadowPage *page = pageAt(at);
    if (!page)
      return;
    Cell &cell = page->cellAt(at);
    if (isNews<false>(cell, withBytes(own, 15)))
      lookAtWord(cell, {lane, own, at, address}, 15);
    page->lineAt(at).note(cell, segmentOf(slot_));
  }
}

void Detector::look(unsigned lane, std::uintptr_t address) {
  if (!enter(address))
    return;
  if (address % 4 == 0 && access_.bytes % 4 == 0)
    lookAtSpan({address, address + access_.bytes, lane, kOneLane});
  else
    lookAtWords({lane, withLane(slot_, lane), 0, address}, address);
}

// Lanes `first`, `first + 1`, ... access what lies behind each other from `address` on.
void Detector::lookAtLanes(unsigned first, unsigned count, std::uintptr_t address) {
  const std::uint64_t words = access_.bytes / 4;
  if (access_.bytes < 4)
    return lookAtParts(first, count, address);
  if (count == 1 || address % 4 || access_.bytes % 4 || !std::has_single_bit(words) || words > Line::kWords) {
    for (unsigned i = 0; i < count; ++i)
      look(first + i, address + i * access_.bytes);
    return;
  }
  const std::uintptr_t end = address + count * access_.bytes;
  if (enter(address))
    lookAtSpan({address, end, first, static_cast<unsigned>(std::countr_zero(words))});
}

void Detector::lookAtOne(unsigned lane, std::uintptr_t address) {
  look(lane, address);
  leavePage();
}

void Detector::lookAtRow(std::uintptr_t first, std::int64_t stride) {
  const std::uint32_t lanes = access_.lanes;
  const auto first_lane = static_cast<unsigned>(std::countr_zero(lanes));
  const auto last_lane = static_cast<unsigned>(31 - std::countl_zero(lanes));
  // If all read one word, the first and the last one stand for all.
  if (stride == 0 && !(access_.flags & kRaddleRaceWrites)) {
    look(first_lane, first);
    if (last_lane != first_lane)
      look(last_lane, first);
    return leavePage();
  }
  const bool have_no_gaps = stride == static_cast<std::int64_t>(access_.bytes);
  const std::uintptr_t begin = first + static_cast<std::uintptr_t>(stride * first_lane),
                       end = first + static_cast<std::uintptr_t>(stride * last_lane);
  if (!have_no_gaps && access_.bytes % 4 == 0 && access_.bytes < Line::kBytes && begin % 4 == 0 &&
      stride % 4 == 0 && memoryAt(begin).shared_of == memoryAt(end).shared_of && memoryAt(end).is_seen &&
      enter(begin)) {
    for (std::uint32_t left = lanes; left; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      lookAtCells(lane, first + static_cast<std::uintptr_t>(stride * lane));
    }
    return leavePage();
  }
  for (std::uint32_t left = lanes; left;) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const auto count = have_no_gaps ? static_cast<unsigned>(std::countr_one(left >> lane)) : 1;
    lookAtLanes(lane, count, first + static_cast<std::uintptr_t>(stride * lane));
    left &= ~static_cast<std::uint32_t>(((std::uint64_t{1} << count) - 1) << lane);
  }
  leavePage();
}

void Detector::lookAtAll(const std::uint64_t *addresses) {
  for (std::uint32_t left = access_.lanes; left;) {
    const auto first = static_cast<unsigned>(std::countr_zero(left));
    unsigned end = first + 1;
    const auto goesOn = [&](std::uint64_t distance) {
      return end < 32 && left >> end & 1 && addresses[end] == addresses[end - 1] + distance;
    };
    if (!(access_.flags & kRaddleRaceWrites) && goesOn(0)) {
      while (goesOn(0))
        ++end;
      look(first, addresses[first]);
      look(end - 1, addresses[first]);
    } else {
      while (goesOn(access_.bytes))
        ++end;
      lookAtLanes(first, end - first, addresses[first]);
    }
    left &= ~static_cast<std::uint32_t>((std::uint64_t{1} << end) - 1);
  }
  leavePage();
}

// Of one lane.
void Detector::lookAtGroup(unsigned lane, std::uintptr_t address, const Groups &groups) {
  const std::uint64_t bytes = access_.bytes, count = groups.counts[lane];
  const std::uintptr_t last = address + (count - 1) * static_cast<std::uintptr_t>(groups.step);
  const auto isMade = [&](std::uintptr_t at) {
    return !groups.extent ||
           (at - groups.begin < groups.extent && groups.extent - (at - groups.begin) >= bytes);
  };
  const bool have_no_gaps = static_cast<std::uint64_t>(std::abs(groups.step)) == bytes;
  const std::uintptr_t begin = std::min(address, last);
  if (have_no_gaps && begin % 4 == 0 && count * bytes % 4 == 0 && isMade(address) && isMade(last)) {
    if (enter(address))
      lookAtSpan({begin, begin + count * bytes, lane, kOneLane});
    return;
  }
  for (std::uint64_t i = 0; i < count; ++i)
    if (const std::uintptr_t at = address + i * static_cast<std::uintptr_t>(groups.step); isMade(at))
      look(lane, at);
}

void Detector::lookAtGroups(std::uintptr_t first, std::int64_t stride, const Groups &groups) {
  std::uint64_t addresses[kRaddleWarpSize];
  for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane)
    addresses[lane] = first + static_cast<std::uintptr_t>(stride * lane);
  lookAtGroups(addresses, groups);
}

void Detector::lookAtGroups(const std::uint64_t *addresses, const Groups &groups) {
  const std::uint64_t bytes = access_.bytes, words = bytes / 4;
  const bool may_be_spans =
      bytes % 4 == 0 && groups.step % 4 == 0 && std::has_single_bit(words) && words <= Line::kWords;
  const auto isMade = [&](std::uintptr_t begin, std::uintptr_t end) {
    return !groups.extent || (begin >= groups.begin && end <= groups.begin + groups.extent);
  };
  for (std::uint32_t left = access_.lanes; left;) {
    const auto first = static_cast<unsigned>(std::countr_zero(left));
    const std::uintptr_t address = addresses[first];
    const std::uint64_t count = groups.counts[first];
    unsigned end = first + 1;
    const auto goesOn = [&](std::uint64_t distance) {
      return end < 32 && left >> end & 1 && addresses[end] == addresses[end - 1] + distance &&
             groups.counts[end] == count;
    };
    if (goesOn(0)) {
      // Of those that read the same the first and the last one stand for all.
      while (goesOn(0))
        ++end;
      lookAtGroup(first, address, groups);
      lookAtGroup(end - 1, address, groups);
    } else {
      while (goesOn(bytes))
        ++end;
      const std::uint64_t length = (end - first) * bytes;
      const std::uintptr_t last = address + (count - 1) * static_cast<std::uintptr_t>(groups.step);
      const bool are_made = isMade(std::min(address, last), std::max(address, last) + length);
      if (end - first > 1 && bytes < 4 && are_made) {
        for (std::uint64_t i = 0; i < count; ++i)
          lookAtParts(first, end - first, address + i * static_cast<std::uintptr_t>(groups.step));
      } else if (end - first > 1 && may_be_spans && address % 4 == 0 && are_made && enter(address)) {
        const bool is_area = groups.step == static_cast<std::int64_t>(length);
        for (std::uint64_t i = 0; i < count && !(is_area && i == 0 && !(is_shared_ && state_.mayHandOver()) &&
                                                 areReadByAll(address, last + length));
             ++i) {
          const std::uintptr_t at = address + i * static_cast<std::uintptr_t>(groups.step);
          lookAtSpan({at, at + length, first, static_cast<unsigned>(std::countr_zero(words))});
        }
      } else {
        for (unsigned lane = first; lane < end; ++lane)
          lookAtGroup(lane, addresses[lane], groups);
      }
    }
    left &= ~static_cast<std::uint32_t>((std::uint64_t{1} << end) - 1);
  }
  leavePage();
}

} // namespace raddle::runtime::race
