#include "runtime/race/detector.h"

#include "backend/device_memory.h"
#include "runtime/block/cluster.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <mutex>

namespace raddle::runtime::race {

namespace {

constexpr std::size_t kMostConflicts = 64; // of one access of a warp

std::uintptr_t numberOf(const void *pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

bool isWithin(std::uintptr_t address, std::uintptr_t begin, std::uintptr_t bytes) {
  return address - begin < bytes;
}

bool writes(Slot slot) { return slot & kSlotWrites; }
bool isAtomic(Slot slot) { return slot & kSlotAtomic; }

} // namespace

// Only kernels that do not know which memory a pointer leads to get here with one to local memory.
Detector::Memory Detector::memoryAt(std::uintptr_t address) const {
  if (isWithin(address, numberOf(block_.shared), block_.shared_bytes))
    return {&block_};
  if (access_.flags & kRaddleRaceIsShared)
    return {&block_};
  Fiber &fiber = *block_.worker->current;
  if (isWithin(address, numberOf(fiber.stack_bottom),
               static_cast<std::uintptr_t>(fiber.stackTop() - fiber.stack_bottom)))
    return {nullptr, false};
  if (block_.cluster)
    for (Block *other : block_.cluster->blocks)
      if (other && isWithin(address, numberOf(other->shared), other->shared_bytes))
        return {other};
  return {};
}

// What threads have told each other decides the rest, which takes long to find out.
Detector::Order Detector::orderOf(Slot earlier, const Me &me) const {
  const Order order = orderByBarriers(earlier, me);
  if (order != Order::kRaces || state_.history().acquires.empty())
    return order;
  const Segment &segment = segmentAt(segmentOf(earlier));
  const Stamp x{segment.epochs, segment.events, static_cast<std::uint8_t>(segment.warp),
                static_cast<std::uint8_t>(laneOf(earlier))};
  return isReleasedTo(segment.block, x, &state_.record(), state_.history(), state_.now(access_.warp, me.lane),
                      Demand::kAll)
             ? Order::kBefore
             : Order::kRaces;
}

Detector::Order Detector::orderByBarriers(Slot earlier, const Me &me) const {
  const SegmentId id = segmentOf(earlier);
  if (!id || id < state_.launch().first_segment)
    return Order::kNothing;
  const Segment &segment = segmentAt(id);
  const BlockRecord &record = state_.record();
  if (segment.block == &record) {
    const Epochs arrived = state_.arrived(access_.warp, me.lane), passed = state_.passed(access_.warp, me.lane);
    if (segment.epochs.block != arrived.block || segment.epochs.grid < passed.grid ||
        segment.epochs.cluster < passed.cluster)
      return Order::kBefore;
    if (segment.warp != access_.warp && state_.usesTiles())
      return Order::kBefore;
    if (segment.warp == access_.warp) {
      if (laneOf(earlier) == me.lane)
        return Order::kBefore;
      const WarpHistory &warp = state_.history().warps[access_.warp];
      if (segment.events != warp.count() && warp.orders(segment.events, laneOf(earlier), warp.count(), me.lane))
        return Order::kBefore;
    }
  } else {
    if (segment.block->launch != record.launch)
      return Order::kNothing;
    const bool is_same_cluster = segment.block->cluster == record.cluster && block_.cluster;
    // Another block had its shared memory there before.
    if (is_shared_ && !is_same_cluster)
      return Order::kNothing;
    const Epochs passed = state_.passed(access_.warp, me.lane);
    if (segment.epochs.grid < passed.grid || (is_same_cluster && segment.epochs.cluster < passed.cluster))
      return Order::kBefore;
  }
  return Order::kRaces;
}

// `earlier` comes before; whether one of the others that it stands for does not.
bool Detector::isOfOtherRaced(Slot earlier, const Me &me) const {
  if (!(earlier & kOthers) || !state_.history().acquires.empty())
    return false;
  const Segment &segment = segmentAt(segmentOf(earlier));
  if (segment.block != &state_.record())
    return false;
  const Epochs arrived = state_.arrived(access_.warp, me.lane), passed = state_.passed(access_.warp, me.lane);
  if (segment.epochs.grid < passed.grid || segment.epochs.cluster < passed.cluster)
    return false;
  if (earlier & kOtherBlocks && !is_shared_)
    return true;
  if (segment.epochs.block != arrived.block || segment.warp != access_.warp)
    return false;
  if (earlier & kOtherWarps)
    return true;
  const WarpHistory &warp = state_.history().warps[access_.warp];
  return earlier & kOtherLanes && laneOf(earlier) == me.lane &&
         !warp.hasMeetingOf(me.lane, segment.events, warp.count());
}

// `me` joins those that are not ordered, or takes their place. Where threads have told each other of something, flags of
// others do not count (see isOfOtherRaced), so that barriers are enough.
void Detector::merge(Slot &set, const Me &me) const {
  const Order order = set ? orderByBarriers(set, me) : Order::kNothing;
  if (order == Order::kNothing) {
    set = me.slot;
    return;
  }
  // An atomic read races with plain writes only, so that writes are worth more.
  const bool is_kept = writes(set) && !writes(me.slot);
  if (is_kept && order == Order::kBefore)
    return;
  const Segment &segment = segmentAt(segmentOf(set));
  const bool is_same_block = segment.block == &state_.record(), is_same_warp = segment.warp == access_.warp;
  const Epochs arrived = state_.arrived(access_.warp, me.lane), passed = state_.passed(access_.warp, me.lane);
  Slot others = set & (kOthers | kOthersRead);
  if (order == Order::kBefore) {
    if (segment.epochs.grid < passed.grid || !is_same_block)
      others = 0;
    else if (segment.epochs.block != arrived.block || !is_same_warp)
      others &= kOtherBlocks | kOthersRead;
    else if (others & kOtherLanes) {
      const WarpHistory &warp = state_.history().warps[access_.warp];
      if (laneOf(set) != me.lane || warp.hasMeetingOf(me.lane, segment.events, warp.count()))
        others &= ~kOtherLanes;
    }
    if (!(others & kOthers))
      others = 0;
  } else {
    if (!is_same_block || !is_same_warp)
      others &= ~kOtherLanes;
    others |= !is_same_block ? kOtherBlocks : !is_same_warp ? kOtherWarps : kOtherLanes;
    if (!is_same_block)
      others &= ~kOtherWarps;
    if (!writes(set) || is_kept)
      others |= kOthersRead;
  }
  set = (is_kept ? set : me.slot) | others;
}

bool Detector::isSameValue(Slot earlier, const Me &me) const {
  if (!access_.values || !writes(earlier) || isAtomic(earlier))
    return false;
  const std::uint64_t value = access_.values[me.lane];
  // Lanes of one instruction have not written yet.
  if (siteOf(earlier) == access_.site && segmentOf(earlier) == segmentOf(me.slot) &&
      access_.lanes >> laneOf(earlier) & 1)
    return access_.values[laneOf(earlier)] == value;
  // It may be that nothing is there.
  const backend::DeviceMemory *memory = backend::deviceMemory();
  if (!is_shared_ && !(memory && memory->extentAt(me.address).bytes))
    return false;
  for (unsigned byte = 0; byte < 4; ++byte) {
    const std::uintptr_t at = me.address + byte;
    if (!(bytesOf(me.slot) >> byte & 1) || at - me.begin >= access_.bytes)
      continue;
    if (*reinterpret_cast<const unsigned char *>(at) != static_cast<unsigned char>(value >> 8 * (at - me.begin)))
      return false;
  }
  return true;
}

void Detector::add(Slot earlier, bool is_anonymous, const Me &me, bool is_narrow) {
  if (conflicts_.size() < kMostConflicts)
    conflicts_.push_back({earlier, is_anonymous, access_.warp, me.lane, me.address, me.slot,
                          writes(me.slot) && !isAtomic(me.slot) && isSameValue(earlier, me), is_narrow,
                          is_shared_});
}

void Detector::compare(Slot &earlier, const Me &me, bool are_both_atomic) {
  if (!earlier)
    return;
  if (are_both_atomic) {
    const unsigned scope = std::max(scopeOf(earlier), scopeOf(me.slot));
    if (scope < kRaddleScopeCluster || (!writes(earlier) && !writes(me.slot)) ||
        orderByBarriers(earlier, me) != Order::kRaces)
      return;
    const Segment &segment = segmentAt(segmentOf(earlier));
    const bool covers = scope == kRaddleScopeBlock
                            ? segment.block == &state_.record()
                            : segment.block->cluster == state_.record().cluster;
    if (!covers && orderOf(earlier, me) == Order::kRaces)
      add(earlier, false, me, true);
    return;
  }
  const Order order = orderOf(earlier, me);
  if (order == Order::kNothing) {
    earlier = 0;
    return;
  }
  if (order == Order::kRaces)
    add(earlier, false, me, false);
  else if (isOfOtherRaced(earlier, me) && (writes(me.slot) || !(earlier & kOthersRead)))
    add(earlier, true, me, false);
}

void Detector::lookAt(Accesses &known, const Me &me) {
  if (isAtomic(me.slot)) {
    compare(known.write, me, false);
    if (writes(me.slot))
      compare(known.read, me, false);
    compare(known.atomic, me, true);
    merge(known.atomic, me);
    return;
  }
  if (!writes(me.slot)) {
    compare(known.write, me, false);
    // Of atomic accesses only those that write.
    if (known.atomic && writes(known.atomic))
      compare(known.atomic, me, false);
    merge(known.read, me);
    return;
  }
  const std::size_t before = conflicts_.size();
  compare(known.write, me, false);
  const bool is_same = conflicts_.size() > before && conflicts_.back().is_same_value;
  compare(known.read, me, false);
  compare(known.atomic, me, false);
  if (is_same)
    merge(known.write, me);
  else
    known.write = me.slot;
  known.read = known.atomic = 0;
}

void Detector::lookAtWord(Cell &cell, const Me &who, unsigned bytes) {
  Me me = who;
  me.slot = withBytes(me.slot, bytes);
  if (!(cell.write & kHasRecord)) {
    // Whatever is not there any more does not count.
    if (cell.write && orderByBarriers(cell.write, me) == Order::kNothing)
      cell.write = 0;
    if (cell.shared && orderByBarriers(cell.shared, me) == Order::kNothing)
      cell.shared = 0;
    const bool are_same_bytes = (!cell.write || bytesOf(cell.write) == bytes) &&
                                (!cell.shared || bytesOf(cell.shared) == bytes);
    if (are_same_bytes) {
      Accesses known{cell.write, 0, 0};
      (isAtomic(cell.shared) ? known.atomic : known.read) = cell.shared;
      lookAt(known, me);
      if (!known.read || !known.atomic) {
        cell = {known.write, known.read | known.atomic};
        return;
      }
      if (WordRecord *record = addRecord(cell)) {
        record->bytes[0] = known;
        if (bytes != 15) {
          record->is_split = true;
          for (unsigned byte = 0; byte < 4; ++byte)
            record->bytes[byte] = bytes >> byte & 1 ? known : Accesses();
        }
      }
      return;
    }
    const Cell old = cell;
    WordRecord *record = addRecord(cell);
    if (!record)
      return;
    record->is_split = true;
    for (unsigned byte = 0; byte < 4; ++byte) {
      Accesses &known = record->bytes[byte];
      if (bytesOf(old.write) >> byte & 1)
        known.write = old.write;
      if (bytesOf(old.shared) >> byte & 1)
        (isAtomic(old.shared) ? known.atomic : known.read) = old.shared;
    }
  }
  WordRecord &record = recordOf(cell);
  if (!record.is_split && bytes == 15)
    return lookAt(record.bytes[0], me);
  if (!record.is_split) {
    record.is_split = true;
    record.bytes.fill(record.bytes[0]);
  }
  const std::size_t before = conflicts_.size();
  for (unsigned byte = 0; byte < 4; ++byte)
    if (bytes >> byte & 1)
      lookAt(record.bytes[byte], me);
  // Bytes of one word that race do so together.
  if (conflicts_.size() > before + 1)
    conflicts_.resize(before + 1);
}

Slot Detector::slotFor(SegmentId segment, unsigned lane) const {
  return slotOf(segment, lane, access_.site, access_.flags >> kRaddleRaceScopeShift & 3,
                (access_.flags & kRaddleRaceIsAtomic ? kSlotAtomic : 0) |
                    (access_.flags & kRaddleRaceWrites ? kSlotWrites : 0));
}

// What nearly all accesses are: nothing is there that they could race with, or the same is known already. `slot` has all
// bytes. False where it is done.
bool Detector::isNews(Cell &cell, Slot slot) const {
  constexpr Slot kWho = (Slot{1} << 37) - 1;
  const auto isOver = [&](Slot known) { return segmentOf(known) < floor_ && !(known & kHasRecord); };
  const auto isMine = [&](Slot known) { return ((known ^ slot) & kWho) == 0 && !(known & kOthers); };
  if (!isOver(cell.write) && !(isMine(cell.write) && bytesOf(cell.write) == 15))
    return true;
  const bool is_over = isOver(cell.shared);
  if (writes(slot) && !isAtomic(slot)) {
    if (!is_over && !(isMine(cell.shared) && bytesOf(cell.shared) == 15))
      return true;
    cell = {slot, 0};
    return false;
  }
  if (is_over) {
    cell.shared = slot;
    return false;
  }
  constexpr Slot kKind = kSlotAtomic | kSlotWrites | Slot{15} << 51 | Slot{3} << 56;
  if ((cell.shared ^ slot) & kKind)
    return true;
  // Of a warp two lanes stand for any number.
  if (segmentOf(cell.shared) == segmentOf(slot) && cell.shared & kOtherLanes)
    return false;
  return !isMine(cell.shared) &&
         !(others_are_enough_ && cell.shared & (is_shared_ ? kOtherWarps : kOtherBlocks));
}

void Detector::prepare(bool is_shared) {
  if (is_prepared_ && is_shared_ == is_shared)
    return;
  is_prepared_ = true;
  is_shared_ = is_shared;
  const unsigned lane = static_cast<unsigned>(std::countr_zero(access_.lanes));
  floor_ = state_.launch().first_segment;
  others_are_enough_ = false;
  if (!state_.history().acquires.empty())
    return;
  const Epochs arrived = state_.arrived(access_.warp, lane);
  if (is_shared_) {
    if (block_.cluster || !state_.isInLastEpoch(access_.warp, lane) || arrived.grid || arrived.cluster)
      return;
    floor_ = std::max(floor_, state_.epochFloor());
    others_are_enough_ = true;
    return;
  }
  others_are_enough_ = !arrived.grid && !arrived.cluster &&
                       (access_.flags >> kRaddleRaceScopeShift & 3) <= kRaddleScopeDevice;
}

void Detector::lookAtWords(const Me &me, std::uintptr_t address) {
  const std::uintptr_t end = address + access_.bytes;
  for (std::uintptr_t word = address & ~std::uintptr_t{3}; word < end;) {
    ShadowPage *page = shadowPageAt(word);
    if (!page)
      return;
    const std::uintptr_t next = std::min(end, (word / ShadowPage::kBytes + 1) * ShadowPage::kBytes);
    std::lock_guard guard(page->lock);
    for (; word < next; word += 4) {
      unsigned bytes = 15;
      if (word < address)
        bytes &= 15u << (address - word);
      if (word + 4 > end)
        bytes &= 15u >> (word + 4 - end);
      Cell &cell = page->cells[word % ShadowPage::kBytes / 4];
      if (bytes != 15 || isNews(cell, withBytes(me.slot, 15)))
        lookAtWord(cell, {me.lane, me.slot, word, address}, bytes);
    }
  }
}

void Detector::look(unsigned lane, std::uintptr_t address) {
  const Memory memory = memoryAt(address);
  if (!memory.is_seen)
    return;
  const SegmentId segment = state_.segment(access_.warp, lane);
  if (!segment)
    return;
  prepare(memory.shared_of != nullptr);
  lookAtWords({lane, slotFor(segment, lane), 0, address}, address);
}

void Detector::lookAtRow(std::uintptr_t first, std::int64_t stride) {
  const auto first_lane = static_cast<unsigned>(std::countr_zero(access_.lanes));
  const auto last_lane = static_cast<unsigned>(31 - std::countl_zero(access_.lanes));
  const auto addressOf = [&](unsigned lane) { return first + static_cast<std::uintptr_t>(stride * lane); };
  const std::uintptr_t low = std::min(addressOf(first_lane), addressOf(last_lane));
  const std::uintptr_t high = std::max(addressOf(first_lane), addressOf(last_lane)) + access_.bytes;
  const Memory memory = memoryAt(low), end = memoryAt(high - 1);
  const bool is_one_page = low / ShadowPage::kBytes == (high - 1) / ShadowPage::kBytes;
  if (!is_one_page || memory.shared_of != end.shared_of || memory.is_seen != end.is_seen || low % 4 ||
      access_.bytes % 4 || stride % 4) {
    for (std::uint32_t left = access_.lanes; left; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      look(lane, addressOf(lane));
    }
    return;
  }
  if (!memory.is_seen)
    return;
  const SegmentId segment = state_.segment(access_.warp, first_lane);
  ShadowPage *page = segment ? shadowPageAt(low) : nullptr;
  if (!page)
    return;
  prepare(memory.shared_of != nullptr);
  const auto words = static_cast<unsigned>(access_.bytes / 4);
  const Slot slot = withBytes(slotFor(segment, 0), 15);
  std::lock_guard guard(page->lock);
  // If all read one word, the first and the last one stand for all.
  std::uint32_t lanes = access_.lanes;
  if (stride == 0 && !(access_.flags & kRaddleRaceWrites))
    lanes = 1u << first_lane | 1u << last_lane;
  for (std::uint32_t left = lanes; left; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const std::uintptr_t begin = addressOf(lane);
    Cell *cell = &page->cells[begin % ShadowPage::kBytes / 4];
    const Slot own = slot | Slot{lane} << 32;
    for (unsigned word = 0; word < words; ++word)
      if (isNews(cell[word], own))
        lookAtWord(cell[word], {lane, own & ~(Slot{15} << 51), begin + 4 * word, begin}, 15);
  }
}

} // namespace raddle::runtime::race
