// What a loop over tiles computes anew for each tile, and what is the same for all of them.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_TILE_VARIANCE_H
#define RADDLE_VECTORIZE_TUNE_TILES_TILE_VARIANCE_H

#include "vectorize/llvm.h"

namespace raddle::vectorize {

class TileVariance {
public:
  void find(const llvm::Loop &tiles, const llvm::PostDominatorTree &post_dominators);

  /// Whether a value may be another one for another tile (and the same warp).
  bool varies(const llvm::Value *value) const { return varying_.contains(value); }
  /// Whether it depends on such a value that the block runs.
  bool isConditional(const llvm::BasicBlock *block) const { return conditional_.contains(block); }

private:
  llvm::DenseSet<const llvm::Value *> varying_;
  llvm::DenseSet<const llvm::BasicBlock *> conditional_;
};

} // namespace raddle::vectorize

#endif
