#include "analysis/induction_step.h"

using namespace llvm;

namespace raddle::analysis {

Value *inductionStep(const PHINode &phi, const Loop &loop) {
  if (phi.getParent() != loop.getHeader())
    return nullptr;
  auto *next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
  if (next && next->getOpcode() == Instruction::Add)
    for (unsigned i = 0; i < 2; ++i)
      if (Value *step = next->getOperand(1 - i); next->getOperand(i) == &phi && loop.isLoopInvariant(step))
        return step;
  return nullptr;
}

} // namespace raddle::analysis
