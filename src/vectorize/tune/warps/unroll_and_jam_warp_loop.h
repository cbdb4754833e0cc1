// Two warps of a block in each iteration of a loop over the warps.
#ifndef RADDLE_VECTORIZE_TUNE_WARPS_UNROLL_AND_JAM_WARP_LOOP_H
#define RADDLE_VECTORIZE_TUNE_WARPS_UNROLL_AND_JAM_WARP_LOOP_H

#include "vectorize/compile_job.h"

#include <llvm/IR/Function.h>

namespace raddle::vectorize {

/// Before: between two barriers the warps take turns in loops, each a long chain of operations that wait for each other.
/// After: what two warps do then stands in one iteration, operation by operation, as far as their values fit into the
/// registers. The last one of an odd number has its turn alone.
void unrollAndJamWarpLoop(const CompileJob &job, llvm::Function &function);

} // namespace raddle::vectorize

#endif
