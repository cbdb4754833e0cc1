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

#include <llvm/IR/ConstantRange.h>

#include <optional>
#include <utility>

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

// What lanes have voted for that are named by the mask if they have voted as the lane itself.
std::optional<Bit> sideOfVote(const Value &mask, const analysis::LaneShapes &shapes) {
  const Value *one = nullptr, *other = nullptr, *condition = nullptr;
  if (match(&mask, m_Xor(m_Value(one), m_Value(other)))) {
    const DataLayout &layout = cast<Instruction>(mask).getDataLayout();
    for (auto [vote, turned] : {std::pair(one, other), std::pair(other, one)})
      if (const auto bit = votedBit(*vote, shapes); bit && isAllUnless(*turned, *bit, layout))
        return bit;
    return std::nullopt;
  }
  if (!match(&mask, m_Select(m_Value(condition), m_Value(one), m_Value(other))))
    return std::nullopt;
  if (match(other, m_Not(m_Specific(one)))) {
    const auto bit = votedBit(*one, shapes);
    return bit && isDecidedBy(*condition, *bit) ? bit : std::nullopt;
  }
  if (match(one, m_Not(m_Specific(other)))) {
    const auto bit = votedBit(*other, shapes);
    return bit && isDecidedBy(*condition, bit->opposite()) ? bit : std::nullopt;
  }
  return std::nullopt;
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
         nvvm::isCallOf(mask, Runtime::raddle_match_any_64) || sideOfVote(mask, shapes).has_value();
}

// Bits of a value in which lanes of different groups differ.
struct GroupKey {
  const Value *value;
  std::uint64_t bits;
};

// That of the groups which a mask names as a whole.
std::optional<GroupKey> keyOf(const Value &mask, const analysis::LaneShapes &shapes) {
  const Value *one = nullptr, *other = nullptr;
  if (nvvm::isCallOf(mask, Runtime::raddle_match_any_32) ||
      nvvm::isCallOf(mask, Runtime::raddle_match_any_64)) {
    auto &match_any = cast<CallInst>(mask);
    return shapes.isUniform(match_any.getArgOperand(1))
               ? std::optional(GroupKey{match_any.getArgOperand(2), ~std::uint64_t{0}})
               : std::nullopt;
  }
  if (const auto side = sideOfVote(mask, shapes); side && side->number < 64)
    return GroupKey{side->value, std::uint64_t{1} << side->number};
  if (!match(&mask, m_And(m_Value(one), m_Value(other))))
    return std::nullopt;
  const auto key = keyOf(*one, shapes), other_key = keyOf(*other, shapes);
  return key && other_key && key->value == other_key->value
             ? std::optional(GroupKey{key->value, key->bits | other_key->bits})
             : std::nullopt;
}

// Whether numbers differ where those bits of the key's value do: a number is that value, or some bits of it, perhaps with
// something added that is the same for all lanes.
bool showsKey(const Value &number, const GroupKey &key, const analysis::LaneShapes &shapes) {
  const Value *value = &number, *inner = nullptr, *added = nullptr;
  const APInt *mask = nullptr, *distance = nullptr;
  std::uint64_t shown = ~std::uint64_t{0}; // bits of `value` that the number has
  for (unsigned step = 0; step < kMostSteps && value != key.value; ++step) {
    const unsigned width = value->getType()->getScalarSizeInBits();
    if (width > 64)
      return false;
    if (match(value, m_Trunc(m_Value(inner))))
      shown &= maskTrailingOnes<std::uint64_t>(width);
    else if (match(value, m_And(m_Value(inner), m_APInt(mask))))
      shown &= mask->getZExtValue();
    else if (match(value, m_LShr(m_Value(inner), m_APInt(distance))) && distance->ult(width))
      shown <<= distance->getZExtValue();
    else if (match(value, m_Add(m_Value(inner), m_Value(added))) && shapes.isUniform(added) &&
             isMask_64(shown))
      ; // the lowest bits of a sum depend on those of the numbers
    else if (!match(value, m_ZExtOrSExt(m_Value(inner))))
      return false;
    value = inner;
  }
  return value == key.value && (key.bits & ~shown) == 0;
}

// The mask that a number is computed from, if nothing else in it differs between lanes; `mask` is what has been found before.
bool isMadeOfMask(const Value &number, const analysis::LaneShapes &shapes, const Value *&mask,
                  unsigned steps = kMostSteps) {
  if (shapes.isUniform(&number))
    return true;
  if (keyOf(number, shapes)) {
    const bool is_first = !std::exchange(mask, mask ? mask : &number);
    return is_first || mask == &number;
  }
  auto *operation = dyn_cast<Instruction>(&number);
  auto *intrinsic = dyn_cast<IntrinsicInst>(&number);
  const bool counts_bits = intrinsic && is_contained({Intrinsic::ctlz, Intrinsic::cttz, Intrinsic::ctpop},
                                                     intrinsic->getIntrinsicID());
  return operation && steps > 0 &&
         (counts_bits || isa<BinaryOperator, CastInst, ICmpInst, SelectInst>(operation)) &&
         all_of(counts_bits ? intrinsic->args() : operation->operands(),
                [&](const Value *operand) { return isMadeOfMask(*operand, shapes, mask, steps - 1); });
}

// Whether no two lanes have the same number.
bool isOfOneLaneEach(const Value &number, const analysis::LaneShapes &shapes) {
  const analysis::LaneShape &shape = shapes.of(&number);
  if (shape.isVarying())
    return false;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    for (unsigned other = 0; other < lane; ++other)
      if (shape.offset(lane) == shape.offset(other))
        return false;
  return true;
}

// The mask of groups of which a condition holds for one lane at most.
const Value *maskOfLeaders(const Value &condition, const analysis::LaneShapes &shapes) {
  const Value *one = nullptr, *other = nullptr;
  ICmpInst::Predicate predicate;
  if (!match(&condition, m_ICmp(predicate, m_Value(one), m_Value(other))) || predicate != ICmpInst::ICMP_EQ)
    return nullptr;
  // lane == 31 - __clz(peers): all lanes of a group have one leader.
  for (auto [lane, leader] : {std::pair(one, other), std::pair(other, one)})
    if (const Value *mask = nullptr;
        isOfOneLaneEach(*lane, shapes) && isMadeOfMask(*leader, shapes, mask) && mask)
      return mask;
  // __popc(peers & lanes below this one) == 0.
  const Value *mask = nullptr, *below = nullptr;
  if (!match(one, m_c_And(m_Value(mask), m_Value(below))) || !match(other, m_Zero()))
    return nullptr;
  if (!keyOf(*mask, shapes))
    std::swap(mask, below);
  const analysis::LaneShape &shape = shapes.of(below);
  if (!keyOf(*mask, shapes) || !shape.isConstant())
    return nullptr;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (shape.valueOf(lane, kLanes) != maskTrailingOnes<std::uint64_t>(lane))
      return nullptr;
  return mask;
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

bool differsBetweenLanes(const Value &address, const Instruction &instruction,
                         const analysis::LaneShapes &shapes) {
  // Leaders of a few branches up, as of one that asks for more.
  constexpr unsigned kMostBranches = 4;
  auto *place = dyn_cast<GetElementPtrInst>(&address);
  if (!place || !shapes.isUniform(place->getPointerOperand()))
    return false;
  const Value *index = nullptr;
  for (const Use &operand : place->indices())
    if (!shapes.isUniform(operand.get())) {
      if (index)
        return false;
      index = operand.get();
    }
  const BasicBlock *block = instruction.getParent();
  for (unsigned step = 0; index && step < kMostBranches; ++step) {
    const BasicBlock *before = block->getSinglePredecessor();
    if (!before)
      return false;
    auto *branch = dyn_cast<BranchInst>(before->getTerminator());
    if (branch && branch->isConditional() && branch->getSuccessor(0) == block &&
        branch->getSuccessor(1) != block)
      if (const Value *mask = maskOfLeaders(*branch->getCondition(), shapes))
        return showsKey(*index, *keyOf(*mask, shapes), shapes);
    block = before;
  }
  return false;
}

} // namespace raddle::vectorize
