// Guarded code that all lanes of a warp come to together.
#ifndef RADDLE_VECTORIZE_RESHAPE_LOOPS_FULL_WARP_GUARDS_H
#define RADDLE_VECTORIZE_RESHAPE_LOOPS_FULL_WARP_GUARDS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before and after: normal form. A few operations that load or store neighbouring elements after a bound test,
///
///   if (i < n) a[i] = b[i] + s * c[i];
///
/// get a version for warps of which no lane is missing, so that nothing in it needs a mask; and so does code with a loop that
/// lanes go through together.
///
/// Before warps are fused, so that the guard is put to all fused warps together, and where they all pass it none of them goes
/// its own way: guards around loops first, then all others that pay.
bool versionGuardedLoops(llvm::Function &kernel, const Input &input, Facts &facts, const Report &report);
bool versionGuardedAccesses(llvm::Function &kernel, const Input &input, Facts &facts, const Report &report);

} // namespace raddle::vectorize

#endif
