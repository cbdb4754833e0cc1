// Lanes with equal digits are found by a vote for each bit:
//
//   peers = ~0u;
//   for (int bit = 0; bit < 8; ++bit) {
//     unsigned vote = __ballot_sync(~0u, digit >> bit & 1);
//     peers &= digit >> bit & 1 ? vote : ~vote;              the lanes that have voted as this one has
//   }
//
// Each vote divides the warp in two, and a lane has the mask of its side. Masks of groups whose lanes are in the same groups of
// both are again masks of groups.

#include "vectorize/widen/plan/lane_groups.h"

#include "nvvm/runtime_functions.h"
#include "vectorize/widen/plan/plan_context.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

// Conversions, shifts and tests between a bit and a condition that says whether it is set.
constexpr unsigned kMostSteps = 8;

// A bit of a value, or its opposite.
struct Bit {
  const Value *value;
  std::uint64_t number;
  bool is_opposite;

  bool operator==(const Bit &) const = default;
  Bit opposite() const { return {value, number, !is_opposite}; }
};

// The bit that decides whether `value` is not zero, if there is one.
std::optional<Bit> decidingBit(const Value &value, unsigned steps = kMostSteps) {
  const Value *inner = nullptr;
  const APInt *bit = nullptr, *distance = nullptr;
  ICmpInst::Predicate predicate;
  if (steps == 0 || !value.getType()->isIntegerTy())
    return std::nullopt;
  const unsigned width = value.getType()->getIntegerBitWidth();
  if (match(&value, m_ZExtOrSExt(m_Value(inner))))
    return decidingBit(*inner, steps - 1);
  if (match(&value, m_Not(m_Value(inner))) && width == 1) {
    const auto found = decidingBit(*inner, steps - 1);
    return found ? std::optional(found->opposite()) : std::nullopt;
  }
  if (match(&value, m_ICmp(predicate, m_Value(inner), m_Zero())) && ICmpInst::isEquality(predicate)) {
    const auto found = decidingBit(*inner, steps - 1);
    return found && predicate == ICmpInst::ICMP_EQ ? std::optional(found->opposite()) : found;
  }
  const auto sign = [&](bool is_opposite) {
    return Bit{inner, inner->getType()->getIntegerBitWidth() - 1ull, is_opposite};
  };
  if (match(&value, m_ICmp(predicate, m_Value(inner), m_Zero())) && predicate == ICmpInst::ICMP_SLT)
    return sign(false);
  if (match(&value, m_ICmp(predicate, m_Value(inner), m_AllOnes())) && predicate == ICmpInst::ICMP_SGT)
    return sign(true);
  if (match(&value, m_And(m_LShr(m_Value(inner), m_APInt(distance)), m_Power2(bit))) && distance->ult(width))
    return Bit{inner, bit->logBase2() + distance->getZExtValue(), false};
  if (match(&value, m_And(m_Value(inner), m_Power2(bit))))
    return Bit{inner, bit->logBase2(), false};
  if (match(&value, m_LShr(m_And(m_Value(inner), m_Power2(bit)), m_APInt(distance))) &&
      distance->ule(bit->logBase2()))
    return Bit{inner, bit->logBase2(), false};
  if (match(&value, m_LShr(m_Value(inner), m_SpecificInt(width - 1))))
    return Bit{inner, width - 1, false};
  if (match(&value, m_Trunc(m_LShr(m_Value(inner), m_APInt(distance)))) && width == 1)
    return Bit{inner, distance->getZExtValue(), false};
  if (match(&value, m_Trunc(m_Value(inner))) && width == 1)
    return Bit{inner, 0, false};
  return width == 1 ? std::optional(Bit{&value, 0, false}) : std::nullopt;
}

// Whether of two comparisons always one holds, and the other does not.
bool areOpposite(const Value &one, const Value &other) {
  ICmpInst::Predicate predicate, other_predicate;
  const Value *value = nullptr, *bound = nullptr;
  const APInt *number = nullptr, *other_number = nullptr;
  if (match(&one, m_ICmp(predicate, m_Value(value), m_APInt(number))) &&
      match(&other, m_ICmp(other_predicate, m_Specific(value), m_APInt(other_number))))
    return ConstantRange::makeExactICmpRegion(predicate, *number).inverse() ==
           ConstantRange::makeExactICmpRegion(other_predicate, *other_number);
  return match(&one, m_ICmp(predicate, m_Value(value), m_Value(bound))) &&
         match(&other, m_ICmp(other_predicate, m_Specific(value), m_Specific(bound))) &&
         predicate == ICmpInst::getInversePredicate(other_predicate);
}

bool isDecidedBy(const Value &value, const Bit &bit) {
  const auto found = decidingBit(value);
  return found &&
         (*found == bit || (found->is_opposite != bit.is_opposite && areOpposite(*found->value, *bit.value)));
}

// Whether all bits of `value` are set where `bit` is not, and none where it is.
bool isAllUnless(const Value &value, const Bit &bit, const DataLayout &layout) {
  const Value *inner = nullptr;
  if (match(&value, m_SExt(m_Value(inner))) && inner->getType()->isIntegerTy(1))
    return isDecidedBy(*inner, bit.opposite());
  const auto is_flag = [&] { return computeKnownBits(inner, layout).getMaxValue().ule(1); };
  if (match(&value, m_Add(m_Value(inner), m_AllOnes())) && is_flag())
    return isDecidedBy(*inner, bit);
  if (match(&value, m_Neg(m_Value(inner))) && is_flag())
    return isDecidedBy(*inner, bit.opposite());
  if (match(&value, m_Select(m_Value(inner), m_Zero(), m_AllOnes())))
    return isDecidedBy(*inner, bit);
  if (match(&value, m_Select(m_Value(inner), m_AllOnes(), m_Zero())))
    return isDecidedBy(*inner, bit.opposite());
  return false;
}

// The bit that decides what a lane votes for; none where lanes vote in several groups.
std::optional<Bit> votedBit(const Value &vote, const analysis::LaneShapes &shapes) {
  return nvvm::isCallOf(vote, Runtime::raddle_vote_ballot) && shapes.of(&vote).isUniform()
             ? decidingBit(*cast<CallInst>(vote).getArgOperand(2))
             : std::nullopt;
}

// Whether the mask names the lanes that have voted as the lane itself.
bool isOwnSideOfVote(const Value &mask, const analysis::LaneShapes &shapes) {
  const Value *one = nullptr, *other = nullptr, *condition = nullptr;
  if (match(&mask, m_Xor(m_Value(one), m_Value(other)))) {
    const DataLayout &layout = cast<Instruction>(mask).getDataLayout();
    for (auto [vote, turned] : {std::pair(one, other), std::pair(other, one)})
      if (const auto bit = votedBit(*vote, shapes); bit && isAllUnless(*turned, *bit, layout))
        return true;
    return false;
  }
  if (!match(&mask, m_Select(m_Value(condition), m_Value(one), m_Value(other))))
    return false;
  if (match(other, m_Not(m_Specific(one)))) {
    const auto bit = votedBit(*one, shapes);
    return bit && isDecidedBy(*condition, *bit);
  }
  if (match(one, m_Not(m_Specific(other)))) {
    const auto bit = votedBit(*other, shapes);
    return bit && isDecidedBy(*condition, bit->opposite());
  }
  return false;
}

bool namesGroup(const Value &mask, const analysis::LaneShapes &shapes) {
  const analysis::LaneShape &shape = shapes.of(&mask);
  if (shape.isUniform())
    return true;
  if (shape.isConstant()) {
    for (unsigned lane = 0; lane < kLanes; ++lane)
      for (unsigned other = 0; other < kLanes; ++other)
        if ((shape.valueOf(lane, kLanes) >> other & 1) &&
            shape.valueOf(lane, kLanes) != shape.valueOf(other, kLanes))
          return false;
    return true;
  }
  return nvvm::isCallOf(mask, Runtime::raddle_match_any_32) ||
         nvvm::isCallOf(mask, Runtime::raddle_match_any_64) || isOwnSideOfVote(mask, shapes);
}

} // namespace

// What leaves a loop is a phi: lanes have a mask at the same time if they have computed it together.
bool formsGroups(const Value &mask, const analysis::LaneShapes &shapes) {
  if (namesGroup(mask, shapes))
    return true;
  const Value *one = nullptr, *other = nullptr;
  return match(&mask, m_And(m_Value(one), m_Value(other))) && formsGroups(*one, shapes) &&
         formsGroups(*other, shapes);
}

} // namespace raddle::vectorize
