// Barriers between which each warp, or a few neighbours together, touch only what is their own.
#ifndef RADDLE_VECTORIZE_RESHAPE_LOOPS_DROP_BARRIERS_H
#define RADDLE_VECTORIZE_RESHAPE_LOOPS_DROP_BARRIERS_H

#include "vectorize/llvm.h"

#include <llvm/ADT/ArrayRef.h>

namespace raddle::vectorize {

/// Before: all blocks that come to `barriers` have one row of threads, in whose order the warps lie; all
/// warps come to the same barriers. After: those barriers are gone between which and their neighbours no warp
/// touches shared memory that another one writes, and nobody writes anything else. Addresses must be made of
/// threadIdx.x and constants: they are computed for all 1024 threads that a block may have.
///
/// The lanes of a warp still see what the others have stored, because they run together. So nobody may look at
/// memory after this as if a thread were alone.
///
/// Other barriers would go if 2, 4 ... up to `most_warps` neighbouring warps were fused. They are marked, and those
/// that need no more than `warps` go by dropBarriersWithin. Returns how many warps that takes at most, 1 if there are
/// none.
unsigned dropBarriers(llvm::ArrayRef<llvm::CallInst *> barriers, unsigned most_warps);
void dropBarriersWithin(llvm::Function &kernel, unsigned warps);

} // namespace raddle::vectorize

#endif
