// Lanes of one warp that wait for each other.
#ifndef RADDLE_VECTORIZE_RESHAPE_LANES_LANE_DEPENDENCE_H
#define RADDLE_VECTORIZE_RESHAPE_LANES_LANE_DEPENDENCE_H

#include "vectorize/widen/plan/linear_order.h"

#include <string>

namespace raddle::vectorize {

/// Why the lanes of a warp cannot run together, as far as the code tells, and what to change (see
/// thread_engine_reasons.h); "" when nothing speaks against it.
/// Looks for lanes that poll memory which other lanes may still have to write, and for warp operations on
/// both sides of a divergent branch, where lanes of the two sides may meet.
std::string whyLanesWaitForEachOther(llvm::Function &function, bool is_kernel,
                                     const analysis::LaneShapes &shapes, const LinearOrder &order);

} // namespace raddle::vectorize

#endif
