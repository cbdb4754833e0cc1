// Rematerialisation of values in the regions between barriers that use them.
#ifndef RADDLE_VECTORIZE_BLOCK_REMATERIALISE_IN_REGIONS_H
#define RADDLE_VECTORIZE_BLOCK_REMATERIALISE_IN_REGIONS_H

#include "vectorize/block/warp_values.h"

namespace raddle::vectorize {

/// Copies operations into later regions, where that leaves a warp fewer bits to store and load: sums of values that are kept
/// for those regions or others, or the numbers that flags stand for. Before: the regions have no loops yet.
void rematerialiseInRegions(llvm::Function &kernel, WarpVariance &variance, BarrierRegions &regions,
                            const WarpValues &values);

} // namespace raddle::vectorize

#endif
