#include "vectorize/tune/scheduling_border.h"

using namespace llvm;

namespace raddle::vectorize {

void loadLate(BasicBlock &block) {
  for (Instruction &instruction : make_early_inc_range(reverse(block))) {
    if (!isa<LoadInst, GetElementPtrInst, InsertElementInst, ShuffleVectorInst>(instruction))
      continue;
    Instruction *first = nullptr;
    for (User *user : instruction.users())
      if (auto *other = cast<Instruction>(user);
          other->getParent() == &block && !isa<PHINode>(other) && (!first || other->comesBefore(first)))
        first = other;
    if (first)
      instruction.moveBefore(first);
  }
}

} // namespace raddle::vectorize
