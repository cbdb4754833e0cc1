// A fault put into code on purpose.
#ifndef RADDLE_VECTORIZE_INJECT_FAULT_H
#define RADDLE_VECTORIZE_INJECT_FAULT_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Integers that the job's code stores in memory of the program are off by one from here on: what tests of `raddle bisect`
/// have to find.
void injectFault(CompileJob &job);

} // namespace raddle::vectorize

#endif
