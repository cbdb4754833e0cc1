// How values that depend on what only the run knows most probably differ between lanes.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_LIKELY_OFFSETS_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_LIKELY_OFFSETS_H

#include "analysis/lane_shapes.h"

#include <optional>

namespace raddle::vectorize {

using LaneOffsets = analysis::LaneShape::Offsets;

/// What `value` is more in each lane than in the first one of its run of `run` lanes (bytes for addresses), if borders,
/// remainders and quotients do not come in between: an index that is held within an image, or begins again on its other
/// side, goes on as before it; an unknown divisor is large. Null where nothing can be guessed. Code that relies on it tests first
/// whether it is so.
std::optional<LaneOffsets> likelyOffsets(const llvm::Value &value, const analysis::LaneShapes &shapes,
                                         unsigned run);

} // namespace raddle::vectorize

#endif
