// Loads of which each side of a branch has one.
#ifndef RADDLE_VECTORIZE_RESHAPE_SINK_LOADS_H
#define RADDLE_VECTORIZE_RESHAPE_SINK_LOADS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before: the kernel is in normal form. After: where both sides of a branch end in a load from an address without a pattern,
/// there is one load after them:
///
///   if (y < x)                     p = y < x ? &b[++j] : &a[++i];
///     y = b[++j];        becomes   z = *p;
///   else                           y = y < x ? z : y;
///     x = a[++i];                  x = y < x ? x : z;            (of the old y)
///
/// A gather takes as long for some lanes as for all, and lanes that merge two lists take both sides in each step.
bool sinkLoads(llvm::Function &kernel, const Input &input, Facts &facts);

} // namespace raddle::vectorize

#endif
