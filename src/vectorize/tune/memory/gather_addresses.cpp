// Addresses of gathers in lanes that are off.
//
// Of a vector whose lanes are undefined LLVM's code generator takes any register, also the one that the gather loads into, which
// processors refuse as an illegal instruction. So no lane stays undefined.

#include "vectorize/tune/passes.h"

#include "vectorize/tune/preserved_analyses.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

class Definer {
public:
  bool changed = false;

  // Defines all lanes of an operand.
  void define(Use &use) {
    Value *value = use.get();
    if (!isa<FixedVectorType>(value->getType()))
      return;
    if (auto *constant = dyn_cast<Constant>(value)) {
      // An expression has no elements, and is defined as a whole.
      if (!constant->getAggregateElement(0u))
        return;
      Constant *null = Constant::getNullValue(cast<VectorType>(value->getType())->getElementType());
      // This also holds for a vector of which some elements are undefined and the others poison.
      replace(use, PatternMatch::match(constant, PatternMatch::m_Undef())
                       ? Constant::getNullValue(constant->getType())
                       : Constant::replaceUndefsWith(constant, null));
      return;
    }
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !seen_.insert(instruction).second)
      return;
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(instruction))
      defineLanesOf(*shuffle);
    else if (isa<InsertElementInst>(instruction))
      define(instruction->getOperandUse(0));
    else if (isa<GetElementPtrInst, CastInst, BinaryOperator, SelectInst, PHINode>(instruction))
      for (Use &operand : instruction->operands())
        define(operand);
  }

private:
  void replace(Use &use, Value *value) {
    changed |= use.get() != value;
    use.set(value);
  }

  void defineLanesOf(ShuffleVectorInst &shuffle) {
    // What is the same in all lanes comes from one that is defined.
    if (shuffle.isZeroEltSplat())
      return;
    SmallVector<int, 32> lanes(shuffle.getShuffleMask());
    const auto defined = find_if(lanes, [](int lane) { return lane >= 0; });
    if (defined == lanes.end())
      return;
    const int known = *defined;
    changed |= is_contained(lanes, PoisonMaskElem);
    std::replace(lanes.begin(), lanes.end(), PoisonMaskElem, known);
    shuffle.setShuffleMask(lanes);
    define(shuffle.getOperandUse(0));
    define(shuffle.getOperandUse(1));
  }

  SmallPtrSet<const Instruction *, 16> seen_;
};

} // namespace

PreservedAnalyses defineGatherAddresses(Function &function, FunctionAnalysisManager &) {
  Definer definer;
  for (Instruction &instruction : instructions(function))
    if (auto *gather = dyn_cast<IntrinsicInst>(&instruction);
        gather && gather->getIntrinsicID() == Intrinsic::masked_gather)
      definer.define(gather->getArgOperandUse(0));
  return keepingControlFlow(definer.changed);
}

} // namespace raddle::vectorize
