// Divergent loops that test their exits once in a few iterations.
#ifndef RADDLE_VECTORIZE_RESHAPE_LOOPS_DELAYED_EXITS_H
#define RADDLE_VECTORIZE_RESHAPE_LOOPS_DELAYED_EXITS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before and after: normal form. A small loop that lanes leave one by one, and that only computes,
///
///   while (step < most && x * x + y * y < 4) { x, y = next(x, y); ++step; }
///
/// is preceded by a copy that does several iterations at a time, and then asks once whether the lane has left
/// in one of them.
bool delayExits(llvm::Function &kernel, const Input &input, Facts &facts, const Report &report);

} // namespace raddle::vectorize

#endif
