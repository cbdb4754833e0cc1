// Accesses of a few lanes, whose numbers are known.
#ifndef RADDLE_VECTORIZE_TUNE_MEMORY_NARROW_ACCESSES_H
#define RADDLE_VECTORIZE_TUNE_MEMORY_NARROW_ACCESSES_H

#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

/// After: where only some neighbouring lanes load or store, a power of two of them, they access a vector of so many elements
/// without a mask. Processors forward such stores to later loads, and instruction sets without masks need one
/// access instead of one for each lane.
llvm::PreservedAnalyses narrowAccesses(llvm::Function &function, llvm::FunctionAnalysisManager &);

} // namespace raddle::vectorize

#endif
