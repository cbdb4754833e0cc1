// Names for our passes, so that they can stand among LLVM's in the text of a pipeline.
#ifndef RADDLE_VECTORIZE_OPTIMIZE_REGISTER_PASSES_H
#define RADDLE_VECTORIZE_OPTIMIZE_REGISTER_PASSES_H

#include <llvm/ADT/StringRef.h>
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

} // namespace raddle::vectorize

#endif
