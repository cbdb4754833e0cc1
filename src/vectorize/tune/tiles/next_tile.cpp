#include "vectorize/tune/tiles/next_tile.h"

using namespace llvm;

namespace raddle::vectorize {

NextTile::NextTile(const TileLoop &loop)
    : loop_(loop), branch_(cast<BranchInst>(loop.tiles().getExitingBlock()->getTerminator())),
      before_warps_(loop.warps().getLoopPreheader()), dominators_(*before_warps_->getParent()) {}

bool NextTile::isAfterWarps(const Instruction &instruction) const {
  return loop_.tiles().contains(&instruction) &&
         (loop_.warps().contains(&instruction) ||
          !dominators_.dominates(&instruction, before_warps_->getTerminator()));
}

bool NextTile::isKnownEarly(const Value *value) const {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !isAfterWarps(*instruction))
    return true;
  return isa<BinaryOperator, CmpInst, CastInst>(instruction) && !loop_.warps().contains(instruction) &&
         !instruction->isIntDivRem() &&
         all_of(instruction->operands(), [&](const Value *operand) { return isKnownEarly(operand); });
}

Value *NextTile::early(IRBuilder<> &builder, Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || early_.contains(instruction))
    return instruction ? early_[instruction] : value;
  if (!isAfterWarps(*instruction))
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
