#include "analysis/loop_level.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/CFG.h>

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

SmallVector<BasicBlock *, 4> LoopLevel::nodesBehind(BasicBlock *node) const {
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

std::vector<BasicBlock *> LoopLevel::inReversePostOrder() const {
  std::vector<BasicBlock *> order;
  SmallPtrSet<BasicBlock *, 16> seen{entry_};
  struct Frame {
    BasicBlock *node;
    SmallVector<BasicBlock *, 4> left;
  };
  SmallVector<Frame, 16> stack{{entry_, nodesBehind(entry_)}};
  while (!stack.empty()) {
    Frame &top = stack.back();
    if (top.left.empty()) {
      order.push_back(top.node);
      stack.pop_back();
      continue;
    }
    BasicBlock *next = top.left.pop_back_val();
    if (seen.insert(next).second)
      stack.push_back({next, nodesBehind(next)});
  }
  std::reverse(order.begin(), order.end());
  return order;
}

std::vector<BasicBlock *> LoopLevel::inOrderOfSource() const {
  DenseMap<BasicBlock *, unsigned> position;
  for (unsigned next = 0; BasicBlock & block : *entry_->getParent())
    position[&block] = next++;
  DenseMap<BasicBlock *, unsigned> missing; // ways into a node from nodes that have no place yet
  std::map<unsigned, BasicBlock *> ready, left;
  for (BasicBlock *node : inReversePostOrder()) {
    left[position[node]] = node;
    for (BasicBlock *next : nodesBehind(node))
      ++missing[next];
  }
  std::vector<BasicBlock *> order;
  ready[position[entry_]] = entry_;
  while (!left.empty()) {
    // Where blocks lie in a cycle that is no loop, none of them comes before the others.
    BasicBlock *node = ready.empty() ? left.begin()->second : ready.begin()->second;
    ready.erase(position[node]);
    left.erase(position[node]);
    order.push_back(node);
    for (BasicBlock *next : nodesBehind(node))
      if (--missing[next] == 0 && left.contains(position[next]))
        ready[position[next]] = next;
  }
  return order;
}

} // namespace raddle::analysis
