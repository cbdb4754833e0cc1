// Two iterations of a loop that will become several.
#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_UNROLL_ACCUMULATOR_LOOPS_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_UNROLL_ACCUMULATOR_LOOPS_H

#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

/// After: where `split-accumulator-loops` will make several loops out of one, this one does two iterations in each, if
/// their number is known and even. So each of its parts counts, and prefetches, half as often. Stands in front of
/// passes that hide how often the loop runs.
void unrollAccumulatorLoops(const CompileJob &job, llvm::FunctionPassManager &passes);

} // namespace raddle::vectorize

#endif
