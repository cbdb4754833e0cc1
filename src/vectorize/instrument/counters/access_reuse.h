// What loads find in the L1 cache of a GPU, because their thread has just loaded something beside it.
#ifndef RADDLE_VECTORIZE_INSTRUMENT_ACCESS_REUSE_H
#define RADDLE_VECTORIZE_INSTRUMENT_ACCESS_REUSE_H

#include "vectorize/instrument/counters/counted_accesses.h"
#include "vectorize/instrument/counters/loop_strides.h"

#include <llvm/ADT/ArrayRef.h>

#include <vector>

namespace raddle::vectorize {

/// For each of them, which part of its sectors is there already, in percent: where a field of the same structure was loaded before
/// in the block, or the iteration before has loaded from the same sector. What other threads have loaded is not known here.
std::vector<unsigned> reusedParts(llvm::ArrayRef<CountedAccess> accesses, const llvm::LoopInfo &loops,
                                  LoopStrides &strides);

} // namespace raddle::vectorize

#endif
