// Paths on which no lane of a warp is missing.

#include "vectorize/reshape/passes.h"

#include "analysis/lane_shapes.h"
#include "vectorize/block_copies.h"
#include "vectorize/reshape/partial_blocks.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kMostInstructions = 64; // of a block that is copied
constexpr unsigned kMostBlocks = 16;

struct MergeBlock {
  BasicBlock *block = nullptr;
  SmallVector<BasicBlock *, 4> full; // the predecessors that full warps come from
};

class FullWarpPaths {
public:
  FullWarpPaths(Function &kernel, const analysis::LaneShapes &shapes)
      : dominators_(kernel), loops_(dominators_),
        partial_(partialBlocks(kernel, shapes, PostDominatorTree(kernel))) {}

  MergeBlock find(Function &kernel) const {
    for (BasicBlock &block : kernel) {
      if (!partial_.contains(&block) || !mayBeCopied(block))
        continue;
      MergeBlock merge{&block, {}};
      for (BasicBlock *from : predecessors(&block))
        if (!partial_.contains(from) && from->getSingleSuccessor() &&
            loops_.getLoopFor(from) == loops_.getLoopFor(&block))
          merge.full.push_back(from);
      if (!merge.full.empty() && block.hasNPredecessorsOrMore(static_cast<unsigned>(merge.full.size()) + 1))
        return merge;
    }
    return {};
  }

private:
  // A loop keeps its one latch, its one preheader, and its phis at the exits.
  bool mayBeCopied(BasicBlock &block) const {
    if (!block.hasNPredecessorsOrMore(2) || loops_.isLoopHeader(&block) || block.isEHPad() ||
        block.sizeWithoutDebug() > kMostInstructions || isa<ReturnInst>(block.getTerminator()))
      return false;
    const Loop *loop = loops_.getLoopFor(&block);
    return all_of(
               successors(&block),
               [&](BasicBlock *to) { return !loops_.isLoopHeader(to) && loops_.getLoopFor(to) == loop; }) &&
           all_of(block, [](const Instruction &instruction) {
             auto *call = dyn_cast<CallBase>(&instruction);
             return !(call && (call->isConvergent() || call->cannotDuplicate())) &&
                    !instruction.getType()->isTokenTy();
           });
  }

  DominatorTree dominators_;
  LoopInfo loops_;
  const SmallPtrSet<const BasicBlock *, 16> partial_;
};

void separate(const MergeBlock &merge) {
  const BlockCopies copies(merge.block, ".full");
  copies.addPathsOut();
  copies.enterFrom(merge.full);
  copies.joinValues();
}

} // namespace

bool separateFullWarpPaths(Function &kernel, const Input &input, Facts &facts) {
  for (unsigned blocks = 0; blocks < kMostBlocks; ++blocks) {
    const MergeBlock merge = FullWarpPaths(kernel, facts.shapes.of(kernel, input.block)).find(kernel);
    if (!merge.block)
      return blocks > 0;
    separate(merge);
    facts.shapes.forget();
  }
  return true;
}

} // namespace raddle::vectorize
