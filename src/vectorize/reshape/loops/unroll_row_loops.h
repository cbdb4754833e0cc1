// Loops in which each lane goes over a row of its own.
#ifndef RADDLE_VECTORIZE_RESHAPE_LOOPS_UNROLL_ROW_LOOPS_H
#define RADDLE_VECTORIZE_RESHAPE_LOOPS_UNROLL_ROW_LOOPS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before and after: normal form. Where each thread goes along its own row of a matrix or its own part of an array, as
/// many iterations become one as a cache line has elements, if all lanes make equally many:
///
///   for (k = 0; k < n; ++k)               for (k = 0; k + 15 < n; k += 16) {
///     sum += a[row * n + k];    becomes     sum += a[row * n + k]; ... sum += a[row * n + k + 15];
///                                         }
///                                         for (; k < n; ++k) ...
///
/// so that a lane loads several elements at once (see emit_fields_by_lane.cpp), and comes to each line once. The order
/// of the additions stays.
bool unrollRowLoops(llvm::Function &kernel, const Input &input, const llvm::TargetMachine &machine,
                    Facts &facts, Report &report);

} // namespace raddle::vectorize

#endif
