// Code that at most one lane of a warp runs.
#ifndef RADDLE_VECTORIZE_RESHAPE_SINGLE_LANE_H
#define RADDLE_VECTORIZE_RESHAPE_SINGLE_LANE_H

#include "analysis/lane_shapes.h"
#include "vectorize/llvm.h"

namespace raddle::vectorize {

/// Whether the conditions on the way to `block` hold for at most one lane of a warp at a time, as `threadIdx.x == 0` or
/// `x == 0 && y == 0` do.
bool runsForAtMostOneLane(const llvm::BasicBlock &block, const analysis::LaneShapes &shapes,
                          const llvm::DominatorTree &dominators);

} // namespace raddle::vectorize

#endif
