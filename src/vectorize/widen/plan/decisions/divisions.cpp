#include "vectorize/widen/plan/decisions/divisions.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The remainder of the same numbers, or the quotient, after this one in its block.
Instruction *siblingOf(BinaryOperator &division) {
  static const DenseMap<unsigned, unsigned> kSiblings{{Instruction::SDiv, Instruction::SRem},
                                                      {Instruction::SRem, Instruction::SDiv},
                                                      {Instruction::UDiv, Instruction::URem},
                                                      {Instruction::URem, Instruction::UDiv}};
  for (Instruction *next = division.getNextNode(); next; next = next->getNextNode())
    if (next->getOpcode() == kSiblings.at(division.getOpcode()) &&
        next->getOperand(0) == division.getOperand(0) && next->getOperand(1) == division.getOperand(1))
      return next;
  return nullptr;
}

} // namespace

DivisionDecision decideDivision(const PlanContext &context, BinaryOperator &division,
                                SmallPtrSetImpl<const Instruction *> &made_along) {
  const bool has_common_divisor = context.isUniform(division.getOperand(1));
  if (made_along.contains(&division))
    return {DivisionKind::kWithOther, has_common_divisor};
  if (auto *constant = dyn_cast<ConstantInt>(division.getOperand(1));
      constant && constant->getValue().abs().isPowerOf2())
    return {DivisionKind::kShift, has_common_divisor};
  const unsigned bits = division.getType()->getIntegerBitWidth();
  if (bits <= 32)
    return {DivisionKind::kShort, has_common_divisor};
  if (bits > 64)
    return {DivisionKind::kLaneByLane, has_common_divisor};
  Instruction *sibling = siblingOf(division);
  if (sibling)
    made_along.insert(sibling);
  return {DivisionKind::kLong, has_common_divisor, sibling};
}

} // namespace raddle::vectorize
