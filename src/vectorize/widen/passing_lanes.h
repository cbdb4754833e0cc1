// Lanes that pass by an operation that waits, and may return behind it before they come to another.
#ifndef RADDLE_VECTORIZE_WIDEN_PASSING_LANES_H
#define RADDLE_VECTORIZE_WIDEN_PASSING_LANES_H

#include <llvm/IR/Function.h>

namespace raddle::vectorize {

/// Where some lanes of a warp pass by an operation that waits, the way on up to the next such operation has a
/// copy for them: those that return on it have returned before the others wait for the lanes that are left.
/// Before: what LaneShapes and LinearOrder need; loops and what is too long are left alone. True when
/// anything has changed; loops then have to be simplified again.
bool separatePassingLanes(llvm::Function &kernel);

} // namespace raddle::vectorize

#endif
