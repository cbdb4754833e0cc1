// Where the loop over the warps of a kernel without barriers is divided.
//
// What a warp does may be one long chain of operations that wait for each other. The processor looks ahead by
// some hundred operations only, and does not see the next warp's while it waits for this one's. So all warps run
// up to a seam, and then on from there, as at a barrier:
//
//   for (warp ...) { x = f(warp); g(warp, x); }      becomes      for (warp ...) xs[warp] = f(warp);
//                                                                for (warp ...) g(warp, xs[warp]);
#ifndef RADDLE_VECTORIZE_BLOCK_SEAMS_H
#define RADDLE_VECTORIZE_BLOCK_SEAMS_H

#include "vectorize/compile_job.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

/// Whether the kernel, which waits nowhere, is one that seams could be put into, at a glance.
bool mayHaveSeams(const CompileJob &job);

/// Puts barriers into the kernel where that is estimated to pay, and returns them: none in most cases. All warps
/// come to each of them: those that have returned before come there to return behind it.
llvm::SmallVector<llvm::CallInst *, 4> insertSeams(CompileJob &job);

} // namespace raddle::vectorize

#endif
