// Pointer induction variables of loops around barriers.
#ifndef RADDLE_VECTORIZE_RESHAPE_POINTER_INDUCTIONS_H
#define RADDLE_VECTORIZE_RESHAPE_POINTER_INDUCTIONS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before and after: normal form. Where a tile's address is a pointer, or a thread's own index, that grows by a step from tile
/// to tile, it becomes what it is before the loop, and a counter that is the same for all threads:
///
///   for (...) {                      for (bytes = 0; ...; bytes += step) {
///     tile[...] = *a;     becomes      tile[...] = *(a + bytes);
///     a += step;                     }
///   }
///
/// So no pointer has to be kept for each thread, and passes that work ahead of the loop know where it will be.
void rewritePointerInductions(llvm::Function &kernel);

} // namespace raddle::vectorize

#endif
