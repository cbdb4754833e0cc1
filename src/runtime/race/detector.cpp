#include "runtime/race/detector.h"

#include "abi/race_flags.h"
#include "backend/device_memory.h"
#include "runtime/race/sites.h"

#include <algorithm>

namespace raddle::runtime::race {

namespace {

constexpr std::size_t kMostConflicts = 64; // of one access of a warp

// When and by whom an access of the segment was made.
Stamp stampOf(const Segment &segment, unsigned lane) {
  return {segment.epochs, segment.events, static_cast<std::uint8_t>(segment.warp),
          static_cast<std::uint8_t>(lane)};
}

Accesses accessesOfByte(const Accesses &known, unsigned byte) {
  return {slotOfByte(known.write, byte), slotOfByte(known.read, byte), slotOfByte(known.atomic, byte)};
}

} // namespace

// What threads have told each other decides the rest, which takes long to find out.
Detector::Order Detector::orderOf(Slot earlier, const Me &me) const {
  const Order order = orderByBarriers(earlier, me);
  return order == Order::kRaces && isToldOf(earlier, me, Demand::kAll) ? Order::kBefore : order;
}

bool Detector::isToldOf(Slot earlier, const Me &me, Demand demand) const {
  if (state_.history().acquires.empty())
    return false;
  const Segment &segment = segmentAt(segmentOf(earlier));
  if (segment.isCopying(laneOf(earlier)))
    return false;
  const Stamp x = stampOf(segment, laneOf(earlier));
  const Stamp y = state_.now(access_.warp, me.lane);
  // A search looks at all that threads of the block have learnt, and most often many words have been written by the same thread.
  KnownOrders &known = state_.knownOrders();
  if (demand == Demand::kAll && known.hold(segmentOf(earlier), x.lane, y))
    return true;
  const bool is_told = isReleasedTo(segment.block, x, &state_.record(), state_.history(), y, demand);
  if (is_told && demand == Demand::kAll)
    known.add(segmentOf(earlier), x.lane, y);
  return is_told;
}

bool Detector::isReadBefore(Slot earlier, const Me &me) const {
  if (!isAtomic(earlier) || !writes(earlier))
    return false;
  const Segment &segment = segmentAt(segmentOf(earlier));
  const Stamp x = stampOf(segment, laneOf(earlier));
  return race::isReadBefore(me.begin, segment.block, x, state_.history(), state_.now(access_.warp, me.lane));
}

Detector::Order Detector::orderByBarriers(Slot earlier, const Me &me) const {
  const SegmentId id = segmentOf(earlier);
  if (!id || id < state_.launch().first_segment)
    return Order::kNothing;
  const Segment &segment = segmentAt(id);
  const BlockRecord &record = state_.record();
  if (segment.block == &record) {
    if (segment.isCopying(laneOf(earlier)))
      return Order::kRaces;
    const Epochs arrived = state_.arrived(access_.warp, me.lane),
                 passed = state_.passed(access_.warp, me.lane);
    if (segment.epochs.block != arrived.block || segment.epochs.grid < passed.grid ||
        segment.epochs.cluster < passed.cluster)
      return Order::kBefore;
    if (segment.warp != access_.warp && state_.usesTiles())
      return Order::kBefore;
    if (segment.warp == access_.warp) {
      if (laneOf(earlier) == me.lane)
        return Order::kBefore;
      const WarpHistory &warp = state_.history().warps[access_.warp];
      if (segment.events != warp.count() &&
          warp.orders(segment.events, laneOf(earlier), warp.count(), me.lane))
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
  if (isPacked(me.slot)) {
    const unsigned each = bytesOfLane(me.slot);
    for (unsigned byte = 0; byte < 4; byte += each) {
      const Slot part = slotOfByte(me.slot, byte);
      if (!isSameValue(slotOfByte(earlier, byte), {laneOf(part), part, me.address, me.address + byte}))
        return false;
    }
    return true;
  }
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
    if (*reinterpret_cast<const unsigned char *>(at) !=
        static_cast<unsigned char>(value >> 8 * (at - me.begin)))
      return false;
  }
  return true;
}

void Detector::add(Slot earlier, bool is_anonymous, const Me &me, Conflict::Kind kind) {
  if (conflicts_.size() < kMostConflicts)
    conflicts_.push_back({earlier, is_anonymous, access_.warp, me.lane, me.address, me.slot,
                          writes(me.slot) && !isAtomic(me.slot) && isSameValue(earlier, me), is_shared_,
                          kind});
}

// Volatile accesses by lanes of a warp, which come in the order of the code only where lanes run in lock step. A read that decides
// about a branch may wait for the write, or ask whether it has been made; and who has learnt of the write from others is no case of
// it.
bool Detector::reliesOnLockStep(Slot earlier, const Me &me) const {
  if (!(access_.flags & kRaddleRaceIsVolatile) || writes(earlier) == writes(me.slot) ||
      laneOf(earlier) == me.lane || orderByBarriers(earlier, me) != Order::kRaces)
    return false;
  const Segment &segment = segmentAt(segmentOf(earlier));
  if (segment.block != &state_.record() || segment.warp != access_.warp)
    return false;
  const std::uint32_t flags = siteAt(siteOf(earlier)).flags;
  return flags & kRaddleRaceIsVolatile && (writes(me.slot) ? flags : access_.flags) & kRaddleRaceIsData &&
         !isToldOf(earlier, me, Demand::kAnything);
}

void Detector::compareAtomic(Slot earlier, const Me &me) {
  if (!earlier)
    return;
  if (reliesOnLockStep(earlier, me))
    return add(earlier, false, me, Conflict::kLockStep);
  const unsigned scope = std::max(scopeOf(earlier), scopeOf(me.slot));
  if (scope < kRaddleScopeCluster || (!writes(earlier) && !writes(me.slot)) ||
      orderByBarriers(earlier, me) != Order::kRaces)
    return;
  const Segment &segment = segmentAt(segmentOf(earlier));
  const bool covers = scope == kRaddleScopeBlock ? segment.block == &state_.record()
                                                 : segment.block->cluster == state_.record().cluster;
  if (!covers && orderOf(earlier, me) == Order::kRaces)
    add(earlier, false, me, Conflict::kNarrow);
}

void Detector::compare(Slot &earlier, const Me &me) {
  if (!earlier)
    return;
  const Order order = orderOf(earlier, me);
  if (order == Order::kNothing) {
    earlier = 0;
    return;
  }
  if (order == Order::kRaces && isReadBefore(earlier, me))
    return;
  if (order == Order::kRaces)
    add(earlier, false, me, Conflict::kRace);
  else if (isOfOtherRaced(earlier, me) && (writes(me.slot) || !(earlier & kOthersRead)))
    add(earlier, true, me, Conflict::kRace);
}

void Detector::lookAt(Accesses &known, const Me &me) {
  if (isAtomic(me.slot)) {
    compare(known.write, me);
    if (writes(me.slot))
      compare(known.read, me);
    compareAtomic(known.atomic, me);
    merge(known.atomic, me);
    return;
  }
  if (!writes(me.slot)) {
    compare(known.write, me);
    // Of atomic accesses only those that write.
    if (known.atomic && writes(known.atomic))
      compare(known.atomic, me);
    merge(known.read, me);
    return;
  }
  const std::size_t before = conflicts_.size();
  compare(known.write, me);
  const bool is_same = conflicts_.size() > before && conflicts_.back().is_same_value;
  compare(known.read, me);
  compare(known.atomic, me);
  if (is_same)
    merge(known.write, me);
  else
    known.write = me.slot;
  known.read = known.atomic = 0;
}

void Detector::lookAtWord(Cell &cell, const Me &who, unsigned bytes) {
  Me me = who;
  if (!isPacked(me.slot))
    me.slot = withBytes(me.slot, bytes);
  if (!(cell.write & kHasRecord)) {
    // Whatever is not there any more does not count.
    if (cell.write && orderByBarriers(cell.write, me) == Order::kNothing)
      cell.write = 0;
    if (cell.shared && orderByBarriers(cell.shared, me) == Order::kNothing)
      cell.shared = 0;
    const auto isOfSameBytes = [&](Slot known) {
      return !known || (isPacked(known) ? 15 : bytesOf(known)) == bytes;
    };
    if (isOfSameBytes(cell.write) && isOfSameBytes(cell.shared) && mayBeJudgedAsOne(cell, me)) {
      Accesses known{cell.write, 0, 0};
      (isAtomic(cell.shared) ? known.atomic : known.read) = cell.shared;
      lookAt(known, me);
      if (!known.read || !known.atomic) {
        cell = {known.write, known.read | known.atomic};
        return;
      }
      if (WordRecord *record = addRecord(cell)) {
        record->bytes[0] = known;
        if (bytes != 15 || isPacked(known.write) || isPacked(known.read) || isPacked(known.atomic)) {
          record->is_split = true;
          for (unsigned byte = 0; byte < 4; ++byte)
            record->bytes[byte] = bytes >> byte & 1 ? accessesOfByte(known, byte) : Accesses();
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
      if (const Slot write = slotOfByte(old.write, byte); bytesOf(write) >> byte & 1)
        known.write = write;
      if (const Slot shared = slotOfByte(old.shared, byte); bytesOf(shared) >> byte & 1)
        (isAtomic(shared) ? known.atomic : known.read) = shared;
    }
  }
  if (isPacked(me.slot))
    return lookAtParts(cell, me);
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

} // namespace raddle::runtime::race
