#include "vectorize/tune/shuffles/complemented_exchanges.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

/// The condition in a select of an exchange: a comparison that is turned around in some lanes.
struct Order {
  ICmpInst *compare;
  Complement downwards;
};

std::optional<Order> orderOf(Value &condition) {
  using namespace llvm::PatternMatch;
  if (auto *compare = dyn_cast<ICmpInst>(&condition))
    return Order{compare, {Constant::getNullValue(compare->getType()), nullptr}};
  Value *turned = nullptr;
  ICmpInst *compare = nullptr;
  auto isCompare = [&](Value *value) {
    return (compare = dyn_cast<ICmpInst>(value)) && compare->hasOneUse();
  };
  if (!match(&condition, m_Xor(m_Value(), m_Value(turned))))
    return std::nullopt;
  auto *exclusive = cast<Instruction>(&condition);
  if (!isCompare(exclusive->getOperand(0))) {
    turned = exclusive->getOperand(0);
    if (!isCompare(exclusive->getOperand(1)))
      return std::nullopt;
  }
  if (auto *lanes = dyn_cast<Constant>(turned); lanes && !lanes->containsUndefOrPoisonElement())
    return Order{compare, {lanes, nullptr}};
  if (Value *splat = getSplatValue(turned))
    return Order{compare, {nullptr, splat}};
  return std::nullopt;
}

unsigned elementsOf(const Value &value) { return cast<FixedVectorType>(value.getType())->getNumElements(); }

} // namespace

unsigned Complement::distanceTo(const Complement &other) const {
  if (*this == other || (isNone() && other.isNone()))
    return 0;
  const bool are_of_two_kinds =
      (condition && other.lanes && !other.isNone()) || (lanes && other.condition && !isNone());
  return are_of_two_kinds ? 2 : 1;
}

ExchangePlan::ExchangePlan(BasicBlock &block, VectorRegisters registers)
    : block_(block), registers_(registers) {
  for (Instruction &instruction : block) {
    if (auto exchange = match(instruction)) {
      add(instruction, *exchange);
    } else if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction); shuffle && !complements_.empty()) {
      if (auto complement = ofShuffle(*shuffle))
        complements_.insert({shuffle, *complement});
    }
  }
  for (const auto &[value, complement] : complements_)
    if (!allTakeComplement(*value))
      lost_ += elementsOf(*value) * complement.distanceTo({});
}

void ExchangePlan::add(Instruction &instruction, const Exchange &exchange) {
  // The comparison and its turning around will be gone.
  const unsigned elements = elementsOf(instruction);
  if (compares_.insert(exchange.compare).second) {
    won_ += 2 * elements;
    for (Value *operand : {exchange.first, exchange.second})
      lost_ += elements * complementOf(*operand).distanceTo(exchange.downwards);
  }
  complements_.insert({&instruction, exchange.downwards});
  exchanges_.insert({&instruction, exchange});
}

const Exchange *ExchangePlan::exchangeOf(const Instruction &instruction) const {
  auto found = exchanges_.find(&instruction);
  return found == exchanges_.end() ? nullptr : &found->second;
}

bool ExchangePlan::allTakeComplement(const Value &value) const {
  return all_of(value.users(), [&](const User *user) { return takesComplement(*user); });
}

std::optional<Exchange> ExchangePlan::match(Instruction &instruction) const {
  auto *select = dyn_cast<SelectInst>(&instruction);
  auto *type = dyn_cast<FixedVectorType>(instruction.getType());
  if (!select || !type || !type->isIntOrIntVectorTy() || !select->getCondition()->getType()->isVectorTy())
    return std::nullopt;
  // There are minima of longer integers with AVX-512 only.
  if (type->getScalarSizeInBits() > (registers_.bits == 512 ? 64 : 32) || type->getScalarSizeInBits() < 8)
    return std::nullopt;
  auto order = orderOf(*select->getCondition());
  if (!order || !order->compare->isRelational())
    return std::nullopt;
  Value *first = order->compare->getOperand(0), *second = order->compare->getOperand(1);
  const bool as_compared = select->getTrueValue() == first && select->getFalseValue() == second;
  if (!as_compared && (select->getTrueValue() != second || select->getFalseValue() != first))
    return std::nullopt;
  // If other values are selected as well, the comparison stays, and nothing is won.
  if (!all_of(select->getCondition()->users(), [&](const User *user) {
        auto *other = dyn_cast<SelectInst>(user);
        return other && other->getParent() == &block_ && other->getType() == type &&
               is_contained(other->operands(), first) && is_contained(other->operands(), second);
      }))
    return std::nullopt;
  const CmpInst::Predicate predicate = order->compare->getPredicate();
  const bool takes_larger = (ICmpInst::isGT(predicate) || ICmpInst::isGE(predicate)) == as_compared;
  const bool is_signed = order->compare->isSigned();
  return Exchange{order->compare, first, second,
                  takes_larger ? (is_signed ? Intrinsic::smax : Intrinsic::umax)
                               : (is_signed ? Intrinsic::smin : Intrinsic::umin),
                  order->downwards};
}

// What a shuffle's result is complemented in, where its operands need not be complemented back for it.
std::optional<Complement> ExchangePlan::ofShuffle(const ShuffleVectorInst &shuffle) const {
  const auto length = static_cast<int>(elementsOf(*shuffle.getOperand(0)));
  std::optional<Complement> of[2];
  for (int element : shuffle.getShuffleMask())
    if (element != PoisonMaskElem)
      of[element / length] = complementOf(*shuffle.getOperand(element < length ? 0 : 1));
  if (!of[0] && !of[1])
    return std::nullopt;
  for (unsigned operand : {0u, 1u})
    if (of[operand] && !isComplemented(*shuffle.getOperand(operand)))
      return std::nullopt;
  if (of[0] && of[1] && of[0]->condition != of[1]->condition)
    return std::nullopt;
  const Complement &one = of[0] ? *of[0] : *of[1];
  if (one.condition)
    return one;
  auto *poison = PoisonValue::get(one.lanes->getType());
  return Complement{ConstantExpr::getShuffleVector(of[0] ? of[0]->lanes : poison,
                                                   of[1] ? of[1]->lanes : poison, shuffle.getShuffleMask()),
                    nullptr};
}

} // namespace raddle::vectorize
