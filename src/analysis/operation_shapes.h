// The shape of an operation's result, from the shapes of its operands.
#ifndef RADDLE_ANALYSIS_OPERATION_SHAPES_H
#define RADDLE_ANALYSIS_OPERATION_SHAPES_H

#include "analysis/lane_shape.h"

#include <llvm/IR/Instructions.h>

namespace raddle::analysis {

/// A binary operation on integers.
LaneShape shapeOfArithmetic(const llvm::BinaryOperator &operation, const LaneShape &left,
                            const LaneShape &right);

LaneShape shapeOfComparison(const llvm::ICmpInst &comparison, LaneShape left, LaneShape right);

/// A truncation or an extension.
LaneShape shapeOfResized(const llvm::CastInst &cast, const LaneShape &operand);

} // namespace raddle::analysis

#endif
