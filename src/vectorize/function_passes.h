// LLVM's passes on one function, or on a module.
#ifndef RADDLE_VECTORIZE_FUNCTION_PASSES_H
#define RADDLE_VECTORIZE_FUNCTION_PASSES_H

#include <llvm/IR/PassManager.h>
#include <llvm/Target/TargetMachine.h>

namespace raddle::vectorize {

void runPasses(llvm::FunctionPassManager &passes, llvm::Function &function, llvm::TargetMachine &target);
void runPasses(llvm::ModulePassManager &passes, llvm::Module &module, llvm::TargetMachine &target);

} // namespace raddle::vectorize

#endif
