#include "vectorize/function_passes.h"

#include <llvm/Passes/PassBuilder.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

struct Analyses {
  explicit Analyses(TargetMachine &target) : builder(&target) {
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(call_graphs);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, call_graphs, modules);
  }
  PassBuilder builder;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager call_graphs;
  ModuleAnalysisManager modules;
};

} // namespace

void runPasses(FunctionPassManager &passes, Function &function, TargetMachine &target) {
  Analyses analyses(target);
  passes.run(function, analyses.functions);
}

void runPasses(ModulePassManager &passes, Module &module, TargetMachine &target) {
  Analyses analyses(target);
  passes.run(module, analyses.modules);
}

} // namespace raddle::vectorize
