// Interchange of the warp loop with loops that stream through memory.
//
// Without a barrier in it, a warp goes through a whole loop before the next warp begins. What the warps read in one
// iteration lies side by side, but what one warp reads in two iterations lies far apart: each warp touches a part of each
// page. So such a loop gets a fission point, which puts it outside of the warp loop:
//
//   for (warp ...)                                      for (tile ...)
//     for (tile ...)                  becomes             for (warp ...)
//       sum += 16 elements of in[tile + warp]               sums[warp] += 16 elements of in[tile + warp]
#ifndef RADDLE_VECTORIZE_BLOCK_STREAMING_LOOPS_H
#define RADDLE_VECTORIZE_BLOCK_STREAMING_LOOPS_H

#include <llvm/IR/Function.h>
#include <llvm/Target/TargetMachine.h>

namespace raddle::vectorize {

/// Whether the kernel, for one warp, has a loop that reads enough. Its variables need not be values yet.
bool mayHaveStreamingLoops(const llvm::Function &kernel);

/// Puts fission points into such loops, and returns whether there are any. All warps that enter such a loop make equally many
/// iterations; loop-over-warps finds out whether all warps of a block enter it.
bool divideStreamingLoops(llvm::Function &kernel, llvm::TargetMachine &machine);

} // namespace raddle::vectorize

#endif
