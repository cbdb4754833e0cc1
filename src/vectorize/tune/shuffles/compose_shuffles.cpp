// Shuffles of shuffles.

#include "vectorize/tune/passes.h"

#include "vectorize/tune/preserved_analyses.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// An operand that is a shuffle of vectors as long as itself, and that only shuffles need.
ShuffleVectorInst *innerShuffle(Value *operand) {
  auto *shuffle = dyn_cast<ShuffleVectorInst>(operand);
  return shuffle && shuffle->getType() == shuffle->getOperand(0)->getType() &&
                 all_of(shuffle->users(), [](const User *user) { return isa<ShuffleVectorInst>(user); })
             ? shuffle
             : nullptr;
}

// Null where the elements come from more than two vectors.
Value *composed(ShuffleVectorInst &outer) {
  auto *type = dyn_cast<FixedVectorType>(outer.getOperand(0)->getType());
  if (!type || (!innerShuffle(outer.getOperand(0)) && !innerShuffle(outer.getOperand(1))))
    return nullptr;
  const int length = static_cast<int>(type->getNumElements());
  SmallSetVector<Value *, 4> sources;
  SmallVector<int, 64> mask;
  auto pick = [&](Value *source, int element) {
    sources.insert(source);
    mask.push_back(static_cast<int>(std::distance(sources.begin(), find(sources, source))) * length +
                   element);
  };
  for (int element : outer.getShuffleMask()) {
    if (element == PoisonMaskElem) {
      mask.push_back(PoisonMaskElem);
      continue;
    }
    Value *operand = outer.getOperand(element < length ? 0 : 1);
    auto *inner = innerShuffle(operand);
    if (!inner) {
      pick(operand, element % length);
    } else if (int from = inner->getMaskValue(static_cast<unsigned>(element % length));
               from == PoisonMaskElem) {
      mask.push_back(PoisonMaskElem);
    } else {
      pick(inner->getOperand(from < length ? 0 : 1), from % length);
    }
    if (sources.size() > 2)
      return nullptr;
  }
  if (sources.empty())
    return nullptr;
  IRBuilder<> builder(&outer);
  return builder.CreateShuffleVector(sources[0], sources.size() > 1 ? sources[1] : PoisonValue::get(type),
                                     mask);
}

} // namespace

PreservedAnalyses composeShuffles(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction);
    Value *direct = shuffle ? composed(*shuffle) : nullptr;
    if (!direct)
      continue;
    SmallVector<WeakTrackingVH, 2> inner(shuffle->operands());
    shuffle->replaceAllUsesWith(direct);
    shuffle->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(inner);
    changed = true;
  }
  return keepingControlFlow(changed);
}

} // namespace raddle::vectorize
