#include "vectorize/reshape/partial_blocks.h"

using namespace llvm;

namespace raddle::vectorize {

SmallPtrSet<const BasicBlock *, 16> partialBlocks(const Function &kernel, const analysis::LaneShapes &shapes,
                                                  const PostDominatorTree &post_dominators) {
  SmallPtrSet<const BasicBlock *, 16> partial;
  DenseMap<const BasicBlock *, SmallVector<const BasicBlock *, 4>> dependent;
  SmallVector<const BasicBlock *, 16> divergent;
  for (const BasicBlock &block : kernel) {
    const auto *node = post_dominators.getNode(&block);
    if (!node || succ_size(&block) < 2)
      continue;
    for (const BasicBlock *to : successors(&block))
      for (const auto *at = post_dominators.getNode(to); at && at != node->getIDom() && at->getBlock();
           at = at->getIDom())
        dependent[&block].push_back(at->getBlock());
    if (shapes.branchDiverges(&block))
      divergent.push_back(&block);
  }
  while (!divergent.empty())
    for (const BasicBlock *block : dependent.lookup(divergent.pop_back_val()))
      if (partial.insert(block).second)
        divergent.push_back(block);
  return partial;
}

} // namespace raddle::vectorize
