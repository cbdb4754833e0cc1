// Masks with lanes that are known to be off.

#include "vectorize/tune/passes.h"

#include "vectorize/tune/preserved_analyses.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The lanes of a shuffle, or of a select with a known condition: those of a mask, and those that are known.
struct Lanes {
  Value *mask = nullptr;
  SmallVector<int, 32> sources; // of `mask`; any where the lane is known
  SmallVector<Constant *, 32> known;
};

std::optional<Lanes> lanesOf(ShuffleVectorInst &shuffle) {
  const auto width =
      static_cast<int>(cast<FixedVectorType>(shuffle.getOperand(0)->getType())->getNumElements());
  const int constant = isa<Constant>(shuffle.getOperand(1)) ? 1 : 0;
  auto *values = dyn_cast<Constant>(shuffle.getOperand(constant));
  if (!values)
    return std::nullopt;
  Lanes lanes;
  lanes.mask = shuffle.getOperand(1 - constant);
  for (int source : shuffle.getShuffleMask()) {
    const bool is_known = source >= 0 && source / width == constant;
    lanes.known.push_back(is_known ? values->getAggregateElement(static_cast<unsigned>(source % width))
                                   : nullptr);
    // Where it does not matter, lanes stay where they are, which costs nothing.
    lanes.sources.push_back(is_known     ? static_cast<int>(lanes.sources.size()) % width
                            : source < 0 ? source
                                         : source % width);
  }
  return lanes;
}

std::optional<Lanes> lanesOf(SelectInst &select) {
  auto *condition = dyn_cast<Constant>(select.getCondition());
  const bool otherwise = isa<Constant>(select.getFalseValue());
  auto *values = dyn_cast<Constant>(otherwise ? select.getFalseValue() : select.getTrueValue());
  if (!condition || !condition->getType()->isVectorTy() || !values)
    return std::nullopt;
  Lanes lanes;
  lanes.mask = otherwise ? select.getTrueValue() : select.getFalseValue();
  const unsigned width = cast<FixedVectorType>(select.getType())->getNumElements();
  for (unsigned lane = 0; lane < width; ++lane) {
    Constant *chosen = condition->getAggregateElement(lane);
    if (!chosen)
      return std::nullopt;
    const bool is_known = chosen->isNullValue() == otherwise;
    lanes.known.push_back(is_known ? values->getAggregateElement(lane) : nullptr);
    lanes.sources.push_back(static_cast<int>(lane));
  }
  return lanes;
}

std::optional<Lanes> lanesOf(Instruction &instruction) {
  auto *type = dyn_cast<FixedVectorType>(instruction.getType());
  if (!type || !type->getElementType()->isIntegerTy(1))
    return std::nullopt;
  std::optional<Lanes> lanes;
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction))
    lanes = lanesOf(*shuffle);
  else if (auto *select = dyn_cast<SelectInst>(&instruction))
    lanes = lanesOf(*select);
  const auto is_off = [](Constant *value) { return value && value->isNullValue(); };
  return lanes && any_of(lanes->known, is_off) ? lanes : std::nullopt;
}

} // namespace

PreservedAnalyses clearLanesByAnd(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    std::optional<Lanes> lanes = lanesOf(instruction);
    if (!lanes)
      continue;
    IRBuilder<> builder(&instruction);
    SmallVector<Constant *, 32> may_be_on, is_on;
    for (Constant *known : lanes->known) {
      may_be_on.push_back(builder.getInt1(!known || !known->isNullValue()));
      is_on.push_back(builder.getInt1(known && known->isOneValue()));
    }
    // What `and` clears must not be poison, which it would keep.
    Value *mask = builder.CreateFreeze(builder.CreateShuffleVector(lanes->mask, lanes->sources));
    mask = builder.CreateAnd(mask, ConstantVector::get(may_be_on));
    if (is_contained(is_on, builder.getTrue()))
      mask = builder.CreateOr(mask, ConstantVector::get(is_on));
    mask->takeName(&instruction);
    instruction.replaceAllUsesWith(mask);
    instruction.eraseFromParent();
    changed = true;
  }
  return keepingControlFlow(changed);
}

} // namespace raddle::vectorize
