// Fission of the loop over the warps of a kernel: between rows of memory (row_fission.h), in loops that stream through memory
// (streaming_loops.h), and within one long dependence chain of a kernel without barriers, which is what follows here:
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

namespace raddle::vectorize {

/// With lanes = 32, after widen. After: a kernel has barriers, marked with the metadata marker::kFissionPoint, where that is estimated to pay: in few kernels. All warps come to each of them: those that would have returned before come
/// there, and return after it. The rows up to dropFissionPoints deal with them.
bool insertFissionPoints(llvm::Function &kernel, const Input &input, llvm::TargetMachine &machine,
                         const Facts &facts);

/// After: where loopOverWarps has not made loops, no fission points are left.
bool dropFissionPoints(llvm::Module &module);

} // namespace raddle::vectorize

#endif
