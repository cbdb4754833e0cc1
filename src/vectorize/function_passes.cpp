#include "vectorize/function_passes.h"

#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

using namespace llvm;

namespace raddle::vectorize {

static PipelineTuningOptions tuning(int inliner_threshold) {
  PipelineTuningOptions options;
  options.InlinerThreshold = inliner_threshold;
  options.LoopVectorization = true;
  options.SLPVectorization = true;
  return options;
}

LlvmPasses::LlvmPasses(TargetMachine &target, int inliner_threshold, PassInstrumentationCallbacks *callbacks)
    : builder(&target, tuning(inliner_threshold), std::nullopt, callbacks) {
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(call_graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, call_graphs, modules);
}

void runPasses(FunctionPassManager &passes, Function &function, TargetMachine &target) {
  LlvmPasses llvm(target);
  passes.run(function, llvm.functions);
}

void runPasses(ModulePassManager &passes, Module &module, TargetMachine &target) {
  LlvmPasses llvm(target);
  passes.run(module, llvm.modules);
}

// LLVM's pass looks at all blocks that each variable's stores dominate. In a large kernel that is most of the code for each of
// thousands of variables, nearly all of which are used close to where they are set; this looks there.
bool promoteVariables(Function &function) {
  SmallVector<AllocaInst *, 64> variables;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&instruction); variable && isAllocaPromotable(variable))
      variables.push_back(variable);
  for (AllocaInst *variable : variables) {
    SmallVector<Instruction *, 16> accesses;
    for (User *user : make_early_inc_range(variable->users()))
      if (auto *access = cast<Instruction>(user); access->isLifetimeStartOrEnd())
        access->eraseFromParent();
      else
        accesses.push_back(access);
    SSAUpdater updater;
    LoadAndStorePromoter(accesses, updater, variable->getName()).run(accesses);
    variable->eraseFromParent();
  }
  return !variables.empty();
}

} // namespace raddle::vectorize
