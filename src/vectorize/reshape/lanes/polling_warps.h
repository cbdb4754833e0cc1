// Warps that poll memory while the others of their block have their turn later.
//
//   if (threadIdx.x == 0)
//     while (!flag[blockIdx.x]) {}        what comes from another block: the block as a whole may wait
//   __syncthreads();
//
// Where a loop runs one warp after the other, one that polls keeps those after it from running up to the next barrier. That does no
// harm if nothing that they would write there may be what it polls for.
#ifndef RADDLE_VECTORIZE_RESHAPE_LANES_POLLING_WARPS_H
#define RADDLE_VECTORIZE_RESHAPE_LANES_POLLING_WARPS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// With lanes = 32, in normal form. After: job.facts.polls_for_blocks says whether warps wait for other blocks only, and a flag
/// whether a loop of the kernel cannot go on before another thread has written something.
void notePolls(llvm::Function &kernel, const Input &input, Facts &facts, Outputs &outputs);

} // namespace raddle::vectorize

#endif
