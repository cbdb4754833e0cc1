// Paths on which no lane of a warp is missing.
#ifndef RADDLE_VECTORIZE_RESHAPE_FULL_WARP_PATHS_H
#define RADDLE_VECTORIZE_RESHAPE_FULL_WARP_PATHS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before: normal form. After: full warps do not come to short blocks which other warps reach with a part of their lanes;
/// they have copies of these blocks:
///
///   if (this tile is full)                 if (this tile is full)
///     i = first                              out[first] = f(in[first])         without masks
///   else if (first < n)        becomes     else if (first < n)
///     i = first                              out[first] = f(in[first])
///   else return
///   out[i] = f(in[i])
///
/// LLVM merges the ends of both sides of a branch. The merged block runs under masks, because lanes may be missing on one
/// of the sides, the rare one. True where the kernel has changed.
bool separateFullWarpPaths(llvm::Function &kernel, const Input &input, Facts &facts);

} // namespace raddle::vectorize

#endif
