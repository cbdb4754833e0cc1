// Warps that poll memory while the others of their block have their turn later.
//
//   if (threadIdx.x == 0)
//     while (!flag[blockIdx.x]) {}        what comes from another block: the block as a whole may wait
//   __syncthreads();
//
// Where warps take turns in a loop, one that polls keeps those behind it from running up to the next barrier. That does no
// harm if nothing that they would write there may be what it polls for.
#ifndef RADDLE_VECTORIZE_WIDEN_POLLING_WARPS_H
#define RADDLE_VECTORIZE_WIDEN_POLLING_WARPS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

enum class PollingWarps {
  kNone,        // no warp polls
  kForBlocks,   // warps wait for other blocks only
  kForAnything, // warps may wait for others of their block
};

/// Before: the normal form. `kernel` is the whole kernel but for functions that stay.
PollingWarps pollingWarps(const llvm::Function &kernel, const BlockClass &block);

/// Whether a loop of the kernel cannot go on before another thread has written something.
bool waitsForWrites(const llvm::Function &kernel);

} // namespace raddle::vectorize

#endif
