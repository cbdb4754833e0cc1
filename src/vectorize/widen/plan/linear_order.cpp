#include "vectorize/widen/plan/linear_order.h"

#include "analysis/loop_level.h"
#include "vectorize/reshape/lanes/call_effects.h"
#include "vectorize/reshape/lanes/exiting_lanes.h"
#include "vectorize/widen/plan/lane_masks.h"
#include "vectorize/widen/plan/lane_sides.h"

#include <algorithm>
#include <optional>
#include <set>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Whether no lane that comes to `block` gets any further.
bool endsTheLaunch(const BasicBlock *block) {
  // At most to the one block that unifies all such ends.
  if (const BasicBlock *next = block->getSingleSuccessor())
    block = next;
  return isa<UnreachableInst>(block->getTerminator());
}

// Whether all lanes that run `from` also run `to` in the same iteration of every loop around `from`: no path
// leads to the end of the iteration, out of the loop or out of the kernel past it. Where all or none go to
// where the launch ends, none do.
bool allRun(const BasicBlock *to, BasicBlock *from, const LoopInfo &loops,
            const analysis::LaneShapes &shapes) {
  const Loop *innermost = loops.getLoopFor(from);
  SmallSetVector<BasicBlock *, 16> reached;
  reached.insert(from);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    BasicBlock *block = reached[i];
    if (succ_empty(block))
      return false;
    for (BasicBlock *next : successors(block)) {
      if (next == to || (!shapes.branchDiverges(block) && endsTheLaunch(next)))
        continue;
      if (innermost && (!innermost->contains(next) || innermost->getHeader() == next))
        return false;
      reached.insert(next);
    }
  }
  return true;
}

// Whom lanes wait for: the more, the greater.
struct Waits {
  enum Lanes { kNone, kSome, kAll } lanes = kNone;
  unsigned narrowing =
      0; // of kSome: a node that waits for a part of the lanes that another waits for waits for fewer

  auto operator<=>(const Waits &other) const {
    return std::pair(lanes, ~narrowing) <=> std::pair(other.lanes, ~other.narrowing);
  }
};

Waits waitsOf(const Instruction &instruction, MaskNarrowing &narrowing) {
  if (mayWaitForAllLanes(instruction))
    return {Waits::kAll};
  if (!mayWait(instruction))
    return {};
  const Value *mask = maskOfOperation(instruction);
  if (!mask)
    return {Waits::kSome, narrowing.ofCall(cast<CallInst>(instruction))};
  if (narrowing.namesOneLane(mask))
    return {};
  return {Waits::kSome, narrowing.of(mask)};
}

Waits waitsIn(ArrayRef<BasicBlock *> blocks, MaskNarrowing &narrowing) {
  Waits waits;
  for (const BasicBlock *block : blocks)
    for (const Instruction &instruction : *block)
      waits = std::max(waits, waitsOf(instruction, narrowing));
  return waits;
}

// Sides of branches for which lanes at a place do not wait, because they are on the other one.
using OtherSides = SmallVector<BasicBlockEdge, 2>;

// So many masks, branches around a place, and places that might come next are looked at.
constexpr unsigned kMostMasks = 16, kMostBranches = 16, kMostCompared = 16;

OtherSides sidesNotWaitedFor(ArrayRef<BasicBlock *> blocks, MaskNarrowing &narrowing,
                             const DominatorTree &dominators, const analysis::LaneShapes &shapes) {
  SmallSetVector<const Value *, 4> masks;
  for (const BasicBlock *block : blocks)
    for (const Instruction &instruction : *block)
      if (mayWait(instruction)) {
        const Value *mask = maskOfOperation(instruction);
        if (!mask || masks.size() == kMostMasks)
          return {};
        if (!narrowing.namesOneLane(mask))
          masks.insert(mask);
      }
  OtherSides sides;
  unsigned branches = 0;
  for (auto *node = dominators.getNode(blocks.front())->getIDom(); node && branches < kMostBranches;
       node = node->getIDom()) {
    auto *branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
    if (!branch || !branch->isConditional() || !shapes.branchDiverges(node->getBlock()))
      continue;
    ++branches;
    for (unsigned side : {0, 1})
      if (dominators.dominates({node->getBlock(), branch->getSuccessor(side)}, blocks.front()) &&
          all_of(masks, [&](const Value *mask) {
            return namesOneSide(mask, branch->getCondition(), side == 0, shapes);
          }))
        sides.push_back({node->getBlock(), branch->getSuccessor(1 - side)});
  }
  return sides;
}

using NodesAfter = function_ref<SmallVector<BasicBlock *, 4>(BasicBlock *)>;

// The nodes in an order in which lanes wait as late as may be. The first of all that could come next is what
// waits for no lane, then what waits for some lanes only: those that others will wait for come to where they do, or
// return, as far as they can by themselves. Where that does not decide, what belongs together stays together.
//
// Nodes that the same lanes run (which have the same `lanes`) stay together with all that lies between them: no lane
// returns there, and each lane that comes to the last has come to the first. The kernel's end comes last of all.
std::vector<BasicBlock *> inOrderOfWaiting(std::vector<BasicBlock *> nodes, NodesAfter next_nodes,
                                           function_ref<Waits(BasicBlock *)> waitsAt,
                                           function_ref<OtherSides(ArrayRef<BasicBlock *>)> otherSidesOf,
                                           const DominatorTree &dominators,
                                           function_ref<BasicBlock *(BasicBlock *)> lanesOf) {
  std::vector<BasicBlock *> ends;
  erase_if(nodes, [&](BasicBlock *node) {
    if (isa<ReturnInst>(node->getTerminator()))
      ends.push_back(node);
    return isa<ReturnInst>(node->getTerminator());
  });

  struct Piece {
    ArrayRef<BasicBlock *> nodes;
    Waits waits;
    unsigned missing = 0; // ways into it from pieces that have no place yet
    std::optional<OtherSides> other_sides;
  };
  std::vector<Piece> pieces;
  DenseMap<BasicBlock *, size_t> piece_of;
  for (size_t first = 0, last = 0; first < nodes.size(); first = last + 1) {
    last = nodes.size() - 1;
    while (last > first && lanesOf(nodes[last]) != lanesOf(nodes[first]))
      --last;
    Piece &piece = pieces.emplace_back();
    piece.nodes = ArrayRef(nodes).slice(first, last - first + 1);
    for (BasicBlock *node : piece.nodes) {
      piece.waits = std::max(piece.waits, waitsAt(node));
      piece_of[node] = pieces.size() - 1;
    }
  }
  auto forEachWayOut = [&](size_t piece, function_ref<void(size_t)> action) {
    for (BasicBlock *node : pieces[piece].nodes)
      for (BasicBlock *next : next_nodes(node))
        if (auto found = piece_of.find(next); found != piece_of.end() && found->second != piece)
          action(found->second);
  };
  for (size_t piece = 0; piece < pieces.size(); ++piece)
    forEachWayOut(piece, [&](size_t next) { ++pieces[next].missing; });

  std::vector<BasicBlock *> order;
  std::set<std::pair<Waits, size_t>> ready;
  if (!pieces.empty())
    ready.insert({pieces[0].waits, 0});
  auto mayWaitForOthers = [&](size_t piece) {
    Piece &own = pieces[piece];
    if (!own.other_sides)
      own.other_sides = otherSidesOf(own.nodes);
    return any_of(ready, [&](const auto &other) {
      return other.second != piece && none_of(*own.other_sides, [&](const BasicBlockEdge &side) {
               return dominators.dominates(side, pieces[other.second].nodes.front());
             });
    });
  };
  while (!ready.empty()) {
    auto next = ready.begin();
    if (next->first.lanes == Waits::kSome && ready.size() > 1 && ready.size() <= kMostCompared)
      next = find_if(ready, [&](const auto &one) {
        return one.first.lanes == Waits::kSome && !mayWaitForOthers(one.second);
      });
    const size_t piece = ready.extract(next == ready.end() ? ready.begin() : next).value().second;
    append_range(order, pieces[piece].nodes);
    forEachWayOut(piece, [&](size_t next) {
      if (--pieces[next].missing == 0)
        ready.insert({pieces[next].waits, next});
    });
  }
  append_range(order, ends);
  return order;
}

} // namespace

LinearOrder::LinearOrder(Function &function, const analysis::LaneShapes &shapes)
    : dominators_(function), loops_(dominators_) {
  findLeaving(function);
  for (BasicBlock &block : function)
    if (any_of(block, mayPoll))
      polling_.push_back(&block);
  findDivergentLoops(shapes);
  findSameLanes(function, shapes);
  number(nullptr, &function.getEntryBlock(), shapes);
  for (unsigned i = 0; i < blocks_.size(); ++i)
    index_[blocks_[i]] = i;
}

// Goes through the blocks until nothing changes, so that cycles count as what they hold.
void LinearOrder::findLeaving(Function &function) {
  const Blocks waiting = blocksThatMayWait(function);
  Blocks writing;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (instruction.mayWriteToMemory() && !isa<DbgInfoIntrinsic>(instruction))
        writing.insert(&block);
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock &block : function)
      if (!isReturnFromLoop(*block.getTerminator()))
        for (BasicBlock *next : successors(&block))
          changed |= writing.contains(next) && writing.insert(&block).second;
  }
  for (BasicBlock &block : function)
    if (!waiting.contains(&block) && !writing.contains(&block))
      only_leaving_.insert(&block);
}

// Appends the blocks of a loop (null: the function) in topological order, inner loops in one piece.
void LinearOrder::number(Loop *loop, BasicBlock *entry, const analysis::LaneShapes &shapes) {
  const analysis::LoopLevel level(loops_, loop, entry);
  auto innerLoopOf = [&](BasicBlock *block) { return level.innerLoopOf(block); };
  auto next_nodes = [&](BasicBlock *node) { return level.nodesAfter(node); };
  MaskNarrowing narrowing;
  auto waitsAt = [&](BasicBlock *node) {
    Loop *inner = innerLoopOf(node);
    return inner ? waitsIn(inner->getBlocks(), narrowing) : waitsIn(node, narrowing);
  };
  auto blocksOf = [&](ArrayRef<BasicBlock *> nodes) {
    SmallSetVector<BasicBlock *, 16> blocks;
    for (BasicBlock *node : nodes)
      if (Loop *inner = innerLoopOf(node))
        blocks.insert(inner->block_begin(), inner->block_end());
      else
        blocks.insert(node);
    return blocks;
  };
  auto otherSidesOf = [&](ArrayRef<BasicBlock *> nodes) {
    return sidesNotWaitedFor(blocksOf(nodes).getArrayRef(), narrowing, dominators_, shapes);
  };
  std::vector<BasicBlock *> nodes =
      mayPrint(*entry->getParent())
          ? level.inOrderOfSource([](const Instruction &instruction) { return mayPrint(instruction); })
          // A lane that polls waits for others, maybe of its warp: the other side of a branch comes before.
          : level.inReversePostOrder([&](BasicBlock *node) { return leadsToPoll(node); });
  auto lanesOf = [&](BasicBlock *node) { return firstWithLanesOf(node); };
  for (BasicBlock *node :
       inOrderOfWaiting(std::move(nodes), next_nodes, waitsAt, otherSidesOf, dominators_, lanesOf))
    if (Loop *inner = innerLoopOf(node))
      number(inner, node, shapes);
    else
      blocks_.push_back(node);
}

bool LinearOrder::leadsToPoll(const BasicBlock *block) const {
  return any_of(polling_, [&](const BasicBlock *poll) { return dominators_.dominates(block, poll); });
}

// Where lanes leave a loop one by one: at a branch on which they diverge, or after a block to which they come from different
// iterations, as those that leave and those that stay have parted before.
void LinearOrder::findDivergentLoops(const analysis::LaneShapes &shapes) {
  for (const Loop *loop : loops_.getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 4> exits;
    loop->getUniqueExitBlocks(exits);
    erase_if(exits, [&](BasicBlock *exit) {
      return !shapes.isLeftAtDifferentTimes(exit) && none_of(predecessors(exit), [&](BasicBlock *block) {
        return loop->contains(block) && shapes.branchDiverges(block);
      });
    });
    if (!exits.empty())
      divergent_loop_exits_[loop->getHeader()] = SmallVector<BasicBlock *, 2>(exits.begin(), exits.end());
  }
}

void LinearOrder::findSameLanes(Function &function, const analysis::LaneShapes &shapes) {
  for (BasicBlock &each : function) {
    BasicBlock *block = &each;
    if (isDivergentLoop(block))
      continue;
    // Where lanes do not leave a loop one by one, all lanes that came to its preheader run its header.
    Loop *loop = loops_.getLoopFor(block);
    const bool is_header = loop && loop->getHeader() == block;
    Loop *level = is_header ? loop->getParentLoop() : loop;
    auto *node = dominators_.getNode(block);
    for (node = node ? node->getIDom() : nullptr; node; node = node->getIDom()) {
      BasicBlock *candidate = node->getBlock();
      if (loops_.getLoopFor(candidate) != level)
        continue;
      if (allRun(block, candidate, loops_, shapes))
        same_lanes_[block] = candidate;
      break;
    }
  }
}

SmallVector<BasicBlock *, 8> LinearOrder::dominatorsOf(BasicBlock *block) const {
  SmallVector<BasicBlock *, 8> dominators;
  for (auto *node = dominators_.getNode(block); node && node->getIDom(); node = node->getIDom())
    dominators.push_back(node->getIDom()->getBlock());
  return dominators;
}

bool LinearOrder::reaches(BasicBlock *from, BasicBlock *to) const {
  SmallSetVector<BasicBlock *, 16> reached;
  reached.insert(from);
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (BasicBlock *block = reached[i]; BasicBlock * next : successors(block)) {
      if (isBackEdge(block, next) || indexOf(next) > indexOf(to))
        continue;
      if (next == to)
        return true;
      reached.insert(next);
    }
  return false;
}

bool LinearOrder::isInDivergentLoop(const BasicBlock *block) const {
  for (Loop *loop = loops_.getLoopFor(block); loop; loop = loop->getParentLoop())
    if (isDivergentLoop(loop->getHeader()))
      return true;
  return false;
}

bool LinearOrder::leavesDivergentLoop(const BasicBlock *from, const BasicBlock *to) const {
  for (Loop *loop = loops_.getLoopFor(from); loop && !loop->contains(to); loop = loop->getParentLoop())
    if (isDivergentLoop(loop->getHeader()))
      return true;
  return false;
}

ArrayRef<BasicBlock *> LinearOrder::divergentExits(const BasicBlock *header) const {
  auto found = divergent_loop_exits_.find(header);
  return found == divergent_loop_exits_.end() ? ArrayRef<BasicBlock *>()
                                              : ArrayRef<BasicBlock *>(found->second);
}

} // namespace raddle::vectorize
