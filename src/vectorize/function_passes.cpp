#include "vectorize/function_passes.h"

#include <llvm/Passes/PassBuilder.h>

using namespace llvm;

namespace raddle::vectorize {

void runPasses(FunctionPassManager &passes, Function &function, TargetMachine &target) {
  PassBuilder builder(&target);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager call_graphs;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(call_graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, call_graphs, modules);
  passes.run(function, functions);
}

} // namespace raddle::vectorize
