#include "vectorize/tune/shuffles/exchanges_to_min_max.h"

#include "vectorize/tune/preserved_analyses.h"
#include "vectorize/tune/shuffles/complemented_exchanges.h"
#include "vectorize/tune/shuffles/exchange_places.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;

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
