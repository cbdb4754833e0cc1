#include "vectorize/placement.h"

#include "vectorize/block_copies.h"

using namespace llvm;

namespace raddle::vectorize {

bool isMovableOperation(const Instruction &instruction) {
  return isa<BinaryOperator, CastInst, CmpInst, SelectInst>(instruction) && !instruction.isIntDivRem();
}

BasicBlock *commonDominator(ArrayRef<Use *> uses, const DominatorTree &dominators) {
  BasicBlock *common = blockOf(*uses.front());
  for (const Use *use : uses.drop_front())
    common = dominators.findNearestCommonDominator(common, blockOf(*use));
  return common;
}

Instruction *firstUserIn(BasicBlock &block, ArrayRef<Use *> uses) {
  Instruction *first = block.getTerminator();
  for (const Use *use : uses) {
    auto *user = cast<Instruction>(use->getUser());
    if (user->getParent() == &block && !isa<PHINode>(user) && user->comesBefore(first))
      first = user;
  }
  return first;
}

} // namespace raddle::vectorize
