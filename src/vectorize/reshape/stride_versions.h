// Versions of code for the strides by which lanes find their partners.
#ifndef RADDLE_VECTORIZE_RESHAPE_STRIDE_VERSIONS_H
#define RADDLE_VECTORIZE_RESHAPE_STRIDE_VERSIONS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before: the kernel is in normal form. After: where threads find their place by `t & (stride - 1)`, `t %
/// stride` or `t ^ stride`, the accesses that depend on it exist in versions for strides of 1, 2, 4, 8, 16,
/// multiples of 32, and others.
bool versionStrides(llvm::Function &kernel, const Input &input, Facts &facts, const Report &report);

} // namespace raddle::vectorize

#endif
