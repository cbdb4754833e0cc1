// The accumulators that one fission loop adds up.
#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_ACCUMULATOR_GROUPS_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_ACCUMULATOR_GROUPS_H

#include "vectorize/llvm.h"

namespace raddle::vectorize {

class AccumulatorLoop;

/// Some accumulators, and the piece of them (see AccumulatorLoop).
struct AccumulatorGroup {
  llvm::SmallVector<llvm::PHINode *, 16> accumulators;
  unsigned piece;
};

/// Divides the accumulators of a loop into groups that take half of the vector registers each. The other half is for what
/// they are computed from.
llvm::SmallVector<AccumulatorGroup, 8> formGroups(const AccumulatorLoop &loop);

} // namespace raddle::vectorize

#endif
