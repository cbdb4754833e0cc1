#include "vectorize/tune/tiles/next_tile.h"

#include <llvm/ADT/STLExtras.h>

using namespace llvm;

namespace raddle::vectorize {

NextTile::NextTile(const TileLoop &loop)
    : loop_(loop), branch_(cast<BranchInst>(loop.tiles().getExitingBlock()->getTerminator())),
      in_front_(loop.warps().getLoopPreheader()), dominators_(*in_front_->getParent()) {}

bool NextTile::isBehindWarps(const Instruction &instruction) const {
  return loop_.tiles().contains(&instruction) &&
         (loop_.warps().contains(&instruction) ||
          !dominators_.dominates(&instruction, in_front_->getTerminator()));
}

bool NextTile::isKnownEarly(const Value *value) const {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !isBehindWarps(*instruction))
    return true;
  return isa<BinaryOperator, CmpInst, CastInst>(instruction) && !loop_.warps().contains(instruction) &&
         !instruction->isIntDivRem() &&
         all_of(instruction->operands(), [&](const Value *operand) { return isKnownEarly(operand); });
}

Value *NextTile::early(IRBuilder<> &builder, Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || early_.contains(instruction))
    return instruction ? early_[instruction] : value;
  if (!isBehindWarps(*instruction))
    return value;
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands())
    operand.set(early(builder, operand));
  return early_[instruction] = builder.Insert(copy, instruction->getName());
}

Value *NextTile::follows(IRBuilder<> &builder) {
  Value *condition = early(builder, branch_->getCondition());
  return loop_.tiles().contains(branch_->getSuccessor(0)) ? condition : builder.CreateNot(condition);
}

} // namespace raddle::vectorize
