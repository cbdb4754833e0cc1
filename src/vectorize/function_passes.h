// LLVM's passes on one function, or on a module.
#ifndef RADDLE_VECTORIZE_FUNCTION_PASSES_H
#define RADDLE_VECTORIZE_FUNCTION_PASSES_H

#include "vectorize/llvm.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

namespace raddle::vectorize {

/// LLVM's pass builder with all its analyses registered, for one run over one module.
struct LlvmPasses {
  static constexpr int kOwnThreshold = -1; // LLVM's own

  explicit LlvmPasses(llvm::TargetMachine &target, int inliner_threshold = kOwnThreshold,
                      llvm::PassInstrumentationCallbacks *callbacks = nullptr);

  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager call_graphs;
  llvm::ModuleAnalysisManager modules;
};

void runPasses(llvm::FunctionPassManager &passes, llvm::Function &function, llvm::TargetMachine &target);
void runPasses(llvm::ModulePassManager &passes, llvm::Module &module, llvm::TargetMachine &target);

/// Variables on the stack of a function become values, where all of a variable is loaded and stored. Whether there are any.
bool promoteVariables(llvm::Function &function);

} // namespace raddle::vectorize

#endif
