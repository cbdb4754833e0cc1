#include "vectorize/tune/block_batches/recompute.h"

#include <llvm/ADT/STLExtras.h>

using namespace llvm;

namespace raddle::vectorize {

// A trip count or an address takes a dozen instructions; more take longer than what is saved.
static constexpr unsigned kMostCopies = 64;

static Value *recompute(IRBuilder<> &builder, Value *value, Values &known,
                        function_ref<Recompute(Instruction &)> how, unsigned &copies) {
  if (Value *found = known.lookup(value))
    return found;
  auto *instruction = dyn_cast<Instruction>(value);
  const Recompute kind = instruction ? how(*instruction) : Recompute::kNot;
  if (kind == Recompute::kNot)
    return value;
  if (kind == Recompute::kImpossible || ++copies > kMostCopies)
    return nullptr;
  SmallVector<Value *, 4> operands;
  for (Value *operand : instruction->operands()) {
    operands.push_back(recompute(builder, operand, known, how, copies));
    if (!operands.back())
      return nullptr;
  }
  Instruction *copy = instruction->clone();
  copy->dropPoisonGeneratingFlags();
  for (auto [i, operand] : enumerate(operands))
    copy->setOperand(static_cast<unsigned>(i), operand);
  known[value] = builder.Insert(copy);
  return copy;
}

Value *recompute(IRBuilder<> &builder, Value *value, Values &known,
                 function_ref<Recompute(Instruction &)> how) {
  unsigned copies = 0;
  return recompute(builder, value, known, how, copies);
}

} // namespace raddle::vectorize
