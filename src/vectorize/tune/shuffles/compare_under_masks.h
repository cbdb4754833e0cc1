// Comparisons in lanes that are still active.
#ifndef RADDLE_VECTORIZE_TUNE_SHUFFLES_COMPARE_UNDER_MASKS_H
#define RADDLE_VECTORIZE_TUNE_SHUFFLES_COMPARE_UNDER_MASKS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before: masks are the `and` of several comparisons, each of 32 lanes in two registers. The code generator would
/// join the halves of each one's result, and then compute the `and`. After: they are compared by halves, the second
/// one in lanes where the first one holds, which AVX-512 does in one instruction, and the halves are joined once.
/// Nothing is done for processors without mask registers.
void compareUnderMasks(const CompileJob &job, llvm::Function &function);

} // namespace raddle::vectorize

#endif
