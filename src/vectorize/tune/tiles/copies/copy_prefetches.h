// Which cache lines a copy iteration (copy_iterations.h) prefetches for a later one.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_COPIES_COPY_PREFETCHES_H
#define RADDLE_VECTORIZE_TUNE_TILES_COPIES_COPY_PREFETCHES_H

#include "vectorize/tune/tiles/copies/copy_state.h"

namespace raddle::vectorize {

/// Prefetches a line into the second-level cache: rows far apart share few sets of the first-level one.
void prefetchIntoSecondLevel(llvm::IRBuilder<> &builder, llvm::Value *address);

/// The lines that the loads of the copy loop will need for a tile some tiles later.
class CopyPrefetches {
public:
  /// Loads that find their line again for the next tile form groups, of which each tile prefetches for another one.
  struct Group {
    llvm::SmallVector<llvm::LoadInst *, 4> loads;
    llvm::Value *distance; // bytes from what they load to what they will load
    std::uint64_t lines;
  };

  /// Adds code before the loop over tiles.
  void find(llvm::Loop &tiles, llvm::Loop &copying, std::uint64_t tiles_ahead);

  std::uint64_t lines() const;
  /// How far ahead of this load lines are prefetched; null: not at all.
  llvm::Value *distanceOf(llvm::function_ref<bool(llvm::LoadInst *)> is_load) const;
  /// Each line's address goes to its own entry of a list; where its load is not performed, an old address stays there.
  /// `tile` computes the number of the tile.
  llvm::SmallVector<llvm::StoreInst *, 32> list(const CopyState &state, CopyState::Field list,
                                                llvm::function_ref<llvm::Value *()> tile) const;

private:
  llvm::SmallVector<Group, 32> groups_;
};

} // namespace raddle::vectorize

#endif
