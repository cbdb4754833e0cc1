// Accesses to integers that vectors and memory hold differently.
#ifndef RADDLE_VECTORIZE_RESHAPE_LEGAL_INTEGERS_H
#define RADDLE_VECTORIZE_RESHAPE_LEGAL_INTEGERS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Integers of 3, 5, 6, 7, 12, ... bytes, as which LLVM moves a uchar3 or a bit-field, are loaded and stored in pieces of
/// one size, a power of two. A vector holds 24 bits of a lane next to those of the lane before it, but an array of
/// them takes 32 for each. Pieces of one size are the fields of a structure to what plans accesses.
void legaliseIntegers(llvm::Function &kernel);

} // namespace raddle::vectorize

#endif
