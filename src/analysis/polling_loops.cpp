#include "analysis/polling_loops.h"

#include "analysis/awaited_writes.h"
#include "nvvm/address_spaces.h"
#include "nvvm/runtime_functions.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace raddle::analysis {

namespace {

using nvvm::Runtime;

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

// A fence, or an empty `asm volatile("" ::: "memory")`: plain loads after it read memory again.
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

// Whether threads come to a barrier of their block in each iteration.
bool meetsBlockInEachIteration(const Loop &loop, const DominatorTree &dominators) {
  SmallVector<BasicBlock *, 4> latches;
  loop.getLoopLatches(latches);
  return any_of(loop.blocks(), [&](const BasicBlock *block) {
    return any_of(*block, nvvm::isBarrierOfWholeBlock) &&
           all_of(latches, [&](const BasicBlock *latch) { return dominators.dominates(block, latch); });
  });
}

// Blocks of a cluster write to each other's shared memory.
bool mayReachOtherBlocksMemory(const Module &module) {
  constexpr Runtime kOfClusters[] = {Runtime::raddle_cluster_map_shared, Runtime::raddle_cluster_arrive,
                                     Runtime::raddle_cluster_wait};
  return any_of(kOfClusters,
                [&](Runtime function) { return module.getFunction(nvvm::rowOf(function).name) != nullptr; });
}

// Whether a load or an atomic access reads the block's shared memory.
bool readsSharedMemory(const Instruction &access) {
  const Value *pointer = accessedAddress(access);
  return pointer &&
         getUnderlyingObject(pointer)->getType()->getPointerAddressSpace() == nvvm::kSharedAddressSpace;
}

// Goes backwards from the exit conditions, through data and, at reconvergence points, through the branch that decided.
class ExitReads {
public:
  ExitReads(Loop &loop, DominatorTree &dominators, PostDominatorTree &post_dominators)
      : loop_(loop), dominators_(dominators), post_dominators_(post_dominators), has_fence_(hasFence(loop)),
        block_meets_(meetsBlockInEachIteration(loop, dominators) &&
                     !mayReachOtherBlocksMemory(*loop.getHeader()->getModule())) {}

  SmallVector<Instruction *, 4> find() {
    SmallVector<BasicBlock *, 8> exiting;
    loop_.getExitingBlocks(exiting);
    for (BasicBlock *block : exiting) {
      addCondition(block);
      addConditionsAround(block);
    }
    while (!worklist_.empty()) {
      const Read use = worklist_.pop_back_val();
      auto *instruction = dyn_cast<Instruction>(use.value);
      if (instruction && loop_.contains(instruction) && seen_.insert({instruction, use.as_address}).second)
        visit(*instruction, use.as_address);
    }
    return reads_.takeVector();
  }

private:
  // A value that the end of the loop depends on. A plain load that only yields the address of another one is not polled: no
  // program waits until such an address changes.
  struct Read {
    Value *value;
    bool as_address;
  };

  void addCondition(BasicBlock *block) {
    Instruction *terminator = block->getTerminator();
    if (auto *branch = dyn_cast<BranchInst>(terminator); branch && branch->isConditional())
      worklist_.push_back({branch->getCondition(), false});
    else if (auto *choice = dyn_cast<SwitchInst>(terminator))
      worklist_.push_back({choice->getCondition(), false});
  }

  // What is done inside `if (c) ...` also depends on c; what is done whichever way c goes does not, such as all that
  // follows a loop inside this one.
  void addConditionsAround(BasicBlock *block) {
    for (auto *node = dominators_.getNode(block); node && node->getIDom(); node = node->getIDom()) {
      BasicBlock *dominator = node->getIDom()->getBlock();
      if (!loop_.contains(dominator))
        break;
      if (!post_dominators_.dominates(block, dominator))
        addCondition(dominator);
    }
  }

  void visit(Instruction &instruction, bool as_address) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if ((readsSharedState(instruction) || (has_fence_ && !as_address && load && readsCommonMemory(*load))) &&
        !(block_meets_ && readsSharedMemory(instruction)))
      reads_.insert(&instruction);
    // With -G, variables stay in memory: what is loaded is what the loop has stored.
    if (auto *variable = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr)
      for (User *user : variable->users())
        if (auto *store = dyn_cast<StoreInst>(user); store && loop_.contains(store)) {
          worklist_.push_back({store->getValueOperand(), as_address});
          addConditionsAround(store->getParent());
        }
    for (Use &operand : instruction.operands())
      worklist_.push_back({operand, as_address || isAddress(operand)});
    if (isa<PHINode>(instruction) && instruction.getParent() != loop_.getHeader())
      if (auto *node = dominators_.getNode(instruction.getParent()); node && node->getIDom())
        addCondition(node->getIDom()->getBlock());
  }

  static bool isAddress(const Use &operand) {
    auto *user = cast<Instruction>(operand.getUser());
    return getLoadStorePointerOperand(user) == operand ||
           (isa<AtomicRMWInst, AtomicCmpXchgInst>(user) && operand.getOperandNo() == 0);
  }

  Loop &loop_;
  DominatorTree &dominators_;
  PostDominatorTree &post_dominators_;
  const bool has_fence_, block_meets_;
  SmallVector<Read, 16> worklist_;
  SmallSet<std::pair<Instruction *, bool>, 32> seen_;
  SetVector<Instruction *, SmallVector<Instruction *, 4>> reads_;
};

bool touchesSharedStateForEver(Loop &loop) {
  return loop.hasNoExitBlocks() && any_of(loop.blocks(), [](BasicBlock *block) {
           return any_of(*block, [](Instruction &each) { return readsSharedState(each); });
         });
}

} // namespace

SmallVector<PollingLoop, 4> pollingLoops(Function &function, LoopInfo &loops, DominatorTree &dominators) {
  PostDominatorTree post_dominators(function);
  SmallVector<PollingLoop, 4> polling;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    PollingLoop found{loop, ExitReads(*loop, dominators, post_dominators).find()};
    if (!found.polled.empty() || touchesSharedStateForEver(*loop))
      polling.push_back(std::move(found));
  }
  return polling;
}

} // namespace raddle::analysis
