#include "analysis/operation_shapes.h"

#include <llvm/IR/ConstantFold.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <array>

using namespace llvm;

namespace raddle::analysis {

namespace {

// LaneShape holds numbers of at most so many bits.
constexpr unsigned kWidest = LaneShape::kAllBits;
// i1 and the like count as numbers only by accident.
constexpr unsigned kNarrowest = 8;

unsigned widthOf(const Value &value, const DataLayout &layout) {
  return static_cast<unsigned>(layout.getTypeSizeInBits(value.getType()).getFixedValue());
}

// The result where both operands are known in each lane.
LaneShape folded(const BinaryOperator &operation, const LaneShape &a, const LaneShape &b, unsigned width) {
  std::array<std::uint64_t, LaneShape::kLanes> values;
  Type *type = operation.getType();
  for (unsigned lane = 0; lane < LaneShape::kLanes; ++lane) {
    auto *result = dyn_cast_or_null<ConstantInt>(
        ConstantFoldBinaryInstruction(operation.getOpcode(), ConstantInt::get(type, a.valueOf(lane, width)),
                                      ConstantInt::get(type, b.valueOf(lane, width))));
    if (!result)
      return LaneShape::ofEquals(a, b);
    values[lane] = result->getZExtValue();
  }
  return LaneShape::constants(values, width);
}

LaneShape comparedConstants(const ICmpInst &comparison, const LaneShape &left, const LaneShape &right,
                            unsigned width) {
  auto holds = [&](unsigned lane) {
    return ICmpInst::compare(APInt(width, left.valueOf(lane, width)),
                             APInt(width, right.valueOf(lane, width)), comparison.getPredicate());
  };
  for (unsigned lane = 1; lane < LaneShape::kLanes; ++lane)
    if (holds(lane) != holds(0))
      return LaneShape::varying();
  return LaneShape::uniform();
}

// The zeros at the end of the first number on the upper side of a bound: `x > 63` and `x <= 63` are about 64.
unsigned trailingZerosOfBound(ICmpInst::Predicate predicate, const LaneShape &bound, unsigned width) {
  switch (predicate) {
  case ICmpInst::ICMP_ULT:
  case ICmpInst::ICMP_UGE:
  case ICmpInst::ICMP_SLT:
  case ICmpInst::ICMP_SGE:
    return bound.trailingZeros();
  case ICmpInst::ICMP_UGT:
  case ICmpInst::ICMP_ULE:
  case ICmpInst::ICMP_SGT:
  case ICmpInst::ICMP_SLE: {
    const bool is_known = bound.isConstant() && width <= kWidest;
    const APInt last = is_known ? APInt(width, bound.valueOf(0, width)) : APInt(width, 0);
    const bool is_greatest = ICmpInst::isSigned(predicate) ? last.isMaxSignedValue() : last.isMaxValue();
    return is_known && !is_greatest ? (last + 1).countr_zero() : 0;
  }
  default:
    return 0;
  }
}

} // namespace

LaneShape shapeOfArithmetic(const BinaryOperator &operation, const LaneShape &a, const LaneShape &b) {
  if (!a.isKnown() || !b.isKnown())
    return {};
  const unsigned width = operation.getType()->getScalarSizeInBits();
  if (width > kWidest || width < kNarrowest)
    return LaneShape::ofEquals(a, b);
  if (a.isConstant() && b.isConstant() && !(a.isUniform() && b.isUniform()))
    return folded(operation, a, b, width);
  auto *wraps = dyn_cast<OverflowingBinaryOperator>(&operation);
  const bool nsw = wraps && wraps->hasNoSignedWrap(), nuw = wraps && wraps->hasNoUnsignedWrap();
  const bool by_constant = b.isConstant() && b.isUniform() && b.low() < width;
  switch (operation.getOpcode()) {
  case Instruction::Add:
    return LaneShape::add(a, b, width, nsw, nuw);
  case Instruction::Sub:
    return LaneShape::subtract(a, b, width, nsw, nuw);
  case Instruction::Mul:
    return LaneShape::multiply(a, b, width, nsw, nuw);
  case Instruction::Shl:
    if (!by_constant)
      break;
    return LaneShape::multiply(a, LaneShape::uniform(LaneShape::kAllBits, std::uint64_t{1} << b.low()), width,
                               nsw && b.low() + 1 < width, nuw);
  case Instruction::LShr:
  case Instruction::AShr:
    if (!by_constant)
      break;
    return a.shiftedRight(static_cast<unsigned>(b.low()), width, operation.getOpcode() == Instruction::AShr);
  case Instruction::And:
    return LaneShape::bitwise(LaneShape::Bitwise::kAnd, a, b, width);
  case Instruction::Or: {
    LaneShape shape = LaneShape::bitwise(LaneShape::Bitwise::kOr, a, b, width);
    if (!shape.isScalar() && cast<PossiblyDisjointInst>(operation).isDisjoint())
      return LaneShape::add(a, b, width, true, true);
    return shape;
  }
  case Instruction::Xor:
    return LaneShape::bitwise(LaneShape::Bitwise::kXor, a, b, width);
  default:
    break;
  }
  return LaneShape::ofEquals(a, b);
}

LaneShape shapeOfComparison(const ICmpInst &comparison, LaneShape left, LaneShape right) {
  if (!left.isKnown() || !right.isKnown())
    return {};
  const unsigned width = widthOf(*comparison.getOperand(0), comparison.getDataLayout());
  if (left.isConstant() && right.isConstant() && width <= kWidest)
    return comparedConstants(comparison, left, right, width);
  ICmpInst::Predicate predicate = comparison.getPredicate();
  if (left.isUniform() && !right.isUniform()) {
    std::swap(left, right);
    predicate = ICmpInst::getSwappedPredicate(predicate);
  }
  // threadIdx.x < 64: lanes that differ only in their low bits lie on one side of an aligned bound.
  const auto bits = left.varyingBits();
  if (right.isUniform() && bits && *bits < width && trailingZerosOfBound(predicate, right, width) >= *bits)
    return LaneShape::uniform();
  return LaneShape::ofEquals(left, right);
}

LaneShape shapeOfResized(const CastInst &cast, const LaneShape &operand) {
  const DataLayout &layout = cast.getDataLayout();
  const unsigned from = widthOf(*cast.getOperand(0), layout), to = widthOf(cast, layout);
  if (!cast.getType()->isIntegerTy() || (!operand.isUniform() && std::min(from, to) < kNarrowest) ||
      std::max(from, to) > kWidest)
    return LaneShape::ofEquals(LaneShape::uniform(), operand);
  switch (cast.getOpcode()) {
  case Instruction::SExt:
    return operand.extended(from, to, /*is_signed=*/true, false);
  case Instruction::ZExt:
    return operand.extended(from, to, /*is_signed=*/false, cast.hasNonNeg());
  default:
    return operand.truncated(to);
  }
}

} // namespace raddle::analysis
