#include "vectorize/instrument/counters/block_counters.h"

#include "nvvm/runtime_functions.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>

using namespace llvm;

namespace raddle::vectorize {

BlockCounters::BlockCounters(Function &function, const DominatorTree &dominators, const LoopInfo &loops,
                             CounterTable &table)
    : dominators_(dominators), post_dominators_(function), loops_(loops), table_(table) {
  for (BasicBlock *block : depth_first(&function.getEntryBlock()))
    if (any_of(*block, nvvm::isBarrierOfWholeBlock))
      with_barriers_.insert(block);
  for (BasicBlock *block : depth_first(&function.getEntryBlock())) {
    leaderOf(block);
    if (with_barriers_.contains(block))
      for (Instruction &instruction : *block)
        if (nvvm::isBarrierOfWholeBlock(instruction))
          after_barriers_[cast<CallInst>(&instruction)] = table.addBlock();
  }
}

unsigned BlockCounters::of(const Instruction &instruction) const {
  const BasicBlock *block = instruction.getParent();
  if (with_barriers_.contains(block))
    for (const Instruction *before = instruction.getPrevNode(); before; before = before->getPrevNode())
      if (nvvm::isBarrierOfWholeBlock(*before))
        return after_barriers_.lookup(const_cast<CallInst *>(cast<CallInst>(before)));
  return beginnings_.lookup(leaders_.lookup(block));
}

// The first of the blocks that always run together.
BasicBlock *BlockCounters::leaderOf(BasicBlock *block) {
  if (BasicBlock *known = leaders_.lookup(block))
    return known;
  BasicBlock *leader = block;
  const Loop *loop = loops_.getLoopFor(block);
  for (const DomTreeNode *node = dominators_.getNode(block)->getIDom(); node; node = node->getIDom()) {
    BasicBlock *other = node->getBlock();
    if (loops_.getLoopFor(other) == loop && post_dominators_.dominates(block, other)) {
      if (!hasBarrierBetween(other, block))
        leader = leaderOf(other);
      break;
    }
    // Behind it nothing post-dominates a block of this loop.
    if (loop && other == loop->getHeader())
      break;
  }
  leaders_[block] = leader;
  if (leader == block)
    beginnings_[block] = table_.addBlock();
  return leader;
}

// Whether there is one on a way from the first block, or in it, to the second one.
bool BlockCounters::hasBarrierBetween(BasicBlock *from, const BasicBlock *to) const {
  if (with_barriers_.empty())
    return false;
  SmallSetVector<BasicBlock *, 16> passed;
  passed.insert(from);
  for (std::size_t i = 0; i < passed.size(); ++i) {
    if (with_barriers_.contains(passed[i]))
      return true;
    for (BasicBlock *next : successors(passed[i]))
      if (next != to)
        passed.insert(next);
  }
  return false;
}

} // namespace raddle::vectorize
