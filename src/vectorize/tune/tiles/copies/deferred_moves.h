// Where a copy iteration only moves what it has loaded, it has a second form, which lists the moves of all tiles of its
// warp at once and leaves them to others.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_COPIES_DEFERRED_MOVES_H
#define RADDLE_VECTORIZE_TUNE_TILES_COPIES_DEFERRED_MOVES_H

#include "vectorize/tune/tiles/copies/copy_region.h"
#include "vectorize/tune/tiles/copies/listed_moves.h"

#include <optional>

namespace raddle::vectorize {

/// What is listed, and where.
struct DeferredMoves {
  using Field = CopyState::Field;

  ListedMoves moves;
  llvm::AllocaInst *array = nullptr; // which the moves write to
  std::uint64_t spare = 0;           // bytes from its beginning to what nothing reads
  unsigned tiles = 0;                // for which the list has room
  /// The path is the same one for all tiles of a warp, and so are the offsets, which are listed once.
  bool is_same_for_all_tiles = false;
  Field may_list = 0; // whether anybody will do the moves
  Field listed = 0;   // of how many tiles they are
  Field offsets = 0, places = 0, bases = 0, distances = 0;
  /// For each group of moves how far ahead it prefetches, or null.
  llvm::SmallVector<llvm::Value *, 4> prefetch_distances;

  /// The place of one of a list's entries for a tile. The lists of places and bases have an entry for each group.
  llvm::Value *entry(llvm::IRBuilder<> &builder, llvm::Value *state, Field list, llvm::Value *tile,
                     std::uint64_t group) const;
};

/// Gives the iterations of the region a second form, if they take a usual path on which they write only what they have
/// just loaded, by no more than `most_moves` moves of a tile in each of so many iterations.
std::optional<DeferredMoves> deferMoves(const TileLoop &loop, CopyRegion &region,
                                        const CopyPrefetches &prefetches, unsigned tiles,
                                        std::uint64_t iterations, std::uint64_t most_moves);

} // namespace raddle::vectorize

#endif
