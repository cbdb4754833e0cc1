#include "analysis/polling_loops.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace raddle::analysis {

namespace {

bool touchesSharedState(const Instruction &instruction) {
  return instruction.isAtomic() || instruction.isVolatile();
}

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

// A fence, or an empty `asm volatile("" ::: "memory")`: plain loads behind it are made anew.
bool hasFence(const Loop &loop) {
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (isa<FenceInst>(instruction) || (call && call->isInlineAsm() && call->mayWriteToMemory()))
        return true;
    }
  return false;
}

// A plain load of memory that other threads may change: not of a local variable, and not through the hidden
// first parameter, which holds threadIdx and the like.
bool readsCommonMemory(const LoadInst &load) {
  const Value *object = getUnderlyingObject(load.getPointerOperand());
  auto *argument = dyn_cast<Argument>(object);
  return !isa<AllocaInst>(object) && !(argument && argument->getArgNo() == 0) &&
         !load.hasMetadata(LLVMContext::MD_invariant_load);
}

// Walks backwards from the exit conditions, through data and, at joins, through the branch that decided.
bool exitDependsOnSharedState(Loop &loop, DominatorTree &dominators, PostDominatorTree &post_dominators) {
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
  // What is done inside `if (c) ...` also depends on c; what is done whichever way c goes does not, such as all that
  // follows a loop inside this one.
  auto addConditionsAround = [&](BasicBlock *block) {
    for (auto *node = dominators.getNode(block); node && node->getIDom(); node = node->getIDom()) {
      BasicBlock *dominator = node->getIDom()->getBlock();
      if (!loop.contains(dominator))
        break;
      if (!post_dominators.dominates(block, dominator))
        addCondition(dominator);
    }
  };
  for (BasicBlock *block : exiting) {
    addCondition(block);
    addConditionsAround(block);
  }

  const bool has_fence = hasFence(loop);
  SmallPtrSet<Value *, 32> seen;
  while (!worklist.empty()) {
    auto *instruction = dyn_cast<Instruction>(worklist.pop_back_val());
    if (!instruction || !loop.contains(instruction) || !seen.insert(instruction).second)
      continue;
    auto *load = dyn_cast<LoadInst>(instruction);
    if (readsSharedState(*instruction) || (has_fence && load && readsCommonMemory(*load)))
      return true;
    // With -G, variables stay in memory: what is loaded is what the loop has stored.
    if (auto *variable = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr)
      for (User *user : variable->users())
        if (auto *store = dyn_cast<StoreInst>(user); store && loop.contains(store)) {
          worklist.push_back(store->getValueOperand());
          addConditionsAround(store->getParent());
        }
    for (Value *operand : instruction->operands())
      worklist.push_back(operand);
    if (isa<PHINode>(instruction) && instruction->getParent() != loop.getHeader())
      if (auto *node = dominators.getNode(instruction->getParent()); node && node->getIDom())
        addCondition(node->getIDom()->getBlock());
  }
  return false;
}

bool polls(Loop &loop, DominatorTree &dominators, PostDominatorTree &post_dominators) {
  if (loop.hasNoExitBlocks()) {
    for (BasicBlock *block : loop.blocks())
      for (Instruction &instruction : *block)
        if (readsSharedState(instruction))
          return true;
    return false;
  }
  return exitDependsOnSharedState(loop, dominators, post_dominators);
}

} // namespace

SmallVector<Loop *, 4> pollingLoops(Function &function, LoopInfo &loops, DominatorTree &dominators) {
  PostDominatorTree post_dominators(function);
  SmallVector<Loop *, 4> polling;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (polls(*loop, dominators, post_dominators))
      polling.push_back(loop);
  return polling;
}

} // namespace raddle::analysis
