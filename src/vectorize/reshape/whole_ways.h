// Ways on which no lane of a warp is missing.
#ifndef RADDLE_VECTORIZE_RESHAPE_WHOLE_WAYS_H
#define RADDLE_VECTORIZE_RESHAPE_WHOLE_WAYS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before: normal form. After: whole warps do not come to blocks that others reach in parts, as far as these are short:
///
///   if (this tile is full)                 if (this tile is full)
///     i = first                              out[first] = f(in[first])         without masks
///   else if (first < n)        becomes     else if (first < n)
///     i = first                              out[first] = f(in[first])
///   else return
///   out[i] = f(in[i])
///
/// LLVM does at one place what both sides of a branch end with. For 32 lanes that is under masks, because some may be missing
/// on the one side, which is rare.
void separateWholeWays(CompileJob &job);

} // namespace raddle::vectorize

#endif
