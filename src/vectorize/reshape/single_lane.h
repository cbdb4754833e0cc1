// Code that at most one lane of a warp runs.
#ifndef RADDLE_VECTORIZE_RESHAPE_SINGLE_LANE_H
#define RADDLE_VECTORIZE_RESHAPE_SINGLE_LANE_H

#include "analysis/lane_shapes.h"
#include "vectorize/llvm.h"

#include <optional>

namespace raddle::vectorize {

/// Whether the conditions on the way to `block` hold for at most one lane of a warp at a time, as `threadIdx.x == 0` or
/// `x == 0 && y == 0` do.
bool runsForAtMostOneLane(const llvm::BasicBlock &block, const analysis::LaneShapes &shapes,
                          const llvm::DominatorTree &dominators);

/// The lane that is the only one for which the conditions on the way to `block` can hold; nothing where there may be others, or where
/// it is not known which.
std::optional<unsigned> onlyLaneOf(const llvm::BasicBlock &block, const analysis::LaneShapes &shapes,
                                   const llvm::DominatorTree &dominators);

} // namespace raddle::vectorize

#endif
