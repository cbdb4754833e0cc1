#include "vectorize/tune/shuffles/exchanges_to_min_max.h"

#include "vectorize/tune/memory/keeping_control_flow.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

// Which lanes of a vector are complemented: those of a constant, or all of them where a condition holds that is
// the same for all. Neither: none.
struct Complement {
  Constant *lanes = nullptr;
  Value *condition = nullptr;

  bool operator==(const Complement &) const = default;
};

// A select that takes the smaller or the larger of two integers in lanes that sort upwards, and the other one in
// those that sort downwards.
struct Exchange {
  Instruction *compare;
  Value *first, *second;
  Intrinsic::ID upwards;
  Complement downwards;
};

// The condition in a select of an exchange: a comparison that is turned around in some lanes.
struct Order {
  ICmpInst *compare;
  Complement downwards;
};

std::optional<Order> orderOf(Value &condition) {
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

class Exchanger {
public:
  Exchanger(BasicBlock &block, VectorRegisters registers) : block_(block), registers_(registers) {}

  bool run() {
    if (!plan())
      return exchangePlaces();
    rewrite();
    return true;
  }

private:
  std::optional<Exchange> exchangeOf(Instruction &instruction) const {
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
    const bool greater =
        ICmpInst::isGT(order->compare->getPredicate()) || ICmpInst::isGE(order->compare->getPredicate());
    const bool takes_larger = greater == as_compared;
    const bool is_signed = order->compare->isSigned();
    return Exchange{order->compare, first, second,
                    takes_larger ? (is_signed ? Intrinsic::smax : Intrinsic::umax)
                                 : (is_signed ? Intrinsic::smin : Intrinsic::umin),
                    order->downwards};
  }

  // What a shuffle's result is complemented in, where its operands need not be complemented back for it.
  std::optional<Complement> shuffled(const ShuffleVectorInst &shuffle) const {
    const auto length =
        static_cast<int>(cast<FixedVectorType>(shuffle.getOperand(0)->getType())->getNumElements());
    std::optional<Complement> of[2];
    for (int element : shuffle.getShuffleMask())
      if (element != PoisonMaskElem)
        of[element / length] = complementOf(*shuffle.getOperand(element < length ? 0 : 1));
    const bool needed[] = {of[0].has_value(), of[1].has_value()};
    for (unsigned operand : {0u, 1u})
      if (needed[operand] && !planned_.contains(shuffle.getOperand(operand)))
        return std::nullopt;
    if (!needed[0] && !needed[1])
      return std::nullopt;
    if (needed[0] && needed[1] && of[0]->condition != of[1]->condition)
      return std::nullopt;
    const Complement &one = needed[0] ? *of[0] : *of[1];
    if (one.condition)
      return one;
    auto *poison = PoisonValue::get(one.lanes->getType());
    return Complement{ConstantExpr::getShuffleVector(needed[0] ? of[0]->lanes : poison,
                                                     needed[1] ? of[1]->lanes : poison,
                                                     shuffle.getShuffleMask()),
                      nullptr};
  }

  Complement complementOf(const Value &value) const {
    auto found = planned_.find(&value);
    return found == planned_.end() ? Complement{} : found->second;
  }

  // How many complements it takes to make one of the other, for each register.
  static unsigned distance(const Complement &from, const Complement &to) {
    auto isNone = [](const Complement &of) {
      return !of.condition && (!of.lanes || of.lanes->isNullValue());
    };
    if (from == to || (isNone(from) && isNone(to)))
      return 0;
    return from.condition && to.lanes && !isNone(to)     ? 2
           : from.lanes && to.condition && !isNone(from) ? 2
                                                         : 1;
  }

  static unsigned elementsOf(const Value &value) {
    return cast<FixedVectorType>(value.getType())->getNumElements();
  }

  bool plan() {
    unsigned won = 0, lost = 0;
    for (Instruction &instruction : block_) {
      if (auto exchange = exchangeOf(instruction)) {
        // A comparison and its turning around go.
        const unsigned elements = elementsOf(instruction);
        if (compares_.insert(exchange->compare).second) {
          won += 2 * elements;
          for (Value *operand : {exchange->first, exchange->second})
            lost += elements * distance(complementOf(*operand), exchange->downwards);
        }
        planned_.insert({&instruction, exchange->downwards});
        exchanges_.insert({&instruction, *exchange});
      } else if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction); shuffle && !planned_.empty()) {
        if (auto complement = shuffled(*shuffle))
          planned_.insert({shuffle, *complement});
      }
    }
    for (const auto &[value, complement] : planned_)
      if (any_of(value->users(), [&](const User *user) { return !takesComplement(*user); }))
        lost += elementsOf(*value) * distance(complement, {});
    return won > lost;
  }

  // Comparisons of exchanges will be gone.
  bool takesComplement(const User &user) const {
    return planned_.contains(&user) || compares_.contains(&user);
  }

  // The lanes that are complemented as integers of all ones.
  Value *mask(const Complement &complement, FixedVectorType &type) {
    if (complement.lanes)
      return ConstantFoldCastInstruction(Instruction::SExt, complement.lanes, &type);
    Value *&mask = masks_[{complement.condition, &type}];
    if (!mask) {
      auto *condition = dyn_cast<Instruction>(complement.condition);
      const bool in_front = !condition || condition->getParent() != &block_ || isa<PHINode>(condition);
      IRBuilder<> builder(&block_,
                          in_front ? block_.getFirstInsertionPt() : std::next(condition->getIterator()));
      mask = builder.CreateVectorSplat(type.getElementCount(),
                                       builder.CreateSExt(complement.condition, type.getElementType()));
    }
    return mask;
  }

  Value *complemented(Value &value, const Complement &wanted, IRBuilder<> &builder) {
    const Complement now = complementOf(value);
    Value *result = planned_.contains(&value) ? rewritten_.lookup(&value) : &value;
    auto &type = *cast<FixedVectorType>(value.getType());
    if (distance(now, wanted) == 0)
      return result;
    if (now.lanes && wanted.lanes) // one instruction
      return builder.CreateXor(result, builder.CreateXor(mask(now, type), mask(wanted, type)));
    for (const Complement &complement : {now, wanted})
      if (distance(complement, {}) != 0)
        result = builder.CreateXor(result, mask(complement, type));
    return result;
  }

  void rewrite() {
    SmallVector<WeakTrackingVH, 32> replaced;
    for (Instruction &instruction : make_early_inc_range(block_)) {
      auto found = planned_.find(&instruction);
      if (found == planned_.end())
        continue;
      const Complement complement = found->second;
      IRBuilder<> builder(&instruction);
      Value *result = nullptr;
      if (auto exchange = exchanges_.find(&instruction); exchange != exchanges_.end()) {
        result = builder.CreateBinaryIntrinsic(exchange->second.upwards,
                                               operandOf(*exchange->second.first, complement, builder),
                                               operandOf(*exchange->second.second, complement, builder));
      } else {
        auto &shuffle = cast<ShuffleVectorInst>(instruction);
        Value *operands[2];
        for (unsigned i : {0u, 1u}) {
          Value *operand = shuffle.getOperand(i);
          operands[i] =
              planned_.contains(operand) ? rewritten_.lookup(operand) : PoisonValue::get(operand->getType());
        }
        result = builder.CreateShuffleVector(operands[0], operands[1], shuffle.getShuffleMask());
      }
      rewritten_[&instruction] = result;
      replaced.push_back(&instruction);
      if (any_of(instruction.users(), [&](const User *user) { return !takesComplement(*user); })) {
        Value *back = complemented(instruction, {}, builder);
        instruction.replaceUsesWithIf(back, [&](const Use &use) { return !takesComplement(*use.getUser()); });
      }
    }
    for (WeakTrackingVH &instruction : reverse(replaced))
      if (instruction)
        RecursivelyDeleteTriviallyDeadInstructions(instruction);
  }

  // Results that are only stored, and change places where a condition holds that is the same for all lanes.
  bool exchangePlaces() {
    MapVector<Instruction *, SmallVector<Instruction *, 2>> results;
    for (Instruction &instruction : block_)
      if (auto exchange = exchanges_.find(&instruction); exchange != exchanges_.end())
        results[exchange->second.compare].push_back(&instruction);
    bool changed = false;
    for (const auto &[compare, pair] : results)
      changed |= pair.size() == 2 && exchangePlaces(*pair[0], *pair[1]);
    return changed;
  }

  bool exchangePlaces(Instruction &one, Instruction &other) {
    StoreInst *stores[] = {onlyStoreOf(one), onlyStoreOf(other)};
    if (!stores[0] || !stores[1])
      return false;
    if (stores[1]->comesBefore(stores[0]))
      std::swap(stores[0], stores[1]);
    const Exchange exchanges[] = {exchanges_.lookup(cast<Instruction>(stores[0]->getValueOperand())),
                                  exchanges_.lookup(cast<Instruction>(stores[1]->getValueOperand()))};
    Value *condition = exchanges[0].downwards.condition;
    if (!condition || exchanges[0].upwards == exchanges[1].upwards ||
        !mayStoreInAnyOrder(stores, exchanges[0]))
      return false;
    IRBuilder<> builder(stores[1]);
    Value *places[] = {stores[0]->getPointerOperand(), stores[1]->getPointerOperand()};
    for (unsigned i : {0u, 1u}) {
      Value *result =
          builder.CreateBinaryIntrinsic(exchanges[i].upwards, exchanges[i].first, exchanges[i].second);
      StoreInst *store =
          builder.CreateAlignedStore(result, builder.CreateSelect(condition, places[1 - i], places[i]),
                                     std::min(stores[0]->getAlign(), stores[1]->getAlign()));
      store->setDebugLoc(stores[i]->getDebugLoc());
    }
    for (StoreInst *store : stores) {
      auto *result = cast<Instruction>(store->getValueOperand());
      store->eraseFromParent();
      RecursivelyDeleteTriviallyDeadInstructions(result);
    }
    return true;
  }

  StoreInst *onlyStoreOf(Instruction &value) const {
    auto *store = value.hasOneUse() ? dyn_cast<StoreInst>(*value.user_begin()) : nullptr;
    return store && store->isSimple() && store->getParent() == &block_ && store->getValueOperand() == &value
               ? store
               : nullptr;
  }

  // Whether two stores behind each other go to places without an element in common; or to one place, which
  // both elements have been loaded from, so that they are equal.
  bool mayStoreInAnyOrder(ArrayRef<StoreInst *> stores, const Exchange &exchange) const {
    const Value *places[] = {stores[0]->getPointerOperand(), stores[1]->getPointerOperand()};
    const auto *first = dyn_cast<LoadInst>(exchange.first), *second = dyn_cast<LoadInst>(exchange.second);
    auto isLoaded = [&](const LoadInst *load) {
      return load && load->isSimple() && load->getParent() == &block_ &&
             is_contained(places, load->getPointerOperand());
    };
    if (!isLoaded(first) || !isLoaded(second) || first->getPointerOperand() == second->getPointerOperand())
      return false;
    const bool in_order = first->comesBefore(second);
    for (const Instruction *next = in_order ? first : second; next != (in_order ? second : first);
         next = next->getNextNode())
      if (next->mayWriteToMemory())
        return false;
    for (const Instruction *next = stores[0]->getNextNode(); next != stores[1]; next = next->getNextNode())
      if (next->mayReadOrWriteMemory())
        return false;
    return areSameOrApart(*places[0], *places[1], *stores[0]->getValueOperand()->getType());
  }

  // Elements of an array, of which one index is the other one and a multiple of the vector's length.
  bool areSameOrApart(const Value &one, const Value &other, Type &vector) const {
    const auto *first = dyn_cast<GEPOperator>(&one), *second = dyn_cast<GEPOperator>(&other);
    if (!first || !second || first->getPointerOperand() != second->getPointerOperand() ||
        first->getSourceElementType() != second->getSourceElementType() ||
        first->getNumIndices() != second->getNumIndices() ||
        !std::equal(first->idx_begin(), std::prev(first->idx_end()), second->idx_begin()))
      return false;
    const Value *index = std::prev(first->idx_end())->get(), *farther = std::prev(second->idx_end())->get();
    const Value *narrow = nullptr, *narrow_farther = nullptr;
    if (match(index, m_ZExtOrSExt(m_Value(narrow))) && match(farther, m_ZExtOrSExt(m_Value(narrow_farther))))
      index = narrow, farther = narrow_farther;
    const Value *distance = nullptr;
    if (!match(farther, m_c_Add(m_Specific(index), m_Value(distance))) &&
        !match(index, m_c_Add(m_Specific(farther), m_Value(distance))))
      return false;
    const DataLayout &layout = block_.getModule()->getDataLayout();
    // A sum that wraps is still such a multiple away.
    const unsigned zeros = std::min(computeKnownBits(distance, layout).countMinTrailingZeros(), 16u);
    return layout.getTypeAllocSize(first->getResultElementType()).getFixedValue() << zeros >=
           layout.getTypeStoreSize(&vector).getFixedValue();
  }

  // The smaller and the larger value are made from the same operands.
  Value *operandOf(Value &value, const Complement &wanted, IRBuilder<> &builder) {
    Value *&operand = operands_[{&value, wanted.lanes, wanted.condition}];
    return operand ? operand : operand = complemented(value, wanted, builder);
  }

  BasicBlock &block_;
  VectorRegisters registers_;
  DenseMap<const Value *, Complement> planned_;
  DenseMap<Instruction *, Exchange> exchanges_;
  SmallPtrSet<const Value *, 16> compares_;
  DenseMap<const Value *, Value *> rewritten_;
  DenseMap<std::pair<Value *, Type *>, Value *> masks_;
  DenseMap<std::tuple<Value *, Constant *, Value *>, Value *> operands_;
};

struct ExchangeByMinima : PassInfoMixin<ExchangeByMinima> {
  explicit ExchangeByMinima(VectorRegisters registers) : registers(registers) {}
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    bool changed = false;
    for (BasicBlock &block : function)
      changed |= Exchanger(block, registers).run();
    return keepingControlFlow(changed);
  }
  VectorRegisters registers;
};

} // namespace

void exchangesToMinMax(const CompileJob &job, FunctionPassManager &passes) {
  passes.addPass(ExchangeByMinima(VectorRegisters::of(job)));
}

} // namespace raddle::vectorize
