// Fission of the loop over the warps of a kernel without barriers.
//
// A warp may run one long dependence chain. The processor looks ahead by some hundred operations only, and
// does not see those of the next warp while it waits for this one. So all warps run up to a fission point,
// and then on from there, as at a barrier:
//
//   for (warp ...) { x = f(warp); g(warp, x); }      becomes      for (warp ...) xs[warp] = f(warp);
//                                                                for (warp ...) g(warp, xs[warp]);
#ifndef RADDLE_VECTORIZE_BLOCK_FISSION_POINTS_H
#define RADDLE_VECTORIZE_BLOCK_FISSION_POINTS_H

#include "vectorize/compile_job.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

/// Whether the kernel, which waits nowhere, has a size for which fission may pay.
bool mayHaveFissionPoints(const CompileJob &job);

/// Puts barriers into the kernel where that is estimated to pay, and returns them: none in most cases. All warps
/// come to each of them: those that would have returned before come there, and return after it.
llvm::SmallVector<llvm::CallInst *, 4> insertFissionPoints(CompileJob &job);

} // namespace raddle::vectorize

#endif
