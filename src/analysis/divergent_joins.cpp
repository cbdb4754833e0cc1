// Each side of the branch sends a label of its own ahead. A block that only one label comes to takes it;
// where two meet, lanes have come by different ways, and the block begins a label itself. Labels go through
// the innermost loop around the branch first, up to its end. Those that stay in the loop then have the
// header's label: an exit with another one is left in different iterations. From the exits it goes on through
// the next loop, and so on.
//
// (LLVM 19 has such an analysis, which stops too early where labels of two exits of an inner loop meet
// again.)

#include "analysis/divergent_joins.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/ScopeExit.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>

using namespace llvm;

namespace raddle::analysis {

DivergentJoins::DivergentJoins(Function &function) : loops_(DominatorTree(function)) {
  for (const BasicBlock *block : ReversePostOrderTraversal<Function *>(&function)) {
    index_[block] = static_cast<unsigned>(order_.size());
    order_.push_back(block);
  }
}

bool DivergentJoins::mixes(const PHINode &phi, const Joins &joins) {
  const auto found = joins.find(phi.getParent());
  return found != joins.end() && any_of(found->second, [&](const Blocks &ways) {
           const Value *same = nullptr;
           for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
             const Value *value = phi.getIncomingValue(i);
             if (!ways.contains(phi.getIncomingBlock(i)))
               continue;
             if (same && same != value)
               return true;
             same = value;
           }
           return false;
         });
}

void DivergentJoins::add(const BasicBlock &branch, Joins &joins, Blocks &exits) const {
  DenseMap<const BasicBlock *, const BasicBlock *> labels;
  DenseMap<const BasicBlock *, Blocks> ways; // by which lanes come to a block
  SmallSetVector<const BasicBlock *, 8> meeting;
  unsigned furthest = 0;
  auto push = [&](const BasicBlock *label, const BasicBlock *to) {
    furthest = std::max(furthest, index_.lookup(to));
    auto [own, is_new] = labels.insert({to, label});
    if (is_new || own->second == label)
      return;
    own->second = to;
    meeting.insert(to);
  };
  auto addJoins = make_scope_exit([&] {
    for (const BasicBlock *join : meeting)
      joins[join].push_back(ways[join]);
  });
  const SmallSetVector<const BasicBlock *, 4> sides(succ_begin(&branch), succ_end(&branch));
  for (const BasicBlock *side : sides) {
    ways[side].insert(&branch);
    push(side, side);
  }

  const Loop *inside = nullptr;
  for (const Loop *loop = loops_.getLoopFor(&branch);; inside = loop, loop = loop->getParentLoop()) {
    const unsigned first = inside ? 0 : index_.lookup(&branch) + 1;
    for (unsigned i = first; i < order_.size(); ++i) {
      const BasicBlock *block = order_[i];
      if ((loop && !loop->contains(block)) || (inside && inside->contains(block)))
        continue;
      const BasicBlock *label = labels.lookup(block);
      if (!label)
        continue;
      // All lanes have met: the blocks after this one have its label.
      if (!loop && i == furthest)
        return;
      for (const BasicBlock *next : successors(block)) {
        // Back edges of loops that do not hold the branch bring the label that is there already.
        const bool is_back_edge = index_.lookup(next) <= i;
        if (is_back_edge && !loops_.getLoopFor(next)->contains(&branch))
          continue;
        ways[next].insert(block);
        push(label, next);
      }
    }
    if (!loop)
      return;
    const BasicBlock *staying = labels.lookup(loop->getHeader());
    SmallVector<BasicBlock *, 4> loop_exits;
    loop->getUniqueExitBlocks(loop_exits);
    for (const BasicBlock *exit : loop_exits) {
      if (const BasicBlock *label = labels.lookup(exit); label && label != staying)
        exits.insert(exit);
      if (!staying)
        continue;
      for (const BasicBlock *before : predecessors(exit))
        if (loop->contains(before))
          ways[exit].insert(before);
      push(staying, exit);
    }
  }
}

} // namespace raddle::analysis
