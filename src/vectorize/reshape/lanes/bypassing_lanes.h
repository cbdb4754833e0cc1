// Lanes that bypass an operation that waits, and may return after it before they come to another.
#ifndef RADDLE_VECTORIZE_RESHAPE_LANES_BYPASSING_LANES_H
#define RADDLE_VECTORIZE_RESHAPE_LANES_BYPASSING_LANES_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Where some lanes of a warp pass by an operation that waits, the way on up to the next such operation has a
/// copy for them: those that return on it have returned before the others wait for the lanes that are left.
/// Before and after: normal form. Loops and what is too long are left alone.
bool separateBypassingLanes(llvm::Function &kernel);

} // namespace raddle::vectorize

#endif
