// What `raddle occupancy` wants to know about the kernels of a file.
#ifndef RADDLE_JIT_COMPILER_DESCRIBE_KERNELS_H
#define RADDLE_JIT_COMPILER_DESCRIBE_KERNELS_H

#include "base/result.h"

#include <string>
#include <vector>

namespace raddle::jit {

/// A JSON object per kernel, in order: "name" (mangled), "static_shared" and "constants" (bytes), "max_threads" and
/// "min_blocks" (of __launch_bounds__) and "max_registers" (of __maxnreg__ or -maxrregcount), 0 when absent,
/// "registers" (an estimate for a GPU without any limit), "barriers" (1 when it waits at one).
Result<std::vector<std::string>> describeKernels(const std::vector<std::string> &bitcode);

} // namespace raddle::jit

#endif
