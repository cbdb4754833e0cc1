// Shapes of addresses, but for wrapping indices.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_ASSUMED_SHAPE_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_ASSUMED_SHAPE_H

#include "analysis/lane_shapes.h"

#include <llvm/IR/DataLayout.h>

namespace raddle::vectorize {

/// The shape of `pointer` where no index of 32 bits wraps between two lanes.
analysis::LaneShape assumedShape(const llvm::Value &pointer, const analysis::LaneShapes &shapes,
                                 const llvm::DataLayout &layout);

} // namespace raddle::vectorize

#endif
