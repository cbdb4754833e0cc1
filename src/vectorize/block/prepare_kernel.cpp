#include "vectorize/block/prepare_kernel.h"

#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/function_passes.h"

#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SCCP.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

using namespace llvm;

namespace raddle::vectorize {

using nvvm::Runtime;

static bool isCallOfOneOf(const Instruction &instruction, std::initializer_list<Runtime> functions) {
  const nvvm::RuntimeFunction *called = nvvm::calledRuntimeFunction(instruction);
  return called && is_contained(functions, called->id);
}

bool meetsOtherBlocks(const Instruction &instruction) {
  return isCallOfOneOf(instruction, {Runtime::raddle_grid_sync, Runtime::raddle_multi_grid_sync,
                                     Runtime::raddle_cluster_arrive, Runtime::raddle_cluster_wait});
}

const CallInst *asBarrier(const Instruction &instruction) {
  return meetsOtherBlocks(instruction) || isCallOfOneOf(instruction, {Runtime::raddle_syncthreads,
                                                                      Runtime::raddle_warp_syncthreads_count,
                                                                      Runtime::raddle_barrier_tile})
             ? cast<CallInst>(&instruction)
             : nullptr;
}

bool isFissionPoint(const Instruction &instruction) { return instruction.hasMetadata(marker::kFissionPoint); }

CallInst *createFissionPoint(Instruction &before) {
  Function &kernel = *before.getFunction();
  auto *call = CallInst::Create(nvvm::declare(*kernel.getParent(), nvvm::Runtime::raddle_syncthreads),
                                kernel.getArg(0), "", before.getIterator());
  call->setMetadata(marker::kFissionPoint, MDNode::get(kernel.getContext(), {}));
  return call;
}

void cleanUp(Function &kernel, TargetMachine &target) {
  promoteVariables(kernel);
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass());
  passes.addPass(SCCPPass());
  passes.addPass(SimplifyCFGPass());
  runPasses(passes, kernel, target);
}

void sinkFieldAddresses(Function &kernel) {
  for (User *user : make_early_inc_range(kernel.getArg(0)->users())) {
    auto *address = dyn_cast<GetElementPtrInst>(user);
    if (!address || !address->hasAllConstantIndices())
      continue;
    for (Use &use : make_early_inc_range(address->uses())) {
      auto *access = cast<Instruction>(use.getUser());
      if (access->getParent() == address->getParent() || isa<PHINode>(access))
        continue;
      Instruction *copy = address->clone();
      copy->insertBefore(access);
      use.set(copy);
    }
    if (address->use_empty())
      address->eraseFromParent();
  }
}

void dropClosingPhis(Function &kernel, const WarpVariance &variance,
                     const BarrierRegions::Blocks &after_barriers) {
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  auto leavesBarriers = [&](const PHINode &phi, const Value &value) {
    auto *instruction = dyn_cast<Instruction>(&value);
    const Loop *loop = instruction ? loops.getLoopFor(instruction->getParent()) : nullptr;
    if (!loop)
      return true;
    for (; loop && !loop->contains(&phi); loop = loop->getParentLoop())
      if (any_of(after_barriers, [&](const BasicBlock *block) { return loop->contains(block); }))
        return true;
    return false;
  };
  for (BasicBlock &block : kernel)
    for (PHINode &phi : make_early_inc_range(block.phis())) {
      Value *value = phi.getIncomingValue(0);
      if (phi.getNumIncomingValues() != 1 || variance.differs(&phi) != variance.differs(value) ||
          !leavesBarriers(phi, *value))
        continue;
      phi.replaceAllUsesWith(value);
      phi.eraseFromParent();
    }
}

} // namespace raddle::vectorize
