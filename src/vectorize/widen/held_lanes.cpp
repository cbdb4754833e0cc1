#include "vectorize/widen/held_lanes.h"

#include "vectorize/widen/awaited_write.h"
#include "vectorize/widen/call_effects.h"
#include "vectorize/widen/leaving_lanes.h"
#include "vectorize/widen/single_lane.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Without those that are never taken.
SmallVector<BasicBlock *, 2> waysOutOf(BasicBlock &block) {
  if (isReturnFromLoop(*block.getTerminator()))
    return {block.getTerminator()->getSuccessor(0)};
  return {succ_begin(&block), succ_end(&block)};
}

} // namespace

bool HeldLanes::mayBeWaitedForAt(const Instruction &poll) const {
  const AwaitedWrite awaited(poll, order_.loops());
  const Places places = placesOfOthersAt(const_cast<BasicBlock *>(poll.getParent()), awaited.loop());
  return writesBeforeAllMeet(places,
                             [&](const Instruction &instruction) { return awaited.mayBe(instruction); });
}

HeldLanes::Places HeldLanes::placesOfOthersAt(BasicBlock *block, const Loop *polling) const {
  Places places;
  if (!runsForAtMostOneLane(*block, shapes_, order_.dominators()))
    for (const Loop *loop = order_.loops().getLoopFor(block); loop; loop = loop->getParentLoop())
      if (order_.isDivergentLoop(loop->getHeader()))
        for (BasicBlock *exit : order_.divergentExits(loop->getHeader()))
          places.insert(exit);
  for (BasicBlock *branch : order_.blocks())
    if (shapes_.branchDiverges(branch))
      addPlacesBehind(branch, block, polling, places);
  return places;
}

// Where lanes may be held that parted at `branch` from those which are at `block` now.
void HeldLanes::addPlacesBehind(BasicBlock *branch, BasicBlock *block, const Loop *polling,
                                Places &places) const {
  auto comesToBlock = [&](BasicBlock *from) { return from == block || order_.reaches(from, block); };
  if (!comesToBlock(branch) || runsForAtMostOneLane(*branch, shapes_, order_.dominators()))
    return;
  // Who takes a side that leads there comes there too, or parts from those who do at a later branch.
  SmallVector<BasicBlock *, 8> worklist;
  SmallPtrSet<BasicBlock *, 16> seen;
  auto visit = [&](BasicBlock *from, BasicBlock *next) {
    if (order_.isBackEdge(from, next)) {
      // Those who poll in a loop inside this one do not come to its next iteration.
      if (const Loop *loop = order_.loops().getLoopFor(next); loop->contains(block) && loop != polling)
        places.insert(next);
      return;
    }
    if (comesToBlock(next) || !seen.insert(next).second)
      return;
    // The others run what has a lower number before these poll, and are held at what has a higher one.
    if (order_.indexOf(next) > order_.indexOf(block))
      places.insert(next);
    else
      worklist.push_back(next);
  };
  worklist.push_back(branch);
  while (!worklist.empty()) {
    BasicBlock *from = worklist.pop_back_val();
    for (BasicBlock *next : waysOutOf(*from))
      visit(from, next);
  }
}

bool HeldLanes::writesBeforeAllMeet(const Places &places,
                                    function_ref<bool(const Instruction &)> is_awaited) const {
  SmallVector<BasicBlock *, 8> worklist(places.begin(), places.end());
  SmallPtrSet<BasicBlock *, 16> seen(places.begin(), places.end());
  while (!worklist.empty()) {
    BasicBlock *block = worklist.pop_back_val();
    bool meets = false;
    for (const Instruction &instruction : *block) {
      meets = meetsAllLanes(instruction);
      if (meets)
        break;
      if (is_awaited(instruction))
        return true;
    }
    if (meets)
      continue;
    // The caller goes on by itself.
    if (isa<ReturnInst>(block->getTerminator()) && !is_kernel_)
      return true;
    for (BasicBlock *next : waysOutOf(*block))
      if (seen.insert(next).second)
        worklist.push_back(next);
  }
  return false;
}

} // namespace raddle::vectorize
