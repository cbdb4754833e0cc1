#include "vectorize/widen/lane_masks.h"

#include "vectorize/widen/call_effects.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <limits>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// So long chains of operations are looked at.
constexpr unsigned kDeepest = 64;
// Of what is on its way around a loop, where it does not matter, and of lanes that are where they are.
constexpr unsigned kMost = std::numeric_limits<unsigned>::max() / 2;

// Parts of masks that lanes have come by count more than all lanes that a constant may lack.
constexpr unsigned kPart = 64;

// The mask of which the result of a vote or a comparison of values is a part; or null.
const Value *maskOfPart(const Value *value) {
  auto *call = dyn_cast<CallInst>(value);
  const StringRef name = call ? calledRuntimeFunction(*call) : StringRef();
  return name == "raddle_vote_ballot" || name.starts_with("raddle_match_any_") ? maskOfOperation(*call)
                                                                               : nullptr;
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

} // namespace

bool isPartOf(const Value *part, const Value *whole) { return Parts(whole).contain(part); }

MaskNarrowing::Narrowing MaskNarrowing::look(const Value *mask, unsigned depth) {
  if (depth == kDeepest)
    return {};
  if (auto found = known_.find(mask); found != known_.end())
    return found->second;
  const bool is_phi = isa<PHINode>(mask);
  const size_t number_known = order_known_.size();
  // What is on its way around a loop names one lane if all else does.
  if (is_phi)
    known_[mask] = {kMost, true};
  const Narrowing narrowing = compute(mask, depth + 1);
  if (is_phi)
    // These may rest on what was only assumed.
    while (order_known_.size() > number_known)
      known_.erase(order_known_.pop_back_val());
  known_[mask] = narrowing;
  order_known_.push_back(mask);
  return narrowing;
}

MaskNarrowing::Narrowing MaskNarrowing::compute(const Value *mask, unsigned depth) {
  if (auto *constant = dyn_cast<ConstantInt>(mask)) {
    const unsigned lanes = constant->getValue().popcount();
    return {constant->getBitWidth() - lanes, lanes <= 1, true};
  }
  if (auto *operation = dyn_cast<BinaryOperator>(mask)) {
    const Narrowing first = look(operation->getOperand(0), depth),
                    second = look(operation->getOperand(1), depth);
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
    const Narrowing first = look(select->getTrueValue(), depth),
                    second = look(select->getFalseValue(), depth);
    return {std::min(first.number, second.number), first.is_one_lane && second.is_one_lane};
  }
  if (auto *phi = dyn_cast<PHINode>(mask)) {
    Narrowing least{kMost, true};
    for (const Value *incoming : phi->incoming_values()) {
      const Narrowing each = look(incoming, depth);
      least.number = std::min(least.number, each.number);
      least.is_one_lane &= each.is_one_lane;
    }
    return least;
  }
  if (const Value *whole = maskOfPart(mask)) {
    const Narrowing of_whole = look(whole, depth);
    return {of_whole.number + kPart, of_whole.is_one_lane};
  }
  if (auto *call = dyn_cast<CallInst>(mask); call && calledRuntimeFunction(*call) == "raddle_activemask")
    return {kMost};
  return {};
}

} // namespace raddle::vectorize
