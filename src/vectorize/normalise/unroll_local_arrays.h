// Loops over arrays that a thread keeps to itself.
#ifndef RADDLE_VECTORIZE_NORMALISE_UNROLL_LOCAL_ARRAYS_H
#define RADDLE_VECTORIZE_NORMALISE_UNROLL_LOCAL_ARRAYS_H

#include <llvm/Passes/PassBuilder.h>

namespace raddle::vectorize {

/// Asks LLVM's unroller to unroll fully where that lets a local array become registers: the loop's counter is
/// an index of the array, and the number of iterations is known and small. nvcc does so too, and programs
/// count on it (float sum[8][8]).
void unrollLoopsOverLocalArrays(llvm::PassBuilder &builder);

} // namespace raddle::vectorize

#endif
