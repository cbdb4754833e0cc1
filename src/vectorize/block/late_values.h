// Values that are computed in the regions that use them, from what those have anyway.
#ifndef RADDLE_VECTORIZE_BLOCK_LATE_VALUES_H
#define RADDLE_VECTORIZE_BLOCK_LATE_VALUES_H

#include "vectorize/block/warp_values.h"

namespace raddle::vectorize {

/// Copies operations into later regions, where that leaves a warp fewer bits to store and load: sums of values that are kept
/// for those regions or others, or the numbers that flags stand for. Before: the regions have no loops yet.
void computeWhereUsed(llvm::Function &kernel, WarpVariance &variance, BarrierRegions &regions,
                      const WarpValues &values, bool has_mask_registers);

} // namespace raddle::vectorize

#endif
