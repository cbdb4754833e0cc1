// The functions that a kernel consists of.
#ifndef RADDLE_VECTORIZE_RESHAPE_REACHABLE_FUNCTIONS_H
#define RADDLE_VECTORIZE_RESHAPE_REACHABLE_FUNCTIONS_H

#include "vectorize/llvm.h"

namespace raddle::vectorize {

/// The kernel, then all functions that it can reach, but for those that are called for one lane after the other.
llvm::SmallVector<llvm::Function *, 8> reachableFunctions(llvm::Function &kernel);

} // namespace raddle::vectorize

#endif
