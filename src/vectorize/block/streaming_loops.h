// Interchange of the warp loop with loops that stream through memory.
//
// Without a barrier in it, a warp goes through a whole loop before the next warp begins. What the warps read in one
// iteration lies side by side, but what one warp reads in two iterations lies far apart: each warp touches a part of each
// page. So such a loop gets barriers, which put it outside of the warp loop:
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

/// Whether the kernel, for one warp, has a loop that reads enough.
bool mayHaveStreamingLoops(const CompileJob &job);

/// Puts barriers into such loops and returns them: none in most cases. All warps that enter such a loop make equally many
/// iterations; the caller finds out whether all warps of a block enter it.
llvm::SmallVector<llvm::CallInst *, 4> interchangeStreamingLoops(CompileJob &job);

} // namespace raddle::vectorize

#endif
