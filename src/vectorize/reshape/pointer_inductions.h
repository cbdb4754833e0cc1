// Pointers and indices that a loop around barriers moves on evenly.
#ifndef RADDLE_VECTORIZE_RESHAPE_POINTER_INDUCTIONS_H
#define RADDLE_VECTORIZE_RESHAPE_POINTER_INDUCTIONS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before and after: normal form. Where a tile's address is a pointer, or a thread's own index, that is moved on from tile to
/// tile, it becomes what it is in front of the loop, and a counter that is the same for all threads:
///
///   for (...) {                      for (bytes = 0; ...; bytes += step) {
///     tile[...] = *a;     becomes      tile[...] = *(a + bytes);
///     a += step;                     }
///   }
///
/// So nobody has to keep a pointer for each thread, and passes that work ahead of the loop know where it will be.
void rewritePointerInductions(llvm::Function &kernel);

} // namespace raddle::vectorize

#endif
