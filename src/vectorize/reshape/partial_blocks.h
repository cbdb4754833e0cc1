// Blocks to which a part of a warp's lanes may come.
#ifndef RADDLE_VECTORIZE_RESHAPE_PARTIAL_BLOCKS_H
#define RADDLE_VECTORIZE_RESHAPE_PARTIAL_BLOCKS_H

#include "analysis/lane_shapes.h"
#include "vectorize/llvm.h"

namespace raddle::vectorize {

/// Some lanes of a warp may pass by a block that is control-dependent on a divergent branch, or on a branch of such a block.
llvm::SmallPtrSet<const llvm::BasicBlock *, 16> partialBlocks(const llvm::Function &kernel,
                                                              const analysis::LaneShapes &shapes,
                                                              const llvm::PostDominatorTree &post_dominators);

} // namespace raddle::vectorize

#endif
