#include "vectorize/reshape/full_warp_paths.h"

#include "analysis/lane_shapes.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

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
      : dominators_(kernel), loops_(dominators_), post_dominators_(kernel), shapes_(shapes) {
    findPartialBlocks(kernel);
  }

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
  // Some lanes of a warp may pass by a block that is control-dependent on a divergent branch, or on a branch of such a block.
  void findPartialBlocks(Function &kernel) {
    DenseMap<const BasicBlock *, SmallVector<const BasicBlock *, 4>> dependent;
    SmallVector<const BasicBlock *, 16> divergent;
    for (BasicBlock &block : kernel) {
      const auto *node = post_dominators_.getNode(&block);
      if (!node || succ_size(&block) < 2)
        continue;
      for (BasicBlock *to : successors(&block))
        for (const auto *at = post_dominators_.getNode(to); at && at != node->getIDom() && at->getBlock();
             at = at->getIDom())
          dependent[&block].push_back(at->getBlock());
      if (shapes_.branchDiverges(&block))
        divergent.push_back(&block);
    }
    while (!divergent.empty())
      for (const BasicBlock *block : dependent.lookup(divergent.pop_back_val()))
        if (partial_.insert(block).second)
          divergent.push_back(block);
  }

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
  PostDominatorTree post_dominators_;
  const analysis::LaneShapes &shapes_;
  SmallPtrSet<const BasicBlock *, 16> partial_;
};

// Code after the block and its copy uses the value of the one that was run.
void joinUses(Instruction &value, Instruction &other) {
  SmallVector<Use *, 8> elsewhere;
  for (Use &use : value.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    auto *phi = dyn_cast<PHINode>(user);
    if ((phi ? phi->getIncomingBlock(use) : user->getParent()) != value.getParent())
      elsewhere.push_back(&use);
  }
  if (elsewhere.empty())
    return;
  SSAUpdater updater;
  updater.Initialize(value.getType(), value.getName());
  updater.AddAvailableValue(value.getParent(), &value);
  updater.AddAvailableValue(other.getParent(), &other);
  for (Use *use : elsewhere)
    updater.RewriteUse(*use);
}

void separate(const MergeBlock &merge) {
  BasicBlock &block = *merge.block;
  ValueToValueMapTy copies;
  BasicBlock *copy = CloneBasicBlock(&block, copies, ".full", block.getParent());
  remapInstructionsInBlocks({copy}, copies);
  for (BasicBlock *to : successors(&block))
    for (PHINode &phi : to->phis()) {
      Value *value = phi.getIncomingValueForBlock(&block);
      Value *own = copies.lookup(value);
      phi.addIncoming(own ? own : value, copy);
    }
  for (PHINode &phi : block.phis()) {
    auto *full = cast<PHINode>(copies.lookup(&phi));
    full->removeIncomingValueIf(
        [&](unsigned i) { return !is_contained(merge.full, phi.getIncomingBlock(i)); },
        /*DeletePHIIfEmpty=*/false);
    phi.removeIncomingValueIf([&](unsigned i) { return is_contained(merge.full, phi.getIncomingBlock(i)); },
                              /*DeletePHIIfEmpty=*/false);
  }
  for (BasicBlock *from : merge.full)
    from->getTerminator()->replaceSuccessorWith(&block, copy);
  for (Instruction &value : block)
    if (Value *other = copies.lookup(&value); other && !value.getType()->isVoidTy())
      joinUses(value, *cast<Instruction>(other));
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
