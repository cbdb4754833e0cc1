// Masks that divide a warp into groups.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_LANE_GROUPS_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_LANE_GROUPS_H

#include "analysis/lane_shapes.h"

namespace raddle::vectorize {

/// Whether lanes of which one names the other have the same mask whenever they have it at the same time, by
/// construction: all lanes have one mask, or lanes name those that have the same value, or have voted as they have.
bool formsGroups(const llvm::Value &mask, const analysis::LaneShapes &shapes);

/// Whether no two lanes that come to `instruction` together have the same `address`, by construction: one lane of each group
/// comes there, as `if (lane == leader of peers)` lets it, and the address is made of what the groups differ in.
bool differsBetweenLanes(const llvm::Value &address, const llvm::Instruction &instruction,
                         const analysis::LaneShapes &shapes);

} // namespace raddle::vectorize

#endif
