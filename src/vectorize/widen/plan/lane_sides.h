// Masks that name only lanes on one side of a branch: a lane that waits for them does not wait for the other side.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_LANE_SIDES_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_LANE_SIDES_H

#include "analysis/lane_shapes.h"

#include <llvm/IR/Value.h>

namespace raddle::vectorize {

/// Whether the mask that a lane has where `condition` holds (or does not) seems to name no lane for which it does not
/// (or does): it comes from a vote on the condition, or from constants that say so. For orders of blocks only: the low
/// bits of a number that is made of the thread's indices are taken for the lane's.
bool namesOneSide(const llvm::Value *mask, const llvm::Value *condition, bool holds,
                  const analysis::LaneShapes &shapes);

} // namespace raddle::vectorize

#endif
