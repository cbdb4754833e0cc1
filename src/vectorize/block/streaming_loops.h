// Loops that read much memory, which the warps of a block go through together.
//
// Without a barrier in it, a warp would go through the whole loop before the next one begins, although what they read in
// one iteration lies side by side, and that of two iterations far apart: a part of each page, again and again. So they meet
// in each iteration, as at a barrier:
//
//   for (warp ...)                                      for (tile ...)
//     for (tile ...)                  becomes             for (warp ...)
//       sum += 16 elements of in[tile + warp]               sums[warp] += 16 elements of in[tile + warp]
#ifndef RADDLE_VECTORIZE_BLOCK_STREAMING_LOOPS_H
#define RADDLE_VECTORIZE_BLOCK_STREAMING_LOOPS_H

#include "vectorize/compile_job.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

/// Whether the kernel has a loop that may be one of these, at a glance.
bool mayHaveStreamingLoops(const CompileJob &job);

/// Puts barriers into such loops and returns them: none in most cases. All warps that come to such a loop make as many
/// iterations; whether all come is not asked.
llvm::SmallVector<llvm::CallInst *, 4> meetInStreamingLoops(CompileJob &job);

} // namespace raddle::vectorize

#endif
