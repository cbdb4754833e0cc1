// Words that several lanes of a warp access in one go, each a byte or two of them, as kernels on pixels and on half precision do:
//
//   image[i] = c;        lanes 0 to 3 write the bytes of the first word
//
// One slot stands for these lanes, as long as whatever comes to the word is ordered with all of them, or with none: it comes from
// another warp, or a barrier lies between. Else each byte gets slots of its own.

#include "runtime/race/detector.h"

namespace raddle::runtime::race {

// Lanes `first`, `first + 1`, ... access a byte or two each, behind each other from `address` on.
void Detector::lookAtParts(unsigned first, unsigned count, std::uintptr_t address) {
  const auto each = static_cast<unsigned>(access_.bytes), lanes = 4 / each;
  for (unsigned i = 0; i < count;) {
    const std::uintptr_t at = address + std::uintptr_t{i} * each;
    if (lanes * each == 4 && at % 4 == 0 && count - i >= lanes) {
      lookAtPackedWord(first + i, at);
      i += lanes;
    } else {
      look(first + i++, at);
    }
  }
}

void Detector::lookAtPackedWord(unsigned lane, std::uintptr_t address) {
  if (!enter(address))
    return;
  if (is_shared_ && state_.mayHandOver())
    takeOver(address, address + 4);
  ShadowPage *page = pageAt(address);
  if (!page)
    return;
  Cell &cell = page->cellAt(address);
  const Slot own = withBytes(withLane(slot_, lane), access_.bytes == 1 ? kBytePerLane : kHalfPerLane);
  if (isNews<false>(cell, own))
    lookAtWord(cell, {lane, own, address, address}, 15);
  page->lineAt(address).note(cell, segmentOf(slot_));
}

// Of a packed word, one lane after the other.
void Detector::lookAtParts(Cell &cell, const Me &me) {
  const unsigned each = bytesOfLane(me.slot);
  const std::size_t before = conflicts_.size();
  for (unsigned byte = 0; byte < 4; byte += each) {
    const Slot part = slotOfByte(me.slot, byte);
    lookAtWord(cell, {laneOf(part), part & ~kSlotBytes, me.address, me.address + byte}, bytesOf(part));
  }
  // Lanes of one word that race do so together.
  if (conflicts_.size() > before + 1)
    conflicts_.resize(before + 1);
}

// Whether all lanes for which the two stand are ordered, or none is.
bool Detector::areJudgedAsOne(Slot earlier, const Me &me) const {
  if (!earlier || !(isPacked(earlier) || isPacked(me.slot)))
    return true;
  if (!state_.history().acquires.empty())
    return false;
  const Segment &segment = segmentAt(segmentOf(earlier));
  if (segment.copying)
    return false;
  if (segment.block != &state_.record() || segment.warp != access_.warp)
    return true;
  if (((earlier ^ me.slot) & (kSlotLane | kSlotBytes)) == 0 && !(earlier & kOtherLanes))
    return true;
  const Epochs arrived = state_.arrived(access_.warp, me.lane), passed = state_.passed(access_.warp, me.lane);
  return segment.epochs.block != arrived.block || segment.epochs.grid < passed.grid ||
         segment.epochs.cluster < passed.cluster ||
         segment.events < state_.history().warps[access_.warp].last_full;
}

bool Detector::mayBeJudgedAsOne(const Cell &cell, const Me &me) const {
  return areJudgedAsOne(cell.write, me) && areJudgedAsOne(cell.shared, me);
}

} // namespace raddle::runtime::race
