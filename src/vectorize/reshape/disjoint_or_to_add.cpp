// Sums that LLVM writes as `or`, since they never carry.

#include "vectorize/reshape/passes.h"

#include "vectorize/reshape/reachable_functions.h"

#include <llvm/Support/KnownBits.h>

using namespace llvm;

namespace raddle::vectorize {

// Whether the operands have no bit in common wherever they are computed, whatever led to the operation.
static bool isDisjointInAllLanes(const Instruction &operation) {
  const DataLayout &layout = operation.getModule()->getDataLayout();
  return KnownBits::haveNoCommonBitsSet(computeKnownBits(operation.getOperand(0), layout),
                                        computeKnownBits(operation.getOperand(1), layout));
}

static void addWhereDisjointIn(Function &function) {
  for (Instruction &operation : make_early_inc_range(instructions(function))) {
    auto *either = dyn_cast<PossiblyDisjointInst>(&operation);
    if (!either || !either->isDisjoint() || operation.getType()->getScalarSizeInBits() < 8 ||
        isDisjointInAllLanes(operation))
      continue;
    IRBuilder<> builder(&operation);
    Value *sum = builder.CreateAdd(operation.getOperand(0), operation.getOperand(1), "", /*HasNUW=*/true,
                                   /*HasNSW=*/true);
    sum->takeName(&operation);
    operation.replaceAllUsesWith(sum);
    operation.eraseFromParent();
  }
}

void disjointOrToAdd(Function &kernel) {
  for (Function *function : reachableFunctions(kernel))
    addWhereDisjointIn(*function);
}

} // namespace raddle::vectorize
