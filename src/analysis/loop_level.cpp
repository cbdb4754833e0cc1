#include "analysis/loop_level.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>
#include <map>

using namespace llvm;

namespace raddle::analysis {

Loop *LoopLevel::innerLoopOf(BasicBlock *block) const {
  Loop *inner = loops_.getLoopFor(block);
  while (inner && inner != loop_ && inner->getParentLoop() != loop_)
    inner = inner->getParentLoop();
  return inner == loop_ ? nullptr : inner;
}

SmallVector<BasicBlock *, 4> LoopLevel::nodesAfter(BasicBlock *node) const {
  SmallVector<BasicBlock *, 4> nodes;
  if (Loop *inner = innerLoopOf(node))
    inner->getExitBlocks(nodes);
  else
    nodes.append(succ_begin(node), succ_end(node));
  erase_if(nodes, [&](BasicBlock *next) { return next == entry_ || (loop_ && !loop_->contains(next)); });
  for (BasicBlock *&next : nodes)
    if (Loop *inner = innerLoopOf(next))
      next = inner->getHeader();
  return nodes;
}

std::vector<BasicBlock *> LoopLevel::inReversePostOrder(function_ref<bool(BasicBlock *)> late) const {
  // What is visited first comes last, and the last of a list is visited first.
  auto lateFirst = [&](BasicBlock *node) {
    SmallVector<BasicBlock *, 4> early, late_ones;
    for (BasicBlock *next : nodesAfter(node))
      (late(next) ? late_ones : early).push_back(next);
    early.append(late_ones);
    return early;
  };
  std::vector<BasicBlock *> order;
  SmallPtrSet<BasicBlock *, 16> seen{entry_};
  struct Frame {
    BasicBlock *node;
    SmallVector<BasicBlock *, 4> left;
  };
  SmallVector<Frame, 16> stack{{entry_, lateFirst(entry_)}};
  while (!stack.empty()) {
    Frame &top = stack.back();
    if (top.left.empty()) {
      order.push_back(top.node);
      stack.pop_back();
      continue;
    }
    BasicBlock *next = top.left.pop_back_val();
    if (seen.insert(next).second)
      stack.push_back({next, lateFirst(next)});
  }
  std::reverse(order.begin(), order.end());
  return order;
}

namespace {

// A place in the source: lines and columns, beginning with those of the outermost call that was inlined.
using SourcePlace = std::vector<std::pair<unsigned, unsigned>>;

const SourcePlace kNowhere{{~0u, ~0u}};

SourcePlace placeOf(const Instruction &instruction) {
  SourcePlace place;
  for (const DILocation *location = instruction.getDebugLoc(); location; location = location->getInlinedAt())
    place.push_back({location->getLine(), location->getColumn()});
  std::reverse(place.begin(), place.end());
  return place.empty() ? kNowhere : place;
}

} // namespace

std::vector<BasicBlock *> LoopLevel::inOrderOfSource(function_ref<bool(const Instruction &)> counts) const {
  const std::vector<BasicBlock *> nodes = inReversePostOrder();
  // Where the first instruction that counts stands in a node, or in the nodes after it.
  DenseMap<BasicBlock *, SourcePlace> places;
  DenseMap<BasicBlock *, unsigned> missing; // ways into a node from nodes that have no place yet
  for (BasicBlock *node : reverse(nodes)) {
    SourcePlace first = kNowhere;
    Loop *inner = innerLoopOf(node);
    for (BasicBlock *block : inner ? inner->getBlocks() : ArrayRef(node))
      for (const Instruction &instruction : *block)
        if (counts(instruction))
          first = std::min(first, placeOf(instruction));
    const bool has_none = first == kNowhere;
    for (BasicBlock *next : nodesAfter(node)) {
      ++missing[next];
      if (auto found = places.find(next); has_none && found != places.end())
        first = std::min(first, found->second);
    }
    places[node] = std::move(first);
  }
  DenseMap<BasicBlock *, unsigned> position;
  for (unsigned next = 0; BasicBlock & block : *entry_->getParent())
    position[&block] = next++;
  std::map<std::pair<SourcePlace, unsigned>, BasicBlock *> ready, left;
  auto keyOf = [&](BasicBlock *node) { return std::pair(places.lookup(node), position.lookup(node)); };
  for (BasicBlock *node : nodes)
    left[keyOf(node)] = node;
  std::vector<BasicBlock *> order;
  ready[keyOf(entry_)] = entry_;
  while (!left.empty()) {
    // Where blocks lie in a cycle that is no loop, none of them comes before the others.
    BasicBlock *node = ready.empty() ? left.begin()->second : ready.begin()->second;
    ready.erase(keyOf(node));
    left.erase(keyOf(node));
    order.push_back(node);
    for (BasicBlock *next : nodesAfter(node))
      if (--missing[next] == 0 && left.contains(keyOf(next)))
        ready[keyOf(next)] = next;
  }
  return order;
}

} // namespace raddle::analysis
