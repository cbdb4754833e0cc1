// The code of one copy iteration (copy_iterations.h), while it is still a region of the function that fills tiles.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_COPIES_COPY_REGION_H
#define RADDLE_VECTORIZE_TUNE_TILES_COPIES_COPY_REGION_H

#include "vectorize/tune/tiles/copies/copy_prefetches.h"
#include "vectorize/tune/tiles/copies/copy_state.h"
#include "vectorize/tune/tiles/tile_loop.h"

namespace raddle::vectorize {

/// Changes the loop over warps that fills a tile into code that does the same for one warp and one tile, and then
/// notes which come next. It finds both in the state.
class CopyRegion {
public:
  using Field = CopyState::Field;
  /// What depends on the tile: its field for this iteration, that for the first tile of the batch, and the value that
  /// the next tile has.
  struct TileValue {
    Field now, first;
    llvm::Value *next;
  };

  /// `leaves` is the branch that leaves the loop over tiles, and `copying` the loop over warps.
  CopyRegion(const TileLoop &loop, llvm::Loop &copying, llvm::BranchInst &leaves);

  /// Emits the region, but for the branch at the end of `check`. `bytes` is the distance from one tile of a batch to the
  /// next. The list of lines has some entries at least.
  void emit(const CopyPrefetches &prefetches, std::uint64_t entries, std::uint64_t bytes);

  llvm::BasicBlock *newBlock(const llvm::Twine &name, llvm::BasicBlock *before) const;
  /// Stores one value as that of this tile, and as that of the batch's first tile.
  void storeBoth(llvm::IRBuilder<> &builder, const TileValue &tile_value, llvm::Value *value) const;

  llvm::Function &function;
  CopyState state;
  /// Where this iteration writes, the tile's number, and where the batch ends; how many tiles are ready and wait; whether
  /// another tile follows those, and whether some of its iterations have been done.
  Field place = 0, number = 0, batch_end = 0, ready = 0, follows = 0, begun = 0;
  Field lines = 0; // the list of lines to prefetch
  std::uint64_t entries_of_lines = 0;
  llvm::MapVector<llvm::PHINode *, Field> tile_phis, warp_phis;
  llvm::SmallVector<TileValue, 8> tile_values; // number, place, and the tile's phis
  /// Values that depend on the tile and are loaded from the state.
  llvm::DenseMap<const llvm::Value *, Field> loaded_for_tile;

  llvm::BasicBlock *before, *header, *latch, *exit; // of the loop
  /// Where it is asked whether there is an iteration to do; where that begins, with all that it loads from the state; and
  /// the end of the region.
  llvm::BasicBlock *check, *work, *done;
  /// Where the next values are computed; where it is clear that this was the warp's last tile, and the blocks from there on.
  llvm::BasicBlock *end = nullptr, *last_tile = nullptr;
  llvm::SmallVector<llvm::BasicBlock *, 3> after_last_tile;
  llvm::SmallVector<llvm::BasicBlock *, 16> blocks;
  llvm::SmallVector<llvm::StoreInst *, 32> listed_lines;
  llvm::Value *follows_next = nullptr; // whether another tile follows that of this iteration

private:
  llvm::Value *fromState(llvm::Type *type, Field field);
  llvm::Value *inIteration(llvm::Value *value);
  bool isInArray(const llvm::Value *value) const;
  void addTileValue(Field now, llvm::Value *next);
  void emitEnd(std::uint64_t bytes);
  void emitNextTile(llvm::BasicBlock &block);
  void emitNextWarp(llvm::BasicBlock &block);
  void emitNextBatch(llvm::BasicBlock &block);

  const TileLoop &loop_;
  llvm::Loop &copying_;
  llvm::BranchInst &leaves_;
  llvm::DenseMap<llvm::Value *, llvm::Value *> in_iteration_; // instead of a value of the function
};

} // namespace raddle::vectorize

#endif
