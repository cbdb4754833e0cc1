#include "vectorize/widen/plan/lane_sides.h"

#include "vectorize/widen/plan/plan_context.h"

#include "nvvm/runtime_functions.h"
#include "vectorize/reshape/lanes/call_effects.h"

#include <algorithm>
#include <array>
#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

// So many values, and so long chains of operations, are looked at.
constexpr unsigned kMostLookedAt = 64, kDeepest = 6;

using Lanes = std::uint32_t;

// What a condition is, or a number that is 0 or 1, without its negations, each of which turns `holds`.
const Value *plainCondition(const Value *condition, bool &holds) {
  for (unsigned depth = 0; depth < kDeepest; ++depth) {
    const Value *inner = nullptr;
    if (match(condition, m_Not(m_Value(inner))) ||
        match(condition, m_SpecificICmp(ICmpInst::ICMP_EQ, m_Value(inner), m_Zero())))
      holds = !holds;
    else if (!match(condition, m_ZExt(m_Value(inner))) && !match(condition, m_Trunc(m_Value(inner))) &&
             !match(condition, m_And(m_Value(inner), m_One())) &&
             !match(condition, m_SpecificICmp(ICmpInst::ICMP_NE, m_Value(inner), m_Zero())))
      break;
    condition = inner;
  }
  return condition;
}

// Whether a number is made of the thread's indices, and what else is no thread's own.
bool isOfThread(const Value *value, unsigned depth = 0) {
  if (auto *call = dyn_cast<CallInst>(value))
    return analysis::threadFieldOffset(*call) >= 0;
  if (auto *load = dyn_cast<LoadInst>(value))
    return load->hasMetadata(LLVMContext::MD_invariant_load);
  return depth < kDeepest && isa<BinaryOperator, CastInst>(value) &&
         all_of(cast<Instruction>(value)->operands(), [&](const Value *operand) {
           return isa<ConstantInt, Argument>(operand) || isOfThread(operand, depth + 1);
         });
}

// What a value is in each lane, where that is known. The low bits of a thread's number are taken for the lane's.
using LaneValues = std::array<std::uint64_t, kLanes>;
std::optional<LaneValues> valuesOf(const Value *value, const analysis::LaneShapes &shapes,
                                   unsigned depth = 0) {
  if (!value->getType()->isIntegerTy() || depth > kDeepest)
    return {};
  const unsigned width = value->getType()->getIntegerBitWidth();
  LaneValues values;
  auto compute = [&](auto ofLane) {
    for (unsigned lane = 0; lane < kLanes; ++lane)
      values[lane] = std::uint64_t{ofLane(lane)} & maskTrailingOnes<std::uint64_t>(width);
    return values;
  };
  if (width > 64)
    return {};
  if (const analysis::LaneShape shape = shapes.of(value); shape.isConstant())
    return compute([&](unsigned lane) { return shape.valueOf(lane, width); });
  if (auto *constant = dyn_cast<ConstantInt>(value))
    return compute([&](unsigned) { return constant->getZExtValue(); });
  if (auto *cast = dyn_cast<CastInst>(value); cast && isa<ZExtInst, TruncInst>(cast)) {
    const auto inner = valuesOf(cast->getOperand(0), shapes, depth + 1);
    if (inner)
      return compute([&](unsigned lane) { return (*inner)[lane]; });
    return {};
  }
  const APInt *bits = nullptr;
  const Value *number = nullptr;
  const bool is_masked =
      match(value, m_And(m_Value(number), m_APInt(bits))) && bits->ult(kLanes) && isOfThread(number);
  if (!isa<BinaryOperator, ICmpInst>(value))
    return {};
  auto *operation = cast<Instruction>(value);
  const auto first = valuesOf(operation->getOperand(0), shapes, depth + 1);
  if (!first && is_masked)
    return compute([&](unsigned lane) { return lane & bits->getZExtValue(); });
  const auto second = valuesOf(operation->getOperand(1), shapes, depth + 1);
  if (!first || !second)
    return {};
  const unsigned operand_width = operation->getOperand(0)->getType()->getIntegerBitWidth();
  if (auto *comparison = dyn_cast<ICmpInst>(operation))
    return compute([&](unsigned lane) {
      return ICmpInst::compare(APInt(operand_width, (*first)[lane]), APInt(operand_width, (*second)[lane]),
                               comparison->getPredicate());
    });
  switch (operation->getOpcode()) {
  case Instruction::And:
    return compute([&](unsigned lane) { return (*first)[lane] & (*second)[lane]; });
  case Instruction::Or:
    return compute([&](unsigned lane) { return (*first)[lane] | (*second)[lane]; });
  case Instruction::Xor:
    return compute([&](unsigned lane) { return (*first)[lane] ^ (*second)[lane]; });
  case Instruction::Shl:
    return compute([&](unsigned lane) { return (*first)[lane] << ((*second)[lane] & 63); });
  case Instruction::LShr:
    return compute([&](unsigned lane) { return (*first)[lane] >> ((*second)[lane] & 63); });
  default:
    return {};
  }
}

// The lanes for which a condition holds, where that is known.
std::optional<Lanes> lanesWith(const Value *condition, const analysis::LaneShapes &shapes) {
  const std::optional<LaneValues> holds = valuesOf(condition, shapes);
  if (!holds)
    return {};
  Lanes lanes = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    lanes |= Lanes{(*holds)[lane] != 0} << lane;
  return lanes;
}

bool areSame(const Value *first, bool first_holds, const Value *second, bool second_holds) {
  first = plainCondition(first, first_holds);
  second = plainCondition(second, second_holds);
  if (first == second)
    return first_holds == second_holds;
  auto *one = dyn_cast<ICmpInst>(first), *other = dyn_cast<ICmpInst>(second);
  return one && other && std::equal(one->op_begin(), one->op_end(), other->op_begin()) &&
         one->getPredicate() ==
             (first_holds == second_holds ? other->getPredicate() : other->getInversePredicate());
}

const CallInst *asVote(const Value *value) {
  return nvvm::isCallOf(*value, nvvm::Runtime::raddle_vote_ballot) ? cast<CallInst>(value) : nullptr;
}

class Side {
public:
  Side(const Value *condition, bool holds, const analysis::LaneShapes &shapes)
      : condition_(condition), holds_(holds), shapes_(shapes), lanes_(lanesWith(condition, shapes)) {
    if (lanes_ && !holds)
      lanes_ = ~*lanes_;
  }

  bool holdsAllOf(const Value *mask) {
    if (isFromVote(mask))
      return true;
    if (!lanes_)
      return false;
    looked_at_ = 0;
    const Named named = namedBy(mask);
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if ((*lanes_ >> lane & 1) && (named[lane] & ~*lanes_))
        return false;
    return true;
  }

private:
  bool isFromVote(const Value *mask) {
    if (++looked_at_ > kMostLookedAt)
      return false;
    auto isFrom = [&](const Value *value) { return isFromVote(value); };
    if (const CallInst *vote = asVote(mask))
      return areSame(vote->getArgOperand(2), true, condition_, holds_) || isFromVote(maskOfOperation(*vote));
    const Value *others = nullptr;
    if (match(mask, m_Not(m_Value(others))))
      if (const CallInst *vote = asVote(others))
        return areSame(vote->getArgOperand(2), false, condition_, holds_);
    if (auto *operation = dyn_cast<BinaryOperator>(mask))
      return operation->getOpcode() == Instruction::And  ? any_of(operation->operands(), isFrom)
             : operation->getOpcode() == Instruction::Or ? all_of(operation->operands(), isFrom)
                                                         : false;
    if (auto *select = dyn_cast<SelectInst>(mask))
      return isFrom(select->getTrueValue()) && isFrom(select->getFalseValue());
    if (auto *phi = dyn_cast<PHINode>(mask)) {
      // What is on its way around a loop is, if all else is.
      if (is_contained(around_, phi))
        return true;
      around_.push_back(phi);
      const bool are_from = all_of(phi->incoming_values(), isFrom);
      around_.pop_back();
      return are_from;
    }
    return false;
  }

  // The most lanes that each lane's mask may name.
  using Named = std::array<Lanes, kLanes>;
  Named namedBy(const Value *mask) {
    Named named;
    named.fill(~Lanes{0});
    if (++looked_at_ > kMostLookedAt)
      return named;
    if (const std::optional<LaneValues> values = valuesOf(mask, shapes_)) {
      std::copy(values->begin(), values->end(), named.begin());
      return named;
    }
    if (auto *operation = dyn_cast<BinaryOperator>(mask)) {
      if (operation->getOpcode() != Instruction::And && operation->getOpcode() != Instruction::Or)
        return named;
      const Named first = namedBy(operation->getOperand(0)), second = namedBy(operation->getOperand(1));
      for (unsigned lane = 0; lane < kLanes; ++lane)
        named[lane] = operation->getOpcode() == Instruction::And ? first[lane] & second[lane]
                                                                 : first[lane] | second[lane];
      return named;
    }
    if (const CallInst *vote = asVote(mask)) {
      named = namedBy(maskOfOperation(*vote));
      if (const std::optional<Lanes> voted = lanesWith(vote->getArgOperand(2), shapes_))
        for (Lanes &lanes : named)
          lanes &= *voted;
    }
    return named;
  }

  const Value *condition_;
  bool holds_;
  const analysis::LaneShapes &shapes_;
  std::optional<Lanes> lanes_;
  SmallVector<const PHINode *, 4> around_;
  unsigned looked_at_ = 0;
};

} // namespace

bool namesOneSide(const Value *mask, const Value *condition, bool holds, const analysis::LaneShapes &shapes) {
  return Side(condition, holds, shapes).holdsAllOf(mask);
}

} // namespace raddle::vectorize
