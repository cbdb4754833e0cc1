// Accumulator loops are unrolled before they are split.
#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_UNROLL_ACCUMULATOR_LOOPS_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_UNROLL_ACCUMULATOR_LOOPS_H

#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

/// After: where `split-accumulator-loops` will make several loops out of one, this one does four or two iterations in each,
/// if its trip count is known and a multiple. So each of the new loops counts, and prefetches, less often. Comes before
/// passes that hide how often the loop runs.
llvm::PreservedAnalyses unrollAccumulatorLoops(llvm::Function &function,
                                               llvm::FunctionAnalysisManager &analyses,
                                               const llvm::TargetMachine &machine);

} // namespace raddle::vectorize

#endif
