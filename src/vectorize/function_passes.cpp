#include "vectorize/function_passes.h"

#include <llvm/Transforms/Utils/PromoteMemToReg.h>

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

bool promoteVariables(Function &function) {
  SmallVector<AllocaInst *, 64> variables;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&instruction); variable && isAllocaPromotable(variable))
      variables.push_back(variable);
  if (variables.empty())
    return false;
  DominatorTree dominators(function);
  PromoteMemToReg(variables, dominators);
  return true;
}

} // namespace raddle::vectorize
