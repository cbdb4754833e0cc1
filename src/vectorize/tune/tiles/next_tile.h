// Whether another tile follows, before the warps compute with this one.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_NEXT_TILE_H
#define RADDLE_VECTORIZE_TUNE_TILES_NEXT_TILE_H

#include "vectorize/tune/tiles/tile_loop.h"

namespace raddle::vectorize {

/// A loop over tiles asks after the warps that read a tile whether there is another one. This finds the answer earlier.
class NextTile {
public:
  explicit NextTile(const TileLoop &loop);

  /// Whether the answer can be computed before those warps.
  bool isKnownEarly() const { return isKnownEarly(branch_->getCondition()); }
  /// The answer (i1), computed there by the builder.
  llvm::Value *follows(llvm::IRBuilder<> &builder);

private:
  bool isAfterWarps(const llvm::Instruction &instruction) const;
  bool isKnownEarly(const llvm::Value *value) const;
  llvm::Value *early(llvm::IRBuilder<> &builder, llvm::Value *value);

  const TileLoop &loop_;
  llvm::BranchInst *branch_; // leaves the loop over tiles
  llvm::BasicBlock *before_warps_;
  llvm::DominatorTree dominators_;
  llvm::DenseMap<llvm::Instruction *, llvm::Value *> early_;
};

} // namespace raddle::vectorize

#endif
