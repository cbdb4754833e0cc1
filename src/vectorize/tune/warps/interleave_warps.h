// Two warps of a block interleaved, where one waits for its own results.
#ifndef RADDLE_VECTORIZE_TUNE_WARPS_INTERLEAVE_WARPS_H
#define RADDLE_VECTORIZE_TUNE_WARPS_INTERLEAVE_WARPS_H

#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

/// Before: LLVM has simplified the loops. After: where a loop over warps (isWarpLoop) holds a loop whose iterations
/// wait for each other longer than they keep the processor busy, two warps run it interleaved, iteration by iteration.
llvm::PreservedAnalyses interleaveWarps(llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                                        const llvm::TargetMachine &machine, const Report &report);

} // namespace raddle::vectorize

#endif
