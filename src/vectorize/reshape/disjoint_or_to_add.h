// Sums that LLVM writes as `or`, since they never carry.
#ifndef RADDLE_VECTORIZE_RESHAPE_DISJOINT_OR_TO_ADD_H
#define RADDLE_VECTORIZE_RESHAPE_DISJOINT_OR_TO_ADD_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// `if (i % 2 == 0) p[i + 1]` becomes p[i | 1], as bit 0 is clear wherever that is computed. For a warp it is computed from
/// lane 0's value, though, where the bit may be set: such operations become sums again.
void disjointOrToAdd(llvm::Function &kernel);

} // namespace raddle::vectorize

#endif
