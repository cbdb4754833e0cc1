// Shapes of addresses, but for wrapping indices.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_ASSUMED_SHAPE_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_ASSUMED_SHAPE_H

#include "analysis/lane_shapes.h"
#include "vectorize/llvm.h"

namespace raddle::vectorize {

/// The shape of `pointer` where no index of 32 bits wraps between two lanes.
analysis::LaneShape assumedShape(const llvm::Value &pointer, const analysis::LaneShapes &shapes,
                                 const llvm::DataLayout &layout);

/// `value` as a wider number made of one whose lanes are known to differ by constants, but for wrapping; else null.
const llvm::CastInst *asWrappingIndex(const llvm::Value *value, const analysis::LaneShapes &shapes);

} // namespace raddle::vectorize

#endif
