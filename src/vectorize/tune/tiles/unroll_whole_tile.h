// A loop over what a warp reads of a tile, as one iteration.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_UNROLL_WHOLE_TILE_H
#define RADDLE_VECTORIZE_TUNE_TILES_UNROLL_WHOLE_TILE_H

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

/// Makes one iteration of so many of a loop of one block. So each begins with the counters that the first one has, and
/// these phis go. The branch back no longer has a condition: the caller sets it.
void unrollWholeTile(const llvm::Loop &loop, unsigned iterations, llvm::ArrayRef<llvm::PHINode *> counters);

} // namespace raddle::vectorize

#endif
