// Sums of products of matrices on their way from product to product.
#ifndef RADDLE_VECTORIZE_RESHAPE_MATRIX_SUMS_H
#define RADDLE_VECTORIZE_RESHAPE_MATRIX_SUMS_H

#include "analysis/lane_shapes.h"

namespace raddle::vectorize {

/// Conversions from columns to fragments and back, which products begin and end with, vanish where sums only go from one product to
/// another, also around loops.
void keepSumsAsColumns(llvm::Function &function, const analysis::LaneShapes &shapes);

} // namespace raddle::vectorize

#endif
