#include "vectorize/reshape/lanes/blocked_lanes.h"

#include "vectorize/reshape/lanes/call_effects.h"
#include "vectorize/reshape/lanes/ending_write.h"
#include "vectorize/reshape/lanes/exiting_lanes.h"
#include "vectorize/reshape/lanes/lanes_of_loop.h"
#include "vectorize/reshape/single_lane.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Without those that are never taken.
SmallVector<BasicBlock *, 2> pathsOutOf(BasicBlock &block) {
  if (isReturnFromLoop(*block.getTerminator()))
    return {block.getTerminator()->getSuccessor(0)};
  return {succ_begin(&block), succ_end(&block)};
}

} // namespace

SmallVector<BlockedLanes::Path, 4> BlockedLanes::awaitedPathsAt(const Instruction &poll) const {
  const EndingWrite ending(poll, order_.loops());
  auto is_awaited = [&](const Instruction &instruction) { return ending.mayBe(instruction); };
  auto meets = [&](const Instruction &instruction) {
    return meetsAllLanes(instruction) ||
           meetsAllOfLoop(instruction, poll, order_.loops(), order_.dominators());
  };
  SmallVector<Path, 4> paths;
  for (const Path &path : pathsOfOthersAt(const_cast<BasicBlock *>(poll.getParent()), ending.loop()))
    if (writesBeforeAllMeet(path.to, is_awaited, meets))
      paths.push_back(path);
  return paths;
}

BlockedLanes::Paths BlockedLanes::pathsOfOthersAt(BasicBlock *block, const Loop *polling) const {
  Paths paths;
  if (!runsForAtMostOneLane(*block, shapes_, order_.dominators()))
    for (const Loop *loop = order_.loops().getLoopFor(block); loop; loop = loop->getParentLoop())
      if (order_.isDivergentLoop(loop->getHeader()))
        for (BasicBlock *exit : order_.divergentExits(loop->getHeader()))
          paths.push_back({nullptr, exit});
  for (BasicBlock *branch : order_.blocks())
    if (shapes_.branchDiverges(branch))
      addPathsAfter(branch, block, polling, paths);
  return paths;
}

// Where lanes may be blocked that diverged at `branch` from those which are at `block` now.
void BlockedLanes::addPathsAfter(BasicBlock *branch, BasicBlock *block, const Loop *polling,
                                 Paths &paths) const {
  auto comesToBlock = [&](BasicBlock *from) { return from == block || order_.reaches(from, block); };
  if (branch == block || !comesToBlock(branch) || runsForAtMostOneLane(*branch, shapes_, order_.dominators()))
    return;
  // A lane that takes a side that leads there comes there too, or diverges from those lanes at a later branch.
  SmallVector<BasicBlock *, 8> worklist;
  SmallPtrSet<BasicBlock *, 16> seen;
  auto addPath = [&](const Path &path) {
    if (!is_contained(paths, path))
      paths.push_back(path);
  };
  auto visit = [&](BasicBlock *from, BasicBlock *next) {
    if (order_.isBackEdge(from, next)) {
      // Lanes that poll in a loop inside this one do not come to its next iteration.
      if (const Loop *loop = order_.loops().getLoopFor(next); loop->contains(block) && loop != polling)
        addPath({from, next});
      return;
    }
    if (comesToBlock(next))
      return;
    // In the loop that yields the others go on in the same iteration.
    if (polling && polling->contains(next)) {
      if (seen.insert(next).second)
        worklist.push_back(next);
      return;
    }
    // The others run what has a lower number before these poll, and are blocked at what has a higher one.
    if (order_.indexOf(next) > order_.indexOf(block))
      addPath({from, next});
    else if (seen.insert(next).second)
      worklist.push_back(next);
  };
  worklist.push_back(branch);
  while (!worklist.empty()) {
    BasicBlock *from = worklist.pop_back_val();
    for (BasicBlock *next : pathsOutOf(*from))
      visit(from, next);
  }
}

bool BlockedLanes::writesBeforeAllMeet(BasicBlock *start, function_ref<bool(const Instruction &)> is_awaited,
                                       function_ref<bool(const Instruction &)> meets) const {
  SmallSetVector<BasicBlock *, 16> reached;
  reached.insert(start);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    BasicBlock *block = reached[i];
    const auto first = find_if(*block, [&](const Instruction &instruction) {
      return meets(instruction) || is_awaited(instruction);
    });
    if (first != block->end()) {
      if (!meets(*first))
        return true;
      continue;
    }
    // The caller goes on by itself.
    if (isa<ReturnInst>(block->getTerminator()) && !is_kernel_)
      return true;
    for (BasicBlock *next : pathsOutOf(*block))
      reached.insert(next);
  }
  return false;
}

} // namespace raddle::vectorize
