// Unroll-and-jam of loops over the warps of a block.
#ifndef RADDLE_VECTORIZE_TUNE_WARPS_UNROLL_AND_JAM_WARP_LOOP_H
#define RADDLE_VECTORIZE_TUNE_WARPS_UNROLL_AND_JAM_WARP_LOOP_H

#include "vectorize/compile_job.h"

#include <llvm/IR/Function.h>

namespace raddle::vectorize {

/// Before: a loop over the warps runs what they do between two barriers, which is a long dependence chain.
/// After: two iterations of the loop are unrolled and jammed, operation by operation, as far as their values fit into the
/// registers. The last one of an odd number of warps has an iteration of its own.
void unrollAndJamWarpLoop(const CompileJob &job, llvm::Function &function);

} // namespace raddle::vectorize

#endif
