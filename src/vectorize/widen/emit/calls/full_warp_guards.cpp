// Tests whether all lanes of a full warp go the same way (see marker::kFullWarp).

#include "vectorize/widen/emit/calls/calls.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

// i < n holds for all lanes where it holds for the one with the largest i. Where it is not promised that i does
// not wrap from lane to lane, that is looked at too.
Value *holdsForLastLane(WarpBuilder &warp, const Value *condition, bool holds_so) {
  auto *compare = dyn_cast<ICmpInst>(condition);
  if (!compare || !compare->isRelational() || !compare->getOperand(0)->getType()->isIntegerTy())
    return nullptr;
  Value *count = compare->getOperand(0), *bound = compare->getOperand(1);
  ICmpInst::Predicate predicate = holds_so ? compare->getPredicate() : compare->getInversePredicate();
  if (warp.isUniform(count)) {
    std::swap(count, bound);
    predicate = ICmpInst::getSwappedPredicate(predicate);
  }
  const analysis::LaneShape shape = warp.shapes.of(count);
  if (!warp.isUniform(bound) || !shape.isScalar() || !shape.stride())
    return nullptr;
  const bool is_signed = ICmpInst::isSigned(predicate), grows = *shape.stride() > 0,
             bounded_above = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
  const unsigned width = count->getType()->getIntegerBitWidth();
  const std::int64_t to_last = *shape.stride() * (kLanes - 1);
  Value *first = warp.scalar(count);
  Value *holds = warp.getTrue();
  if (!(is_signed ? shape.holdsSigned() : shape.holdsUnsigned())) {
    if (!grows || !bounded_above || !isIntN(width - 1, to_last))
      return nullptr;
    const APInt largest = is_signed ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
    auto atMost = [&](const APInt &limit) {
      return warp.CreateICmp(is_signed ? ICmpInst::ICMP_SLE : ICmpInst::ICMP_ULE, first,
                             ConstantInt::get(count->getType(), limit));
    };
    const APInt distance(width, static_cast<std::uint64_t>(to_last));
    // A bound that is known says both at once.
    auto *known = dyn_cast<ConstantInt>(bound);
    if (known && ICmpInst::isLE(predicate) && known->getValue().isNonNegative() &&
        known->getValue().uge(distance))
      return atMost(known->getValue() - distance);
    holds = atMost(largest - distance);
  }
  const std::int64_t distance = grows == bounded_above ? to_last : 0;
  Value *last = warp.CreateAdd(first, ConstantInt::getSigned(count->getType(), distance));
  return warp.CreateAnd(holds, warp.CreateICmp(predicate, last, warp.scalar(bound)));
}

// Whether it is `holds` for all lanes, where that takes no vector to find out; else null.
Value *isForAllLanes(WarpBuilder &warp, Value *condition, bool holds) {
  Value *first = nullptr, *second = nullptr;
  if (warp.isUniform(condition))
    return holds ? warp.scalar(condition) : warp.CreateNot(warp.scalar(condition));
  if (match(condition, m_Not(m_Value(first))))
    return isForAllLanes(warp, first, !holds);
  if (holds ? match(condition, m_LogicalAnd(m_Value(first), m_Value(second)))
            : match(condition, m_LogicalOr(m_Value(first), m_Value(second)))) {
    Value *is_first = isForAllLanes(warp, first, holds),
          *is_second = is_first ? isForAllLanes(warp, second, holds) : nullptr;
    return is_second ? warp.CreateLogicalAnd(is_first, is_second) : nullptr;
  }
  return holdsForLastLane(warp, condition, holds);
}

} // namespace

Value *someLaneDecides(WarpBuilder &warp, const Value &condition, bool holds) {
  auto *compare = dyn_cast<ICmpInst>(&condition);
  if (!compare || !compare->getOperand(0)->getType()->isIntegerTy())
    return nullptr;
  Value *count = compare->getOperand(0), *bound = compare->getOperand(1);
  if (warp.isUniform(count))
    std::swap(count, bound);
  const analysis::LaneShape shape = warp.shapes.of(count);
  if (!warp.isUniform(bound) || !shape.isScalar() || !shape.stride())
    return nullptr;
  if (compare->isRelational()) {
    // Only where the count does not wrap is it known of no lane, too.
    if (!(compare->isSigned() ? shape.holdsSigned() : shape.holdsUnsigned()))
      return nullptr;
    Value *none = holdsForLastLane(warp, &condition, !holds);
    return none ? warp.CreateNot(none) : nullptr;
  }
  if (shape.stride() != 1 || (compare->getPredicate() == ICmpInst::ICMP_EQ) != holds)
    return nullptr;
  return warp.CreateICmpULT(warp.CreateSub(warp.scalar(bound), warp.scalar(count)),
                            ConstantInt::get(count->getType(), kLanes));
}

void emitFullWarpTest(WarpBuilder &warp, CallInst &call) {
  Value *condition = call.getArgOperand(0);
  if (Value *holds = warp.isFull(warp.mask) ? isForAllLanes(warp, condition, true) : nullptr)
    return warp.define(call, holds);
  Value *lanes = warp.CreateAnd(warp.mask, warp.vector(condition));
  warp.define(call, warp.CreateICmpEQ(warp.bits(lanes), Constant::getAllOnesValue(warp.getInt32Ty())));
}

} // namespace raddle::vectorize
