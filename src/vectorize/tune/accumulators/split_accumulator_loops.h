// Fission of loops that keep more accumulators than the processor has registers.
#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_SPLIT_ACCUMULATOR_LOOPS_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_SPLIT_ACCUMULATOR_LOOPS_H

#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

/// Before: LLVM has simplified the loops. After: an innermost loop whose accumulators exceed the registers, and do not
/// depend on each other, is several loops one after the other, each with as many as fit. What they have in common is
/// computed once, before them, unless it is only loaded.
llvm::PreservedAnalyses splitAccumulatorLoops(llvm::Function &function,
                                              llvm::FunctionAnalysisManager &analyses,
                                              const llvm::TargetMachine &machine, const Report &report);

} // namespace raddle::vectorize

#endif
