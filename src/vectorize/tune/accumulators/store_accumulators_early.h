// Sums that are stored behind a loop are complete one after the other.
#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_STORE_ACCUMULATORS_EARLY_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_STORE_ACCUMULATORS_EARLY_H

#include "vectorize/compile_job.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

/// Before: loops have their last form. After, on Zen: where a loop of known length adds up many vectors in registers,
/// and these are only stored behind it, its last iteration stands behind it, and adds up and stores a few of them at a
/// time.
void storeAccumulatorsEarly(const CompileJob &job, llvm::FunctionPassManager &passes);

} // namespace raddle::vectorize

#endif
