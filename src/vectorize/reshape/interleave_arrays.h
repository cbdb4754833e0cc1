// Local arrays whose elements of the same number lie side by side.
#ifndef RADDLE_VECTORIZE_RESHAPE_INTERLEAVE_ARRAYS_H
#define RADDLE_VECTORIZE_RESHAPE_INTERLEAVE_ARRAYS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before and after: normal form. After: of arrays whose addresses stay in the function, in which all accesses have the same width
/// and lanes store side by side, the lanes' copies do not lie one after the other, but row by row, as in a GPU's
/// local memory:
///
///   lane 0: a[0] a[1] a[2] ...                 a[0] of lane 0, of lane 1, ... of lane 31
///   lane 1: a[0] a[1] a[2] ...     becomes     a[1] of lane 0, of lane 1, ... of lane 31
///   ...                                        ...
///
/// An element whose number is the same for all lanes is one vector so. (Where lanes store elements of different
/// numbers, a row that is loaded soon after would wait for them; a lane's own element would not.) An address is still
/// the array's and a distance, but 32 times as large.
bool interleaveArrays(llvm::Function &kernel, const Input &input, const Report &report);

} // namespace raddle::vectorize

#endif
