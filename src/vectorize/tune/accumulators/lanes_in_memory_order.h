// Accumulators whose lanes lie as what is added to them.
#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_LANES_IN_MEMORY_ORDER_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_LANES_IN_MEMORY_ORDER_H

#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

/// Before: the function runs all warps of a block, and warps keep their accumulators in an array of the function. After:
/// where a loop adds products of one number and of neighbouring elements that belong to neighbouring accumulators of a lane,
/// these together lie in the order of the elements, so that nothing is shuffled in the loop.
llvm::PreservedAnalyses orderLanesAsMemory(llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                                           const llvm::TargetMachine &machine, const Report &report);

} // namespace raddle::vectorize

#endif
