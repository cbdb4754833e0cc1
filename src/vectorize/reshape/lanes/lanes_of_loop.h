// Loops that carry a mask of the lanes which are still in them:
//
//   unsigned wanting = ~0;
//   do {
//     ...
//     wanting = __ballot_sync(wanting, wants);
//   } while (wants);
#ifndef RADDLE_VECTORIZE_RESHAPE_LANES_LANES_OF_LOOP_H
#define RADDLE_VECTORIZE_RESHAPE_LANES_LANES_OF_LOOP_H

#include "vectorize/llvm.h"

namespace raddle::vectorize {

/// Whether the operation waits for all lanes that are in a loop around it and `other`, by such a mask.
bool meetsAllOfLoop(const llvm::Instruction &operation, const llvm::Instruction &other,
                    const llvm::LoopInfo &loops, const llvm::DominatorTree &dominators);

} // namespace raddle::vectorize

#endif
