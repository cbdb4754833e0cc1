#include "vectorize/widen/linear_order.h"

#include "vectorize/widen/call_effects.h"
#include "vectorize/widen/leaving_lanes.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Whether nobody who comes to `block` gets any further.
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
  SmallVector<BasicBlock *, 16> worklist{from};
  SmallPtrSet<BasicBlock *, 16> seen{from};
  while (!worklist.empty()) {
    BasicBlock *block = worklist.pop_back_val();
    if (succ_empty(block))
      return false;
    for (BasicBlock *next : successors(block)) {
      if (next == to || (!shapes.branchDiverges(block) && endsTheLaunch(next)))
        continue;
      if (innermost && (!innermost->contains(next) || innermost->getHeader() == next))
        return false;
      if (seen.insert(next).second)
        worklist.push_back(next);
    }
  }
  return true;
}

} // namespace

LinearOrder::LinearOrder(Function &function, const analysis::LaneShapes &shapes)
    : dominators_(function), loops_(dominators_) {
  findLeaving(function);
  number(nullptr, &function.getEntryBlock());
  for (unsigned i = 0; i < blocks_.size(); ++i)
    index_[blocks_[i]] = i;
  findDivergentLoops(shapes);
  findSameLanes(shapes);
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
      for (BasicBlock *next : successors(&block))
        changed |= writing.contains(next) && writing.insert(&block).second;
  }
  for (BasicBlock &block : function)
    if (!waiting.contains(&block)) {
      never_waiting_.insert(&block);
      if (!writing.contains(&block))
        only_leaving_.insert(&block);
    }
  // Backwards from what never waits, as far as nothing waits.
  SmallVector<const BasicBlock *, 16> worklist(never_waiting_.begin(), never_waiting_.end());
  while (!worklist.empty())
    for (const BasicBlock *before : predecessors(worklist.pop_back_val()))
      if (none_of(*before, mayWait) && !never_waiting_.contains(before) &&
          may_leave_first_.insert(before).second)
        worklist.push_back(before);
}

// Appends the blocks of a loop (null: the function) in topological order, inner loops in one piece.
void LinearOrder::number(Loop *loop, BasicBlock *entry) {
  // A node is a block of this level or the header of a loop directly inside it.
  auto nodeOf = [&](BasicBlock *block) -> BasicBlock * {
    Loop *inner = loops_.getLoopFor(block);
    if (inner == loop)
      return block;
    while (inner && inner->getParentLoop() != loop)
      inner = inner->getParentLoop();
    return inner ? inner->getHeader() : nullptr; // null: outside of this loop
  };
  auto successorsOf = [&](BasicBlock *node) {
    SmallVector<BasicBlock *, 4> successors;
    Loop *inner = loops_.getLoopFor(node);
    if (inner == loop)
      successors.append(succ_begin(node), succ_end(node));
    else {
      while (inner->getParentLoop() != loop)
        inner = inner->getParentLoop();
      inner->getExitBlocks(successors);
    }
    // The last to be visited comes first: lanes that are about to return, or may be, come before others wait.
    // There are few, so each is moved in front of those that it precedes.
    auto precedes = [&](BasicBlock *a, BasicBlock *b) { return nearnessToEnd(a) > nearnessToEnd(b); };
    for (auto *next = successors.begin(); next != successors.end(); ++next)
      std::rotate(std::upper_bound(successors.begin(), next, *next, precedes), next, std::next(next));
    return successors;
  };

  // Depth-first post-order, reversed. The kernel's end comes last of all.
  std::vector<BasicBlock *> post_order;
  SmallPtrSet<BasicBlock *, 16> seen;
  struct Frame {
    BasicBlock *node;
    SmallVector<BasicBlock *, 4> successors;
  };
  SmallVector<Frame, 16> stack;
  seen.insert(entry);
  stack.push_back({entry, successorsOf(entry)});
  while (!stack.empty()) {
    Frame &top = stack.back();
    if (top.successors.empty()) {
      post_order.push_back(top.node);
      stack.pop_back();
      continue;
    }
    BasicBlock *next = nodeOf(top.successors.pop_back_val());
    if (next && next != entry && seen.insert(next).second)
      stack.push_back({next, successorsOf(next)});
  }
  std::reverse(post_order.begin(), post_order.end());
  auto is_end = [](BasicBlock *node) { return isa<ReturnInst>(node->getTerminator()); };
  SmallVector<BasicBlock *, 1> ends;
  llvm::copy_if(post_order, std::back_inserter(ends), is_end);
  llvm::erase_if(post_order, is_end);
  llvm::append_range(post_order, ends);
  for (BasicBlock *node : post_order) {
    Loop *inner = loops_.getLoopFor(node);
    if (inner == loop)
      blocks_.push_back(node);
    else
      number(inner, node);
  }
}

void LinearOrder::findDivergentLoops(const analysis::LaneShapes &shapes) {
  const auto outer_first = loops_.getLoopsInPreorder();
  for (Loop *loop : reverse(outer_first)) {
    SmallSetVector<BasicBlock *, 2> exits;
    for (BasicBlock *block : loop->blocks()) {
      if (!shapes.branchDiverges(block))
        continue;
      for (BasicBlock *successor : successors(block))
        if (!loop->contains(successor))
          exits.insert(successor);
    }
    // A divergent branch inside of which a loop is left: those that leave and those that stay part there.
    SmallVector<BasicBlock *, 4> exiting;
    loop->getExitingBlocks(exiting);
    BasicBlock *header = loop->getHeader();
    for (BasicBlock *block : exiting) {
      // So do those that leave an inner loop at another time than these.
      bool under_divergence = false;
      for (Loop *inner = loops_.getLoopFor(block); inner != loop; inner = inner->getParentLoop())
        under_divergence |= isDivergentLoop(inner->getHeader());
      for (auto *node = dominators_.getNode(block); node && node->getBlock() != header;) {
        node = node->getIDom();
        if (!node || !loop->contains(node->getBlock()))
          break;
        if (shapes.branchDiverges(node->getBlock()) && !allRun(block, node->getBlock(), loops_, shapes))
          under_divergence = true;
      }
      if (!under_divergence)
        continue;
      for (BasicBlock *successor : successors(block))
        if (!loop->contains(successor))
          exits.insert(successor);
    }
    if (!exits.empty())
      divergent_loop_exits_[header] = SmallVector<BasicBlock *, 2>(exits.begin(), exits.end());
  }
}

void LinearOrder::findSameLanes(const analysis::LaneShapes &shapes) {
  for (BasicBlock *block : blocks_) {
    if (isDivergentLoop(block))
      continue;
    // Of a loop that lanes do not leave one by one, the header is run by all that came to its preheader.
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
  SmallVector<BasicBlock *, 16> worklist{from};
  SmallPtrSet<BasicBlock *, 16> seen{from};
  while (!worklist.empty())
    for (BasicBlock *block = worklist.pop_back_val(); BasicBlock * next : successors(block)) {
      if (isBackEdge(block, next) || indexOf(next) > indexOf(to))
        continue;
      if (next == to)
        return true;
      if (seen.insert(next).second)
        worklist.push_back(next);
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
