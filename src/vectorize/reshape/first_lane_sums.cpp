#include "vectorize/reshape/first_lane_sums.h"

#include "abi/kernel_abi.h"
#include "analysis/lane_shapes.h"
#include "nvvm/runtime_functions.h"

#include <llvm/IR/PatternMatch.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

constexpr unsigned kDistanceOperand = 3;

// The value of an integer that is computed from the lane's number and the bound alone.
class Evaluation {
public:
  Evaluation(const Value &bound, unsigned lane, unsigned bound_is)
      : bound_(bound), lane_(lane), bound_is_(bound_is) {}

  std::optional<APInt> of(const Value *value) {
    if (!value->getType()->isIntegerTy())
      return {};
    const unsigned bits = value->getType()->getIntegerBitWidth();
    if (auto *constant = dyn_cast<ConstantInt>(value))
      return constant->getValue();
    if (value == &bound_)
      return APInt(bits, bound_is_);
    if (auto *call = dyn_cast<CallInst>(value)) {
      if (analysis::threadFieldOffset(*call) == offsetof(RaddleThread, lane))
        return APInt(bits, lane_);
      return {};
    }
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || isa<PHINode>(instruction))
      return {};
    SmallVector<APInt, 3> operands;
    for (const Use &use : instruction->operands()) {
      std::optional<APInt> operand = of(use);
      if (!operand)
        return {};
      operands.push_back(*operand);
    }
    return result(*instruction, operands);
  }

private:
  static std::optional<APInt> result(const Instruction &instruction, ArrayRef<APInt> operands) {
    const unsigned bits = instruction.getType()->getIntegerBitWidth();
    switch (instruction.getOpcode()) {
    case Instruction::Add:
      return operands[0] + operands[1];
    case Instruction::Sub:
      return operands[0] - operands[1];
    case Instruction::And:
      return operands[0] & operands[1];
    case Instruction::Or:
      return operands[0] | operands[1];
    case Instruction::Xor:
      return operands[0] ^ operands[1];
    case Instruction::LShr:
      return operands[0].lshr(operands[1]);
    case Instruction::AShr:
      return operands[0].ashr(operands[1]);
    case Instruction::ZExt:
      return operands[0].zext(bits);
    case Instruction::Trunc:
      return operands[0].trunc(bits);
    case Instruction::Select:
      return operands[operands[0].isOne() ? 1 : 2];
    case Instruction::ICmp:
      return APInt(1,
                   ICmpInst::compare(operands[0], operands[1], cast<ICmpInst>(instruction).getPredicate()));
    default:
      return {};
    }
  }

  const Value &bound_;
  unsigned lane_, bound_is_;
};

// Whether the condition has this result just where lane + distance <= bound.
bool tellsWhereLanesAre(const Value &condition, bool result, unsigned distance, const Value &bound) {
  for (unsigned last = 0; last < kRaddleWarpSize; ++last)
    for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane) {
      const std::optional<APInt> value = Evaluation(bound, lane, last).of(&condition);
      if (!value || value->isOne() != (result == (lane + distance <= last)))
        return false;
    }
  return true;
}

// A step of a sum: the value that a shuffle reads from other lanes, and what it gives. A value of 64 bits takes two shuffles, one for
// each half, which count as one step.
struct Shuffled {
  Value *value = nullptr, *result = nullptr;
  unsigned distance = 0;
  unsigned shuffles = 1;
};

std::optional<Shuffled> shuffledAt(ArrayRef<Instruction *> shuffles) {
  auto *low = cast<CallInst>(shuffles.front());
  auto *distance = dyn_cast<ConstantInt>(low->getArgOperand(kDistanceOperand));
  if (!nvvm::isCallOf(*low, Runtime::raddle_shfl_down) || !distance)
    return {};
  Shuffled one{low->getArgOperand(nvvm::kShuffledOperand), low,
               static_cast<unsigned>(distance->getZExtValue())};
  Value *whole = nullptr;
  if (!match(one.value, m_Trunc(m_Value(whole))))
    return one;
  auto *high = shuffles.size() > 1 ? cast<CallInst>(shuffles[1]) : nullptr;
  if (!high || !nvvm::isCallOf(*high, Runtime::raddle_shfl_down) ||
      high->getArgOperand(kDistanceOperand) != distance)
    return {};
  // Either half may come first.
  auto isHigh = [&](CallInst &call) {
    return match(call.getArgOperand(nvvm::kShuffledOperand),
                 m_Trunc(m_LShr(m_Specific(whole), m_SpecificInt(32))));
  };
  if (match(one.value, m_Trunc(m_LShr(m_Value(whole), m_SpecificInt(32)))))
    std::swap(low, high);
  if (!whole->getType()->isIntegerTy(64) || !isHigh(*high) ||
      !match(low->getArgOperand(nvvm::kShuffledOperand), m_Trunc(m_Specific(whole))) || !low->hasOneUse() ||
      !high->hasOneUse())
    return {};
  auto *wide = dyn_cast<ZExtInst>(*low->user_begin());
  if (!wide || !wide->hasOneUse())
    return {};
  auto *joined = cast<Instruction>(*wide->user_begin());
  if (!match(joined, m_c_Or(m_Specific(wide), m_Shl(m_ZExt(m_Specific(high)), m_SpecificInt(32)))))
    return {};
  return Shuffled{whole, joined, one.distance, 2};
}

// x + y where lane + distance <= bound, and x elsewhere, where y is x, too.
Instruction *sumAfter(const Shuffled &shuffle, const Value &bound) {
  Value *const x = shuffle.value, *const y = shuffle.result;
  Value *condition = nullptr;
  auto isThere = [&](bool result) { return tellsWhereLanesAre(*condition, result, shuffle.distance, bound); };
  auto isOrZero = [&](Value *selection, Value *value) {
    return (match(selection, m_Select(m_Value(condition), m_Specific(value), m_Zero())) && isThere(true)) ||
           (match(selection, m_Select(m_Value(condition), m_Zero(), m_Specific(value))) && isThere(false));
  };
  for (Value *one : {x, y})
    for (User *user : one->users()) {
      Value *left = nullptr, *right = nullptr;
      if (!match(user, m_Add(m_Value(left), m_Value(right))))
        continue;
      for (auto [whole, part] : {std::pair(left, right), std::pair(right, left)})
        if ((whole == x && isOrZero(part, y)) || (whole == y && isOrZero(part, x)))
          return cast<Instruction>(user);
    }
  return nullptr;
}

} // namespace

bool leadsOnlyTo(const Value &value, const Instruction &next, function_ref<bool(const Instruction &)> counts,
                 unsigned depth) {
  return all_of(value.users(), [&](const User *user) {
    auto *instruction = cast<Instruction>(user);
    const bool is_plain = isa<SelectInst, TruncInst, ZExtInst, BinaryOperator, CallInst>(instruction);
    return !counts(*instruction) || instruction == &next ||
           (depth > 0 && is_plain && !instruction->use_empty() &&
            leadsOnlyTo(*instruction, next, counts, depth - 1));
  });
}

std::optional<FirstLaneSum> findFirstLaneSum(ArrayRef<Instruction *> shuffles, Value &bound) {
  FirstLaneSum sum;
  while (!shuffles.empty()) {
    const auto shuffle = shuffledAt(shuffles);
    if (!shuffle || (sum.last && shuffle->value != sum.last))
      return {};
    Instruction *next = sumAfter(*shuffle, bound);
    if (!next || (sum.last && !leadsOnlyTo(*sum.last, *next, [](const Instruction &) { return true; })))
      return {};
    if (!sum.first) {
      sum.first = shuffle->value;
      sum.second = next;
    }
    sum.last = next;
    shuffles = shuffles.drop_front(shuffle->shuffles);
  }
  return sum.last ? std::optional(sum) : std::nullopt;
}

} // namespace raddle::vectorize
