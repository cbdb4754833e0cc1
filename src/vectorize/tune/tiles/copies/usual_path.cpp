#include "vectorize/tune/tiles/copies/usual_path.h"

#include <llvm/IR/ProfDataUtils.h>

using namespace llvm;

namespace raddle::vectorize {

bool UsualPath::find() {
  blocks_.push_back(region_.header);
  while (blocks_.back() != region_.latch) {
    auto *branch = dyn_cast<BranchInst>(blocks_.back()->getTerminator());
    std::uint64_t if_true = 0, if_false = 0;
    if (!branch || (branch->isConditional() && !extractBranchWeights(*branch, if_true, if_false)))
      return false;
    blocks_.push_back(branch->getSuccessor(if_true < if_false ? 1 : 0));
    if (is_contained(ArrayRef(blocks_).drop_back(), blocks_.back()))
      return false;
  }
  return true;
}

bool UsualPath::copy() {
  if (!find())
    return false;
  for (BasicBlock *part : blocks_) {
    BasicBlock *copy = CloneBasicBlock(part, copies_, ".listed", &region_.function);
    copy->moveBefore(region_.done);
    for (PHINode &phi : part->phis()) {
      auto *copied_phi = cast<PHINode>(copies_.lookup(&phi));
      if (part != region_.header) {
        Value *value = copied_phi->getIncomingValueForBlock(blocks_[copied_.size() - 1]);
        Value *known = copies_.lookup(value);
        copies_[&phi] = known ? known : value;
      }
      copied_phi->eraseFromParent();
    }
    for (Instruction &instruction : *copy)
      RemapInstruction(&instruction, copies_, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    copied_.push_back(copy);
  }
  for (std::size_t i = 0; i + 1 < blocks_.size(); ++i)
    for (Use &target : copied_[i]->getTerminator()->operands())
      if (isa<BasicBlock>(target))
        target.set(target == blocks_[i + 1] ? copied_[i + 1] : region_.header);
  findVarying();
  return true;
}

void UsualPath::erase() {
  for (BasicBlock *part : copied_)
    part->dropAllReferences();
  for (BasicBlock *part : copied_)
    part->eraseFromParent();
}

bool UsualPath::isOnCopy(const Value *value) const {
  auto *instruction = dyn_cast<Instruction>(value);
  return instruction && is_contained(copied_, instruction->getParent());
}

void UsualPath::findVarying() {
  for (const auto &[value, field] : region_.loaded_for_tile)
    varying_.insert(value);
  SmallVector<const BasicBlock *, 8> blocks{region_.work};
  append_range(blocks, copied_);
  for (const BasicBlock *part : blocks)
    for (const Instruction &instruction : *part)
      if (any_of(instruction.operands(), [&](const Value *operand) { return varies(operand); }))
        varying_.insert(&instruction);
}

} // namespace raddle::vectorize
