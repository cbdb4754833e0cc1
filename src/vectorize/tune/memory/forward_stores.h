// Vectors that a block of instructions stores and loads again stay in registers.
#ifndef RADDLE_VECTORIZE_TUNE_MEMORY_FORWARD_STORES_H
#define RADDLE_VECTORIZE_TUNE_MEMORY_FORWARD_STORES_H

#include "vectorize/compile_job.h"

#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

/// Before: a stage of an exchange network loads what the stage before it has stored, in vectors of other lengths, or at addresses
/// that are sums of other terms. After: the values are put together from those that have been stored, and stores that
/// are overwritten before any instruction reads them are gone. LLVM's passes find stores and loads of the same length at the same
/// address only, or within a limited number of instructions.
llvm::PreservedAnalyses forwardStores(llvm::Function &function, llvm::FunctionAnalysisManager &,
                                      const Outputs &outputs);

} // namespace raddle::vectorize

#endif
