#include "vectorize/instrument/counters/loop_strides.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace raddle::vectorize {

LoopStrides::LoopStrides(Function &function, DominatorTree &dominators, LoopInfo &loops)
    : library_(Triple(function.getParent()->getTargetTriple())), functions_(library_), assumptions_(function),
      evolution_(function, functions_, assumptions_, dominators, loops) {}

std::optional<std::int64_t> LoopStrides::strideOf(Value *value, const Loop &loop) {
  if (!evolution_.isSCEVable(value->getType()))
    return std::nullopt;
  return strideOf(evolution_.getSCEV(value), loop);
}

std::optional<std::int64_t> LoopStrides::strideOf(const SCEV *expression, const Loop &loop) {
  if (evolution_.isLoopInvariant(expression, &loop))
    return 0;
  if (const auto *recurrence = dyn_cast<SCEVAddRecExpr>(expression)) {
    const auto *step = dyn_cast<SCEVConstant>(recurrence->getOperand(1));
    if (recurrence->getLoop() != &loop || !recurrence->isAffine() || !step ||
        step->getAPInt().getSignificantBits() > 63)
      return std::nullopt;
    return step->getAPInt().getSExtValue();
  }
  if (const auto *cast = dyn_cast<SCEVIntegralCastExpr>(expression))
    return isa<SCEVTruncateExpr>(cast) ? std::nullopt : strideOf(cast->getOperand(), loop);
  if (const auto *sum = dyn_cast<SCEVAddExpr>(expression)) {
    std::int64_t stride = 0;
    for (const SCEV *operand : sum->operands()) {
      const std::optional<std::int64_t> its = strideOf(operand, loop);
      if (!its)
        return std::nullopt;
      stride += *its;
    }
    return stride;
  }
  if (const auto *product = dyn_cast<SCEVMulExpr>(expression); product && product->getNumOperands() == 2)
    if (const auto *factor = dyn_cast<SCEVConstant>(product->getOperand(0));
        factor && factor->getAPInt().getSignificantBits() <= 32)
      if (const std::optional<std::int64_t> its = strideOf(product->getOperand(1), loop))
        return factor->getAPInt().getSExtValue() * *its;
  return std::nullopt;
}

std::optional<std::int64_t> LoopStrides::distance(Value *value, Value *other) {
  if (value->getType() != other->getType() || !evolution_.isSCEVable(value->getType()))
    return std::nullopt;
  const SCEV *one = evolution_.getSCEV(value), *another = evolution_.getSCEV(other);
  const auto *difference = dyn_cast<SCEVConstant>(evolution_.getMinusSCEV(another, one));
  if (!difference || difference->getAPInt().getSignificantBits() > 63)
    return std::nullopt;
  return difference->getAPInt().getSExtValue();
}

} // namespace raddle::vectorize
