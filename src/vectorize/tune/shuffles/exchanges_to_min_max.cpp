// Exchanges of elements that run up in some lanes and down in others.

#include "vectorize/tune/passes.h"

#include "vectorize/tune/preserved_analyses.h"
#include "vectorize/tune/shuffles/complemented_exchanges.h"

#include <llvm/Analysis/ConstantFolding.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

/// Rewrites the exchanges of a block as planned.
class ExchangeRewriter {
public:
  ExchangeRewriter(BasicBlock &block, const ExchangePlan &plan) : block_(block), plan_(plan) {}

  void run() {
    SmallVector<WeakTrackingVH, 32> replaced;
    for (Instruction &instruction : make_early_inc_range(block_)) {
      if (!plan_.isComplemented(instruction))
        continue;
      IRBuilder<> builder(&instruction);
      rewritten_[&instruction] = rewritten(instruction, builder);
      replaced.push_back(&instruction);
      if (!plan_.allTakeComplement(instruction)) {
        Value *back = complemented(instruction, {}, builder);
        instruction.replaceUsesWithIf(back,
                                      [&](const Use &use) { return !plan_.takesComplement(*use.getUser()); });
      }
    }
    for (WeakTrackingVH &instruction : reverse(replaced))
      if (instruction)
        RecursivelyDeleteTriviallyDeadInstructions(instruction);
  }

private:
  Value *rewritten(Instruction &instruction, IRBuilder<> &builder) {
    Value *operands[2];
    if (const Exchange *exchange = plan_.exchangeOf(instruction)) {
      const Complement complement = plan_.complementOf(instruction);
      operands[0] = operandOf(*exchange->first, complement, builder);
      operands[1] = operandOf(*exchange->second, complement, builder);
      return builder.CreateBinaryIntrinsic(exchange->upwards, operands[0], operands[1]);
    }
    auto &shuffle = cast<ShuffleVectorInst>(instruction);
    for (unsigned i : {0u, 1u}) {
      Value *operand = shuffle.getOperand(i);
      operands[i] =
          plan_.isComplemented(*operand) ? rewritten_.lookup(operand) : PoisonValue::get(operand->getType());
    }
    return builder.CreateShuffleVector(operands[0], operands[1], shuffle.getShuffleMask());
  }

  // The smaller and the larger value are made from the same operands.
  Value *operandOf(Value &value, const Complement &wanted, IRBuilder<> &builder) {
    Value *&operand = operands_[{&value, wanted.lanes, wanted.condition}];
    return operand ? operand : operand = complemented(value, wanted, builder);
  }

  Value *complemented(Value &value, const Complement &wanted, IRBuilder<> &builder) {
    const Complement now = plan_.complementOf(value);
    Value *result = plan_.isComplemented(value) ? rewritten_.lookup(&value) : &value;
    auto &type = *cast<FixedVectorType>(value.getType());
    if (now.distanceTo(wanted) == 0)
      return result;
    if (now.lanes && wanted.lanes) // one instruction
      return builder.CreateXor(result, builder.CreateXor(mask(now, type), mask(wanted, type)));
    for (const Complement &complement : {now, wanted})
      if (complement.distanceTo({}) != 0)
        result = builder.CreateXor(result, mask(complement, type));
    return result;
  }

  // The lanes that are complemented, as integers of all ones.
  Value *mask(const Complement &complement, FixedVectorType &type) {
    if (complement.lanes)
      return ConstantFoldCastInstruction(Instruction::SExt, complement.lanes, &type);
    Value *&mask = masks_[{complement.condition, &type}];
    if (!mask) {
      auto *condition = dyn_cast<Instruction>(complement.condition);
      const bool is_known_before = !condition || condition->getParent() != &block_ || isa<PHINode>(condition);
      IRBuilder<> builder(&block_, is_known_before ? block_.getFirstInsertionPt()
                                                   : std::next(condition->getIterator()));
      mask = builder.CreateVectorSplat(type.getElementCount(),
                                       builder.CreateSExt(complement.condition, type.getElementType()));
    }
    return mask;
  }

  BasicBlock &block_;
  const ExchangePlan &plan_;
  DenseMap<const Value *, Value *> rewritten_;
  DenseMap<std::pair<Value *, Type *>, Value *> masks_;
  DenseMap<std::tuple<Value *, Constant *, Value *>, Value *> operands_;
};

StoreInst *onlyStoreOf(Instruction &value) {
  auto *store = value.hasOneUse() ? dyn_cast<StoreInst>(*value.user_begin()) : nullptr;
  return store && store->isSimple() && store->getParent() == value.getParent() &&
                 store->getValueOperand() == &value
             ? store
             : nullptr;
}

// Whether the places are elements of an array, of which one index is the other one and a multiple of the vector's length.
bool areSameOrApart(const Value &one, const Value &other, Type &vector, const DataLayout &layout) {
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
  // An index that wraps is still such a multiple away.
  const unsigned zeros = std::min(computeKnownBits(distance, layout).countMinTrailingZeros(), 16u);
  return layout.getTypeAllocSize(first->getResultElementType()).getFixedValue() << zeros >=
         layout.getTypeStoreSize(&vector).getFixedValue();
}

// Whether two stores in this order go to places without an element in common; or to one place, which
// both elements have been loaded from, so that they are equal.
bool mayStoreInAnyOrder(ArrayRef<StoreInst *> stores, const Exchange &exchange) {
  const Value *places[] = {stores[0]->getPointerOperand(), stores[1]->getPointerOperand()};
  const auto *first = dyn_cast<LoadInst>(exchange.first), *second = dyn_cast<LoadInst>(exchange.second);
  auto isLoaded = [&](const LoadInst *load) {
    return load && load->isSimple() && load->getParent() == stores[0]->getParent() &&
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
  return areSameOrApart(*places[0], *places[1], *stores[0]->getValueOperand()->getType(),
                        stores[0]->getDataLayout());
}

bool exchangePlacesOf(Instruction &one, Instruction &other, const ExchangePlan &plan) {
  StoreInst *stores[] = {onlyStoreOf(one), onlyStoreOf(other)};
  if (!stores[0] || !stores[1])
    return false;
  if (stores[1]->comesBefore(stores[0]))
    std::swap(stores[0], stores[1]);
  const Exchange *exchanges[] = {plan.exchangeOf(*cast<Instruction>(stores[0]->getValueOperand())),
                                 plan.exchangeOf(*cast<Instruction>(stores[1]->getValueOperand()))};
  Value *condition = exchanges[0]->downwards.condition;
  if (!condition || exchanges[0]->upwards == exchanges[1]->upwards ||
      !mayStoreInAnyOrder(stores, *exchanges[0]))
    return false;
  IRBuilder<> builder(stores[1]);
  Value *places[] = {stores[0]->getPointerOperand(), stores[1]->getPointerOperand()};
  for (unsigned i : {0u, 1u}) {
    Value *result =
        builder.CreateBinaryIntrinsic(exchanges[i]->upwards, exchanges[i]->first, exchanges[i]->second);
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

// Two results of an exchange that change places where a condition holds that is the same for all lanes become a minimum and
// a maximum, and the places are exchanged instead, if these are known to be the same or apart. Whether anything has
// changed. Then the plan no longer holds.
bool exchangePlaces(BasicBlock &block, const ExchangePlan &plan) {
  MapVector<Instruction *, SmallVector<Instruction *, 2>> results;
  for (Instruction &instruction : block)
    if (const Exchange *exchange = plan.exchangeOf(instruction))
      results[exchange->compare].push_back(&instruction);
  bool changed = false;
  for (const auto &[compare, pair] : results)
    changed |= pair.size() == 2 && exchangePlacesOf(*pair[0], *pair[1], plan);
  return changed;
}

} // namespace

PreservedAnalyses exchangesToMinMax(Function &function, FunctionAnalysisManager &,
                                    const TargetMachine &machine) {
  bool changed = false;
  for (BasicBlock &block : function) {
    const ExchangePlan plan(block, VectorRegisters::of(machine));
    if (plan.pays())
      ExchangeRewriter(block, plan).run();
    changed |= plan.pays() || exchangePlaces(block, plan);
  }
  return keepingControlFlow(changed);
}

} // namespace raddle::vectorize
