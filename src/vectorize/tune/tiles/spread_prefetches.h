// The next tile of global memory is prefetched while warps compute with this one.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_SPREAD_PREFETCHES_H
#define RADDLE_VECTORIZE_TUNE_TILES_SPREAD_PREFETCHES_H

#include "vectorize/compile_job.h"

#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

/// Before: the function runs all warps of a block, and its loops have their last form. After: where a loop loads in
/// each iteration from addresses that have a stride, and then computes in loops of known trip count, those loops
/// issue a prefetch per iteration for what the next iteration of the loop around them will load.
void spreadPrefetches(const CompileJob &job, llvm::FunctionPassManager &passes);

} // namespace raddle::vectorize

#endif
