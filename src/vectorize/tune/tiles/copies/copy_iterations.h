// Tiles that a block fills iteration by iteration of its copy loop, whenever there is time: each copy iteration is one
// warp's part of one tile.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_COPIES_COPY_ITERATIONS_H
#define RADDLE_VECTORIZE_TUNE_TILES_COPIES_COPY_ITERATIONS_H

#include "vectorize/tune/tiles/copies/copy_prefetches.h"
#include "vectorize/tune/tiles/copies/copy_region.h"
#include "vectorize/tune/tiles/copies/deferred_moves.h"
#include "vectorize/tune/tiles/copies/move_functions.h"
#include "vectorize/tune/tiles/tile_loop.h"

#include <optional>

namespace raddle::vectorize {

/// Prefetches what a later copy iteration will load, as far as the call of an earlier one (with the marker kCopyIteration)
/// has listed it: some lines in each iteration (i64, from 0) of a loop that has the trip count of the plan.
void prefetchListedLines(llvm::IRBuilder<> &builder, const llvm::CallInst &copy_iteration,
                         llvm::Value *iteration);

/// What a batch of tiles is, and how much of its copying a loop that computes meanwhile can do.
struct CopyPlan {
  std::uint64_t bytes_of_tile = 0; // from one tile of a batch to the next
  unsigned tiles = 0;              // of a batch
  std::uint64_t tiles_ahead = 0;   // so many tiles before it is filled a tile's lines are prefetched
  std::uint64_t iterations = 0;    // the trip count of the loops that compute
  std::uint64_t most_moves = 0;    // moves of one tile in one of these iterations
};

/// Makes the loop over warps that fills a tile a function that does one iteration of it, and remembers where it is:
///
///   for (tile ...) {                                    for (tile ...) {
///     for (warp ...) shared[...] = f(*p);                 while (ready == 0) copyIteration(&state);
///                                             becomes     --ready;
///     for (warp ...)                                      for (warp ...)
///       for (i ...) accumulators[warp] += ...               for (i ...) accumulators[warp] += ...
///   }                                                   }
///
/// Copy iterations fill a batch of tiles: a warp's part of all of them, then that of the next warp, so that it finds lines
/// of the tile before in the first-level cache. If they are done while warps add up, the next batch is ready then. Nothing
/// writes to global memory in the meantime (see tile_loop.h), so it does not matter when it is read.
class CopyIterations {
public:
  explicit CopyIterations(const TileLoop &loop) : loop_(loop) {}

  /// Whether it can be one: one loop fills the tiles, and what it needs to know of a later tile can be computed from the
  /// tile before. All else holds only after that. Changes nothing.
  bool find(const llvm::LoopInfo &loops, const llvm::DominatorTree &dominators);

  /// Does it. A tile that is not ready goes to `place` (bytes, i64) from where the writers wrote, and those after it up to
  /// `end`. LoopInfo and dominators no longer hold for the loop over warps.
  void outline(const CopyPlan &plan, llvm::Value *place, llvm::Value *end);
  /// The next batch goes from `place` up to `end`. No tile is ready.
  void beginBatch(llvm::IRBuilder<> &builder, llvm::Value *place, llvm::Value *end);
  /// Does at most one copy iteration: nothing where the batch is filled, or no tile follows. Where moves are deferred, it
  /// does all iterations of a warp at once, up to a tile that takes no usual path; what was listed before has been moved.
  void callIteration(llvm::IRBuilder<> &builder) const;
  /// Whether copy iterations leave moves to others.
  bool defersMoves() const { return deferred_.has_value(); }
  /// Does the moves that have been listed, if any.
  void callMoves(llvm::IRBuilder<> &builder) const;
  /// Does all iterations that are left of a batch that has been begun, on the way from one block to another. Returns
  /// where they end.
  llvm::BasicBlock *finishBatch(llvm::BasicBlock &from, llvm::BasicBlock &to);

private:
  bool isComputable(const llvm::Value *value);
  void emitCheck();
  void initialise();
  void fillFirstBatch(llvm::Value *place, llvm::Value *end);
  void extract(std::uint64_t lines_of_iteration);
  void mayList(llvm::IRBuilder<> &builder, bool may) const;
  void forgetMoves(llvm::IRBuilder<> &builder) const;

  const TileLoop &loop_;
  llvm::Loop *copying_ = nullptr;      // over warps
  llvm::BranchInst *leaves_ = nullptr; // the loop over tiles
  llvm::SmallPtrSet<const llvm::Value *, 32> computable_;
  std::optional<CopyRegion> region_;
  std::optional<DeferredMoves> deferred_;
  MoveFunctions move_functions_;
  llvm::CallInst *call_ = nullptr;
};

} // namespace raddle::vectorize

#endif
