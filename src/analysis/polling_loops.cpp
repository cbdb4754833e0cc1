#include "analysis/polling_loops.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace raddle::analysis {

namespace {

bool touchesSharedState(const Instruction &instruction) { return instruction.isAtomic() || instruction.isVolatile(); }

// Whether a call can end in a volatile or atomic access. Unknown callees may.
bool mayTouchSharedState(const Function *callee, SmallPtrSetImpl<const Function *> &seen) {
  if (!callee)
    return true;
  if (callee->isIntrinsic() || callee->isDeclaration() || !seen.insert(callee).second)
    return false;
  for (const Instruction &instruction : instructions(callee)) {
    if (touchesSharedState(instruction))
      return true;
    if (auto *call = dyn_cast<CallBase>(&instruction))
      if (mayTouchSharedState(call->getCalledFunction(), seen))
        return true;
  }
  return false;
}

bool readsSharedState(const Instruction &instruction) {
  if (touchesSharedState(instruction))
    return !isa<StoreInst>(instruction) && !isa<FenceInst>(instruction);
  if (auto *call = dyn_cast<CallBase>(&instruction)) {
    SmallPtrSet<const Function *, 8> seen;
    return !call->getType()->isVoidTy() && mayTouchSharedState(call->getCalledFunction(), seen);
  }
  return false;
}

// Walks backwards from the exit conditions, through data and, at joins, through the branch that decided.
bool exitDependsOnSharedState(Loop &loop, DominatorTree &dominators) {
  SmallVector<Value *, 16> worklist;
  SmallVector<BasicBlock *, 8> exiting;
  loop.getExitingBlocks(exiting);
  auto addCondition = [&](BasicBlock *block) {
    Instruction *terminator = block->getTerminator();
    if (auto *branch = dyn_cast<BranchInst>(terminator); branch && branch->isConditional())
      worklist.push_back(branch->getCondition());
    else if (auto *choice = dyn_cast<SwitchInst>(terminator))
      worklist.push_back(choice->getCondition());
  };
  for (BasicBlock *block : exiting) {
    addCondition(block);
    // An exit inside `if (c) ...; break;` also depends on c.
    for (auto *node = dominators.getNode(block); node && node->getIDom(); node = node->getIDom()) {
      BasicBlock *dominator = node->getIDom()->getBlock();
      if (!loop.contains(dominator))
        break;
      addCondition(dominator);
    }
  }

  SmallPtrSet<Value *, 32> seen;
  while (!worklist.empty()) {
    auto *instruction = dyn_cast<Instruction>(worklist.pop_back_val());
    if (!instruction || !loop.contains(instruction) || !seen.insert(instruction).second)
      continue;
    if (readsSharedState(*instruction))
      return true;
    for (Value *operand : instruction->operands())
      worklist.push_back(operand);
    if (isa<PHINode>(instruction) && instruction->getParent() != loop.getHeader())
      if (auto *node = dominators.getNode(instruction->getParent()); node && node->getIDom())
        addCondition(node->getIDom()->getBlock());
  }
  return false;
}

bool polls(Loop &loop, DominatorTree &dominators) {
  if (loop.hasNoExitBlocks()) {
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block)
        if (readsSharedState(instruction))
          return true;
    return false;
  }
  return exitDependsOnSharedState(loop, dominators);
}

}  // namespace

SmallVector<Loop *, 4> pollingLoops(Function &function, LoopInfo &loops, DominatorTree &dominators) {
  SmallVector<Loop *, 4> polling;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (polls(*loop, dominators))
      polling.push_back(loop);
  return polling;
}

}  // namespace raddle::analysis
