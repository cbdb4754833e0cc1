// Names for our passes, so that they can stand among LLVM's in the text of a pipeline, and what they tell LLVM.
#ifndef RADDLE_VECTORIZE_OPTIMIZE_REGISTER_PASSES_H
#define RADDLE_VECTORIZE_OPTIMIZE_REGISTER_PASSES_H

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Analysis.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>

namespace raddle::vectorize {

/// The name stands for these function passes, in this order.
template <typename... Passes>
void registerPasses(llvm::PassBuilder &builder, llvm::StringLiteral name, Passes... passes) {
  builder.registerPipelineParsingCallback(
      [name, passes...](llvm::StringRef asked, llvm::FunctionPassManager &manager,
                        llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (asked != name)
          return false;
        (manager.addPass(Passes(passes)), ...);
        return true;
      });
}

/// What a pass leaves as it was that changes instructions, if it does, but no branches.
inline llvm::PreservedAnalyses keepingControlFlow(bool changed) {
  if (!changed)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

} // namespace raddle::vectorize

#endif
