#include "vectorize/block_copies.h"

#include <llvm/Transforms/Utils/SSAUpdater.h>

using namespace llvm;

namespace raddle::vectorize {

BlockCopies::BlockCopies(ArrayRef<BasicBlock *> blocks, const Twine &suffix, const Values &instead)
    : originals_(blocks) {
  for (BasicBlock *block : blocks) {
    copies_.push_back(CloneBasicBlock(block, copy_of_, suffix, block->getParent()));
    copy_of_[block] = copies_.back();
  }
  for (auto [value, other] : instead) {
    if (Value *phi = copy_of_.lookup(value))
      cast<PHINode>(phi)->eraseFromParent();
    copy_of_[value] = other;
  }
  remapInstructionsInBlocks(copies_, copy_of_);
}

void BlockCopies::addPathsOut() const {
  for (BasicBlock *block : originals_)
    for (BasicBlock *next : successors(block))
      if (!is_contained(originals_, next))
        for (PHINode &phi : next->phis())
          phi.addIncoming(of(phi.getIncomingValueForBlock(block)), of(block));
}

void BlockCopies::enterFrom(ArrayRef<BasicBlock *> from) const {
  auto keepWays = [](BasicBlock *block, function_ref<bool(BasicBlock *)> kept) {
    for (PHINode &phi : block->phis())
      phi.removeIncomingValueIf([&](unsigned i) { return !kept(phi.getIncomingBlock(i)); },
                                /*DeletePHIIfEmpty=*/false);
  };
  BasicBlock *start = originals_.front(), *copy_of_start = copies_.front();
  for (BasicBlock *copy : copies_)
    keepWays(copy, [&](BasicBlock *before) {
      return is_contained(copies_, before) || (copy == copy_of_start && is_contained(from, before));
    });
  keepWays(start, [&](BasicBlock *before) { return !is_contained(from, before); });
  for (BasicBlock *before : from)
    before->getTerminator()->replaceSuccessorWith(start, copy_of_start);
}

void BlockCopies::joinValues() const {
  for (BasicBlock *block : originals_)
    for (Instruction &value : *block)
      // Phis that have been added for an earlier value have no copy, and are right.
      if (Instruction *copy = of(&value); copy != &value)
        joinValue(value, {{copy->getParent(), copy}},
                  [&](BasicBlock *user) { return user == block || is_contained(copies_, user); });
}

BasicBlock *blockOf(const Use &use) {
  auto *user = cast<Instruction>(use.getUser());
  auto *phi = dyn_cast<PHINode>(user);
  return phi ? phi->getIncomingBlock(use) : user->getParent();
}

void joinValue(Instruction &value, ArrayRef<std::pair<BasicBlock *, Value *>> others,
               function_ref<bool(BasicBlock *)> inside) {
  SmallVector<Use *, 8> elsewhere;
  for (Use &use : value.uses())
    if (!inside(blockOf(use)))
      elsewhere.push_back(&use);
  if (elsewhere.empty())
    return;
  SSAUpdater updater;
  updater.Initialize(value.getType(), value.getName());
  updater.AddAvailableValue(value.getParent(), &value);
  for (auto [block, other] : others)
    updater.AddAvailableValue(block, other);
  for (Use *use : elsewhere)
    updater.RewriteUse(*use);
}

} // namespace raddle::vectorize
