// Lanes that return while others of their warp go on.
//
//   for (...) {
//     if (found) { out[i] = x; return; }     LLVM makes one tail of both stores, after the loop. Lanes
//     __syncwarp();                          that are to return would wait there for the end of the loop, and
//   }                                        look as if they had not returned. With a tail for each path they
//   out[i] = y;                              come first.

#include "vectorize/reshape/lanes/exiting_lanes.h"

#include "nvvm/markers.h"

#include "vectorize/block_copies.h"
#include "vectorize/remarks.h"
#include "vectorize/reshape/lanes/call_effects.h"
#include "vectorize/widen/plan/lane_masks.h"
#include "vectorize/widen/plan/linear_order.h"

#include <llvm/ADT/BreadthFirstIterator.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Instructions of all copies together.
constexpr unsigned kMostInstructions = 2000;

struct Trees {
  explicit Trees(Function &kernel) : dominators(kernel), post_dominators(kernel) {}
  DominatorTree dominators;
  PostDominatorTree post_dominators;
};

// A path by which lanes come where nobody waits any more.
struct Path {
  BasicBlock *from, *to;
  Loop *loop; // around `from`, or null
};

// The blocks from which one can be reached that holds such an instruction.
Blocks blocksThatReach(Function &kernel, function_ref<bool(const Instruction &)> wanted) {
  Blocks reaching;
  for (BasicBlock &block : kernel)
    if (any_of(block, wanted))
      reaching.insert(&block);
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock &block : kernel) {
      const bool returns = isReturnFromLoop(*block.getTerminator());
      for (BasicBlock *next : successors(&block))
        if (!(returns && next != block.getTerminator()->getSuccessor(0)))
          changed |= reaching.contains(next) && reaching.insert(&block).second;
    }
  }
  return reaching;
}

std::vector<BasicBlock *> blocksAfter(BasicBlock *start) { return {bf_begin(start), bf_end(start)}; }

bool writes(ArrayRef<BasicBlock *> blocks) {
  return any_of(blocks, [](BasicBlock *block) {
    return any_of(*block, [](const Instruction &instruction) {
      return instruction.mayWriteToMemory() && !isa<DbgInfoIntrinsic>(instruction);
    });
  });
}

unsigned sizeOf(ArrayRef<BasicBlock *> blocks) {
  unsigned size = 0;
  for (BasicBlock *block : blocks)
    size += static_cast<unsigned>(block->size());
  return size;
}

// Whether other lanes may still come to an operation that waits, while those that go this path do not.
bool othersMayWait(const Path &path, const Blocks &waiting, const analysis::LaneShapes &shapes,
                   const LinearOrder &order) {
  // After a block that has waited, no lane waits on any side.
  if (order.leavesDivergentLoop(path.from, path.to) ||
      (shapes.branchDiverges(path.from) &&
       any_of(successors(path.from), [&](BasicBlock *side) { return waiting.contains(side); })))
    return true;
  return any_of(order.dominatorsOf(path.from), [&](BasicBlock *branch) {
    return shapes.branchDiverges(branch) &&
           order.firstWithLanesOf(branch) != order.firstWithLanesOf(path.from) &&
           all_of(successors(branch), [&](BasicBlock *side) { return waiting.contains(side); });
  });
}

// Masks that a lane computes no more than once, with the blocks of the operations that have them.
using Masks = MapVector<const Value *, SmallVector<BasicBlock *, 2>>;

Masks masksComputedOnce(const LinearOrder &order, const LoopInfo &loops) {
  Masks masks;
  for (BasicBlock *block : order.blocks())
    for (const Instruction &instruction : *block)
      if (const Value *mask = maskOfOperation(instruction))
        if (auto *computed = dyn_cast<Instruction>(mask);
            !computed || !loops.getLoopFor(computed->getParent()))
          masks[mask].push_back(block);
  return masks;
}

// Whether a path leads from `start` to one of the `blocks` without such an operation on it.
bool comesUnmet(BasicBlock *start, const Blocks &blocks, function_ref<bool(const Instruction &)> meets) {
  SmallSetVector<BasicBlock *, 16> reached;
  reached.insert(start);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    BasicBlock *block = reached[i];
    if (blocks.contains(block))
      return true;
    if (none_of(*block, meets))
      reached.insert(succ_begin(block), succ_end(block));
  }
  return false;
}

// Where lanes have diverged from those that go a path, and its sides that lead there.
struct Divergence {
  BasicBlock *branch;
  SmallVector<BasicBlock *, 2> own;
};

// Lanes diverge at the path itself, and at branches that lead there before all are together again; also around a loop,
// which others have left.
std::vector<Divergence> divergencesBefore(const Path &path, const analysis::LaneShapes &shapes,
                                          const LinearOrder &order,
                                          const PostDominatorTree &post_dominators) {
  std::vector<Divergence> divergences;
  for (BasicBlock *branch : order.blocks()) {
    if (!shapes.branchDiverges(branch))
      continue;
    if (branch == path.from) {
      divergences.push_back({branch, {path.to}});
      continue;
    }
    const auto *join = post_dominators.getNode(branch)->getIDom();
    SmallPtrSet<BasicBlock *, 2> before{branch};
    if (join && join->getBlock())
      before.insert(join->getBlock());
    if (before.contains(path.from))
      continue;
    Divergence divergence{branch, {}};
    for (BasicBlock *side : successors(branch))
      if (isPotentiallyReachable(side, path.from, &before))
        divergence.own.push_back(side);
    if (divergence.own.empty())
      continue;
    // Those that come there in a later iteration do not go the same path.
    if (order.reaches(branch, path.from))
      erase_if(divergence.own, [&](BasicBlock *side) {
        return order.isBackEdge(branch, side) || (side != path.from && !order.reaches(side, path.from));
      });
    divergences.push_back(divergence);
  }
  return divergences;
}

// Those that go this path wait for each other only, if at all, before they return. Whether a copy tears nobody
// apart: all others first come to an operation for all lanes, or these have come to one since they diverged from
// them, so that they never meet again. As good as for all lanes is a mask that these do not come to any more,
// and with which all have met before they diverged. And so is one for the others, if all masks on the path are
// parts of it: lanes that it names have to return before, and those that it does not name meet with nobody
// after it. `meeting` are the blocks from which an operation for all lanes can be reached.
bool othersMeetFirst(const Path &path, const Blocks &meeting, const analysis::LaneShapes &shapes,
                     const LinearOrder &order, const Trees &trees, const Masks &masks_once) {
  const DominatorTree &dominators = trees.dominators;
  Blocks waiting;
  SmallPtrSet<const Value *, 4> masks;
  const std::vector<BasicBlock *> after = blocksAfter(path.to);
  if (is_contained(after, path.from))
    return false; // within a loop
  for (BasicBlock *block : after) {
    if (none_of(*block, mayWait))
      continue;
    waiting.insert(block);
    // The same operation twice would look like a meeting from two sides.
    const bool moves = path.to->getSinglePredecessor() && dominators.dominates(path.to, block);
    for (const Instruction &instruction : *block) {
      const Value *mask = maskOfOperation(instruction);
      if (mayWait(instruction) && (!mask || (!moves && shapes.isUniform(mask))))
        return false;
      if (mask)
        masks.insert(mask);
    }
  }
  auto isForBoth = [&](const Instruction &instruction, BasicBlock *branch) {
    const Value *mask = maskOfOperation(instruction);
    auto found = masks_once.find(mask);
    return mayWaitForAllLanes(instruction) ||
           (found != masks_once.end() && !masks.contains(mask) && shapes.isUniform(mask) &&
            any_of(found->second, [&](BasicBlock *block) { return dominators.dominates(block, branch); }));
  };
  auto isForThese = [&](const Instruction &instruction, BasicBlock *branch) {
    const Value *mask = maskOfOperation(instruction);
    return isForBoth(instruction, branch) ||
           (masks_once.contains(mask) && !masks.contains(mask) &&
            all_of(masks, [&](const Value *part) { return isPartOf(part, mask); }));
  };
  auto haveMetSince = [&](BasicBlock *branch) {
    auto meets = [&](const Instruction &instruction) { return isForBoth(instruction, branch); };
    return branch != path.from &&
           (any_of(*path.from, meets) || none_of(successors(branch), [&](BasicBlock *side) {
              return comesUnmet(side, Blocks{path.from}, meets);
            }));
  };
  bool some_meet = meeting.contains(path.from);
  auto meetFirst = [&](const Divergence &divergence) {
    auto meets = [&](const Instruction &instruction) {
      const bool meet = isForThese(instruction, divergence.branch);
      some_meet |= meet;
      return meet;
    };
    return haveMetSince(divergence.branch) || all_of(successors(divergence.branch), [&](BasicBlock *side) {
             return is_contained(divergence.own, side) || !comesUnmet(side, waiting, meets);
           });
  };
  const std::vector<Divergence> divergences = divergencesBefore(path, shapes, order, trees.post_dominators);
  return !divergences.empty() && all_of(divergences, meetFirst) && some_meet;
}

std::vector<Path> pathsOut(const Blocks &waiting, LoopInfo &loops, const analysis::LaneShapes &shapes,
                           const LinearOrder &order, const Trees &trees) {
  std::vector<Path> paths, waits_still;
  const Blocks meeting = blocksThatReach(*order.blocks().front()->getParent(), mayWaitForAllLanes);
  const Masks masks_once = masksComputedOnce(order, loops);
  for (BasicBlock *block : order.blocks()) {
    SmallPtrSet<BasicBlock *, 2> targets;
    for (BasicBlock *next : successors(block)) {
      const Path path{block, next, loops.getLoopFor(block)};
      if (!targets.insert(next).second || !waiting.contains(block) || meeting.contains(next))
        continue;
      if (!waiting.contains(next)) {
        if (othersMayWait(path, waiting, shapes, order))
          paths.push_back(path);
      } else if ((meeting.contains(block) || !masks_once.empty()) &&
                 othersMeetFirst(path, meeting, shapes, order, trees, masks_once)) {
        waits_still.push_back(path);
      }
    }
  }
  // Copies of what still waits hold the copies of what does not, and of what lies within them.
  append_range(paths, reverse(waits_still));
  return paths;
}

} // namespace

bool isReturnFromLoop(const Instruction &terminator) {
  auto *branch = dyn_cast<BranchInst>(&terminator);
  auto *call = branch && branch->isConditional() ? dyn_cast<CallInst>(branch->getCondition()) : nullptr;
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == marker::kReturn;
}

void moveInto(BasicBlock *header, ArrayRef<BasicBlock *> blocks, BasicBlock *end) {
  Function &function = *header->getParent();
  Module &module = *function.getParent();
  IRBuilder<> builder(function.getContext());
  auto callee = module.getOrInsertFunction(marker::kReturn, FunctionType::get(builder.getInt1Ty(), false));
  cast<Function>(callee.getCallee())->setDoesNotAccessMemory();
  cast<Function>(callee.getCallee())->setDoesNotThrow();
  auto leaveFrom = [&](BasicBlock *block) {
    Instruction *last = block->getTerminator();
    BasicBlock *outside = BasicBlock::Create(function.getContext(), "left", &function);
    last->moveBefore(*outside, outside->end());
    builder.SetInsertPoint(block);
    builder.SetCurrentDebugLocation(last->getDebugLoc());
    builder.CreateCondBr(builder.CreateCall(callee), outside, header);
    for (BasicBlock *next : successors(outside))
      next->replacePhiUsesWith(block, outside);
    for (PHINode &phi : header->phis())
      phi.addIncoming(PoisonValue::get(phi.getType()), block);
  };
  for (BasicBlock *block : blocks)
    if (isa<ReturnInst>(block->getTerminator()))
      leaveFrom(block);
    else if (end && is_contained(successors(block), end))
      leaveFrom(block->getSingleSuccessor() ? block : SplitEdge(block, end));
}

Blocks blocksThatMayWait(Function &kernel) { return blocksThatReach(kernel, mayWait); }

// Lanes that diverge meet again at the next block that all of them come to; if that may wait, none has left.
ExitingLanes::ExitingLanes(Function &kernel, const analysis::LaneShapes &shapes)
    : shapes_(shapes), waiting_(blocksThatMayWait(kernel)) {
  if (!waiting_.empty())
    post_dominators_.recalculate(kernel);
}

bool ExitingLanes::leaveOthersWaiting(ArrayRef<BasicBlock *> blocks) const {
  if (none_of(blocks, [&](BasicBlock *block) { return waiting_.contains(block); }))
    return false;
  return any_of(blocks, [&](BasicBlock *block) {
    if (!shapes_.branchDiverges(block) ||
        none_of(successors(block), [&](BasicBlock *next) { return waiting_.contains(next); }))
      return false;
    auto *node = post_dominators_.getNode(block);
    return !node || !node->getIDom() || !waiting_.contains(node->getIDom()->getBlock());
  });
}

bool separateExitingLanes(Function &kernel, const Report &report) {
  const Blocks waiting = blocksThatMayWait(kernel);
  if (waiting.empty())
    return false;
  const Trees trees(kernel);
  LoopInfo loops(trees.dominators);
  std::vector<Path> paths;
  {
    const analysis::LaneShapes shapes(kernel, {});
    paths = pathsOut(waiting, loops, shapes, LinearOrder(kernel, shapes), trees);
  }
  unsigned copied = 0;
  for (const Path &path : paths) {
    std::vector<BasicBlock *> blocks = blocksAfter(path.to);
    const unsigned size = sizeOf(blocks);
    if (!writes(blocks) && none_of(blocks, [&](BasicBlock *block) { return waiting.contains(block); }))
      continue;
    if (copied + size > kMostInstructions) {
      refuse(report, *path.from->getTerminator(),
             "what lanes do from here to their end is too long to be copied");
      continue;
    }
    copied += size;
    const BlockCopies copies(blocks, ".leaving");
    copies.enterFrom(path.from);
    if (path.loop)
      moveInto(path.loop->getHeader(), copies.blocks(), /*end=*/nullptr);
  }
  // Parts that nobody comes to any more.
  return removeUnreachableBlocks(kernel) || copied != 0;
}

} // namespace raddle::vectorize
