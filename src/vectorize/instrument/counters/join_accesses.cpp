// Neighbours that a thread loads or stores together, and that are aligned as a vector, are one access on a GPU. LLVM has the pass
// that joins them there; here it must not know the machine that the code is for, which has other vectors.

#include "vectorize/passes.h"

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Vectorize/LoadStoreVectorizer.h>

using namespace llvm;

namespace raddle::vectorize {

void joinAccesses(Module &module) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager call_graphs;
  ModuleAnalysisManager modules;
  PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(call_graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, call_graphs, modules);
  ModulePassManager pipeline;
  pipeline.addPass(createModuleToFunctionPassAdaptor(LoadStoreVectorizerPass()));
  pipeline.run(module, modules);
}

} // namespace raddle::vectorize
