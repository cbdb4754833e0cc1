// Loops over a tile in shared memory, which programs ask to unroll.
#ifndef RADDLE_VECTORIZE_NORMALISE_KEEP_TILES_ROLLED_H
#define RADDLE_VECTORIZE_NORMALISE_KEEP_TILES_ROLLED_H

#include <llvm/Passes/PassBuilder.h>

namespace raddle::vectorize {

/// Leaves it to LLVM's measure of size whether a loop that adds up from shared memory is unrolled fully, although the
/// program says `#pragma unroll`. On a GPU that saves the counter's instructions. Here 32 lanes share them, and the
/// next tile is copied between the iterations (pipeline_tile_copies), for which they have to be a loop.
void keepTilesRolled(llvm::PassBuilder &builder);

} // namespace raddle::vectorize

#endif
