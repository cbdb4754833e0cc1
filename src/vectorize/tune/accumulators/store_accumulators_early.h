// Accumulators that are stored after a loop are complete one after the other.
#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_STORE_ACCUMULATORS_EARLY_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_STORE_ACCUMULATORS_EARLY_H

#include "vectorize/compile_job.h"

#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

/// Before: loops have their last form. After, on processors on which many stores in a row hold up the code after them: where
/// a loop of known trip count adds up many vectors in registers, and these are only stored after it, its last iteration
/// stands after it, and adds up and stores a few of them at a time.
void storeAccumulatorsEarly(const CompileJob &job, llvm::FunctionPassManager &passes);

} // namespace raddle::vectorize

#endif
