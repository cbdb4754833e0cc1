#include "vectorize/widen/plan/lane_masks.h"

#include "nvvm/runtime_functions.h"
#include "vectorize/reshape/lanes/call_effects.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

// So long chains of operations are looked at.
constexpr unsigned kDeepest = 64;
// So often masks that depend on each other, around loops, are looked at.
constexpr unsigned kMostRounds = 64;
// The number of what is on its way around a loop, where it does not matter, and of lanes that are where they are.
constexpr unsigned kMost = std::numeric_limits<unsigned>::max() / 2;

// Parts of masks that lanes have come by count more than all lanes that a constant may lack.
constexpr unsigned kPart = 64;

// The mask of which the result of a vote or a comparison of values is a part; or null.
const Value *maskOfPart(const Value *value) {
  const bool is_part = isCallOf(*value, Runtime::raddle_vote_ballot) ||
                       isCallOf(*value, Runtime::raddle_match_any_32) ||
                       isCallOf(*value, Runtime::raddle_match_any_64);
  return is_part ? maskOfOperation(*cast<CallInst>(value)) : nullptr;
}

class Parts {
public:
  explicit Parts(const Value *whole) : whole_(whole) {}

  bool contain(const Value *part) {
    if (part == whole_)
      return true;
    if (++looked_at_ > kDeepest)
      return false;
    auto isPart = [&](const Value *value) { return contain(value); };
    if (auto *operation = dyn_cast<BinaryOperator>(part)) {
      const auto operands = operation->operands();
      return operation->getOpcode() == Instruction::And  ? any_of(operands, isPart)
             : operation->getOpcode() == Instruction::Or ? all_of(operands, isPart)
                                                         : false;
    }
    if (auto *select = dyn_cast<SelectInst>(part))
      return isPart(select->getTrueValue()) && isPart(select->getFalseValue());
    if (auto *phi = dyn_cast<PHINode>(part)) {
      // What is on its way around a loop is a part if all else is.
      if (is_contained(around_, phi))
        return true;
      around_.push_back(phi);
      const bool are_parts = all_of(phi->incoming_values(), isPart);
      around_.pop_back();
      return are_parts;
    }
    if (const Value *mask = maskOfPart(part))
      return isPart(mask);
    auto *some = dyn_cast<ConstantInt>(part), *all = dyn_cast<ConstantInt>(whole_);
    return some && all && some->getValue().isSubsetOf(all->getValue());
  }

private:
  const Value *whole_;
  SmallVector<const PHINode *, 4> around_;
  unsigned looked_at_ = 0;
};

// The masks that a mask is computed from, itself last; each after those it is computed from, but around loops.
std::vector<const Value *> sourceMasks(const Value *mask, function_ref<bool(const Value *)> known) {
  auto operandsOf = [](const Value *value) {
    SmallVector<const Value *, 4> operands;
    if (isa<BinaryOperator>(value) || isa<PHINode>(value))
      append_range(operands, cast<Instruction>(value)->operand_values());
    else if (auto *select = dyn_cast<SelectInst>(value))
      operands = {select->getTrueValue(), select->getFalseValue()};
    else if (const Value *whole = maskOfPart(value))
      operands = {whole};
    return operands;
  };
  std::vector<const Value *> order;
  SmallPtrSet<const Value *, 16> seen{mask};
  SmallVector<std::pair<const Value *, SmallVector<const Value *, 4>>, 16> stack{{mask, operandsOf(mask)}};
  while (!stack.empty()) {
    auto &[value, left] = stack.back();
    if (left.empty()) {
      order.push_back(value);
      stack.pop_back();
    } else if (const Value *operand = left.pop_back_val(); !known(operand) && seen.insert(operand).second) {
      stack.push_back({operand, operandsOf(operand)});
    }
  }
  return order;
}

} // namespace

bool isPartOf(const Value *part, const Value *whole) { return Parts(whole).contain(part); }

unsigned MaskNarrowing::ofCall(const CallBase &call) {
  std::optional<unsigned> least;
  for (const Value *mask : masksPassedOn(call))
    least = std::min(least.value_or(kMost), of(mask));
  return least.value_or(0);
}

MaskNarrowing::Narrowing MaskNarrowing::look(const Value *mask) {
  if (auto found = known_.find(mask); found != known_.end())
    return found->second;
  const auto masks = sourceMasks(mask, [&](const Value *other) { return known_.contains(other); });
  // What is on its way around a loop names one lane if all else does.
  for (const Value *each : masks)
    known_[each] = {kMost, true};
  bool changes = true;
  for (unsigned round = 0; changes && round < kMostRounds; ++round) {
    changes = false;
    for (const Value *each : masks) {
      const Narrowing narrowing = compute(each);
      changes |= std::exchange(known_[each], narrowing) != narrowing;
    }
  }
  if (changes)
    for (const Value *each : masks)
      known_[each] = {};
  return known_[mask];
}

MaskNarrowing::Narrowing MaskNarrowing::compute(const Value *mask) const {
  auto look = [&](const Value *operand) { return known_.lookup(operand); };
  if (auto *constant = dyn_cast<ConstantInt>(mask)) {
    const unsigned lanes = constant->getValue().popcount();
    return {constant->getBitWidth() - lanes, lanes <= 1, true};
  }
  if (auto *operation = dyn_cast<BinaryOperator>(mask)) {
    const Narrowing first = look(operation->getOperand(0)), second = look(operation->getOperand(1));
    const bool are_patterns = first.is_pattern && second.is_pattern;
    switch (operation->getOpcode()) {
    case Instruction::And:
      return {std::max(first.number, second.number) + (are_patterns ? 1 : kPart),
              first.is_one_lane || second.is_one_lane, are_patterns};
    case Instruction::Or:
      return {std::min(first.number, second.number), false, are_patterns};
    case Instruction::Shl:
    case Instruction::LShr:
      if (isa<ConstantInt>(operation->getOperand(0)))
        return first;
      return {0, first.is_one_lane};
    default:
      return {0, false, are_patterns};
    }
  }
  if (auto *select = dyn_cast<SelectInst>(mask)) {
    const Narrowing first = look(select->getTrueValue()), second = look(select->getFalseValue());
    return {std::min(first.number, second.number), first.is_one_lane && second.is_one_lane};
  }
  if (auto *phi = dyn_cast<PHINode>(mask)) {
    Narrowing least{kMost, true};
    for (const Value *incoming : phi->incoming_values()) {
      const Narrowing each = look(incoming);
      least.number = std::min(least.number, each.number);
      least.is_one_lane &= each.is_one_lane;
    }
    return least;
  }
  if (const Value *whole = maskOfPart(mask)) {
    const Narrowing of_whole = look(whole);
    return {of_whole.number + kPart, of_whole.is_one_lane};
  }
  if (isCallOf(*mask, Runtime::raddle_activemask))
    return {kMost};
  return {};
}

} // namespace raddle::vectorize
