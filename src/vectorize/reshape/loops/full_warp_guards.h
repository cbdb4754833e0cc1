// What all lanes of a warp come to together behind a guard.
#ifndef RADDLE_VECTORIZE_RESHAPE_LOOPS_FULL_WARP_GUARDS_H
#define RADDLE_VECTORIZE_RESHAPE_LOOPS_FULL_WARP_GUARDS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before and after: normal form. A few operations that load or store neighbouring elements behind a bound for all lanes,
///
///   if (i < n) a[i] = b[i] + s * c[i];
///
/// get a copy for warps of which no lane is missing, so that nothing in it needs a mask; and so does what holds a loop that
/// lanes go through together.
///
/// Those around loops before warps are fused, so that they go through the loops in step; then all others that pay.
bool versionGuardedLoops(llvm::Function &kernel, const Input &input, Facts &facts);
bool versionGuardedAccesses(llvm::Function &kernel, const Input &input, Facts &facts);

} // namespace raddle::vectorize

#endif
