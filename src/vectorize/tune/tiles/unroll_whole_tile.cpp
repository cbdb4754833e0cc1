#include "vectorize/tune/tiles/unroll_whole_tile.h"

#include <llvm/IR/Constants.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

using namespace llvm;

namespace raddle::vectorize {

void unrollWholeTile(const Loop &loop, unsigned iterations, ArrayRef<PHINode *> counters) {
  BasicBlock *body = loop.getHeader(), *before = loop.getLoopPreheader();
  auto *branch = cast<BranchInst>(body->getTerminator());
  SmallVector<Instruction *, 256> once;
  for (Instruction &instruction : *body)
    if (!isa<PHINode>(instruction) && &instruction != branch)
      once.push_back(&instruction);
  ValueToValueMapTy last; // of each value, in the iteration that was copied last
  auto inLast = [&](Value *value) {
    Value *copy = last.lookup(value);
    return copy ? copy : value;
  };
  for (unsigned i = 1; i < iterations; ++i) {
    SmallVector<std::pair<PHINode *, Value *>, 64> begin;
    for (PHINode &phi : body->phis())
      if (phi.getBasicBlockIndex(body) >= 0)
        begin.emplace_back(&phi, inLast(phi.getIncomingValueForBlock(body)));
    ValueToValueMapTy copies;
    for (auto [phi, value] : begin)
      copies[phi] = value;
    for (Instruction *instruction : once) {
      Instruction *copy = instruction->clone();
      copy->setName(instruction->getName());
      copy->insertBefore(branch->getIterator());
      RemapInstruction(copy, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      copies[instruction] = copy;
    }
    for (Instruction *instruction : once)
      last[instruction] = copies.lookup(instruction);
  }
  for (Instruction *instruction : once)
    instruction->replaceUsesWithIf(inLast(instruction), [&](const Use &use) {
      auto *user = cast<Instruction>(use.getUser());
      return user == branch || isa<PHINode>(user);
    });
  Value *is_over = branch->getCondition();
  branch->setCondition(ConstantInt::getTrue(branch->getContext()));
  RecursivelyDeleteTriviallyDeadInstructions(is_over);
  for (PHINode *counter : counters) {
    Value *first = counter->getIncomingValueForBlock(before);
    counter->replaceAllUsesWith(first);
    counter->eraseFromParent();
  }
}

} // namespace raddle::vectorize
