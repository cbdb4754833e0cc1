#include "vectorize/reshape/whole_ways.h"

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

constexpr unsigned kMostInstructions = 64; // of a block that is done again
constexpr unsigned kMostBlocks = 16;

class WholeWays {
public:
  WholeWays(Function &kernel, const BlockClass &block)
      : loops_(dominators(kernel)), post_dominators_(kernel), shapes_(kernel, block) {
    findPartialBlocks(kernel);
  }

  struct Join {
    BasicBlock *block = nullptr;
    SmallVector<BasicBlock *, 4> whole; // where whole warps come from
  };

  Join find(Function &kernel) const {
    for (BasicBlock &block : kernel) {
      if (!partial_.contains(&block) || !mayBeDoneAgain(block))
        continue;
      Join join{&block, {}};
      for (BasicBlock *from : predecessors(&block))
        if (!partial_.contains(from) && from->getSingleSuccessor() &&
            loops_.getLoopFor(from) == loops_.getLoopFor(&block))
          join.whole.push_back(from);
      if (!join.whole.empty() && block.hasNPredecessorsOrMore(static_cast<unsigned>(join.whole.size()) + 1))
        return join;
    }
    return {};
  }

private:
  const DominatorTree &dominators(Function &kernel) {
    dominators_.recalculate(kernel);
    return dominators_;
  }

  // Those which some lanes of a warp pass by: what depends on a branch at which lanes part, and what depends on a branch there.
  void findPartialBlocks(Function &kernel) {
    DenseMap<const BasicBlock *, SmallVector<const BasicBlock *, 4>> dependent;
    SmallVector<const BasicBlock *, 16> parting;
    for (BasicBlock &block : kernel) {
      const auto *node = post_dominators_.getNode(&block);
      if (!node || succ_size(&block) < 2)
        continue;
      for (BasicBlock *to : successors(&block))
        for (const auto *at = post_dominators_.getNode(to); at && at != node->getIDom() && at->getBlock();
             at = at->getIDom())
          dependent[&block].push_back(at->getBlock());
      if (shapes_.branchDiverges(&block))
        parting.push_back(&block);
    }
    while (!parting.empty())
      for (const BasicBlock *block : dependent.lookup(parting.pop_back_val()))
        if (partial_.insert(block).second)
          parting.push_back(block);
  }

  // In a loop all comes to the same latch, and in front of one there is one way in.
  bool mayBeDoneAgain(BasicBlock &block) const {
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
  analysis::LaneShapes shapes_;
  SmallPtrSet<const BasicBlock *, 16> partial_;
};

// Behind the two a value is that of the one that was gone through.
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

void separate(const WholeWays::Join &join) {
  BasicBlock &block = *join.block;
  ValueToValueMapTy copies;
  BasicBlock *copy = CloneBasicBlock(&block, copies, ".whole", block.getParent());
  remapInstructionsInBlocks({copy}, copies);
  for (BasicBlock *to : successors(&block))
    for (PHINode &phi : to->phis()) {
      Value *value = phi.getIncomingValueForBlock(&block);
      Value *own = copies.lookup(value);
      phi.addIncoming(own ? own : value, copy);
    }
  for (PHINode &phi : block.phis()) {
    auto *whole = cast<PHINode>(copies.lookup(&phi));
    whole->removeIncomingValueIf(
        [&](unsigned i) { return !is_contained(join.whole, phi.getIncomingBlock(i)); },
        /*DeletePHIIfEmpty=*/false);
    phi.removeIncomingValueIf([&](unsigned i) { return is_contained(join.whole, phi.getIncomingBlock(i)); },
                              /*DeletePHIIfEmpty=*/false);
  }
  for (BasicBlock *from : join.whole)
    from->getTerminator()->replaceSuccessorWith(&block, copy);
  for (Instruction &value : block)
    if (Value *other = copies.lookup(&value); other && !value.getType()->isVoidTy())
      joinUses(value, *cast<Instruction>(other));
}

} // namespace

void separateWholeWays(CompileJob &job) {
  for (unsigned blocks = 0; blocks < kMostBlocks; ++blocks) {
    const WholeWays::Join join = WholeWays(*job.kernel, job.block).find(*job.kernel);
    if (!join.block)
      return;
    separate(join);
  }
}

} // namespace raddle::vectorize
