// Tiles that a block fills turn by turn, whenever there is time: each turn is one warp's part of one tile.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_COPY_ITERATIONS_H
#define RADDLE_VECTORIZE_TUNE_TILES_COPY_ITERATIONS_H

#include "vectorize/tune/tiles/listed_moves.h"
#include "vectorize/tune/tiles/tile_loop.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <cstdint>
#include <optional>

namespace raddle::vectorize {

// marker::kCopyTurn: calls may stand, and, where turns list no moves, be repeated, wherever it is of use.
// marker::kCopyMoves: calls that do all moves which turns have left to others.

/// Of how many tiles these may be.
unsigned tilesOfMoves(const llvm::CallInst &moves);
/// Does those of one tile (from 0), and one iteration (i64, from 0) of a loop that runs as often as `CopyIterations::outline`
/// was told, so that `moves` need not be called. The new call shall be inlined.
llvm::CallInst *moveInIteration(llvm::IRBuilder<> &builder, const llvm::CallInst &moves, unsigned tile,
                                llvm::Value *iteration);

/// Into the second-level cache: rows far apart share few sets of the first-level one.
void announceLine(llvm::IRBuilder<> &builder, llvm::Value *address);

/// Announces to the caches what a later turn will load, as far as the turn before has listed it: some lines in each
/// iteration (i64, from 0) of a loop that runs as often as `CopyIterations::outline` was told.
void announceLines(llvm::IRBuilder<> &builder, const llvm::CallInst &turn, llvm::Value *iteration);

/// Makes the loop over warps that fills a tile a function that does one turn of it, and remembers where it is:
///
///   for (tile ...) {                           for (tile ...) {
///     for (warp ...) shared[...] = f(*p);        while (ready == 0) turn(&state);
///                                     becomes    --ready;
///     for (warp ...)                             for (warp ...)
///       for (i ...) sums[warp] += ...              for (i ...) sums[warp] += ...
///   }                                          }
///
/// Turns fill a batch of tiles: a warp's part of all of them, then that of the next warp, so that it finds lines of the
/// tile before in the first-level cache. Whoever takes turns while warps add up finds the next batch ready then. Nobody
/// writes to global memory in the meantime (see tile_loop.h), so it does not matter when it is read.
class CopyIterations {
public:
  CopyIterations(const TileLoop &loop, llvm::LoopInfo &loops, llvm::DominatorTree &dominators);

  /// Whether it can be one: one loop fills the tiles, and what it needs to know of a later tile can be computed from the
  /// tile before. All else holds only behind that. Changes nothing.
  bool find();

  /// Each turn lists lines that the same warp's turn for a tile so many tiles later will load.
  void announce(std::uint64_t tiles);
  /// Does it. A tile that is not ready goes to `place` (bytes, i64) from where the writers wrote, and those behind it,
  /// `bytes` apart, up to `end`: no more than `tiles`. Loops in which lines are announced run so many times, and have
  /// room for so many moves of one tile in each iteration: what turns only move they then list, and do not move it
  /// themselves. LoopInfo and dominators no longer hold for the loop over warps.
  void outline(llvm::Value *place, llvm::Value *end, std::uint64_t bytes, unsigned tiles,
               std::uint64_t iterations, std::uint64_t most_moves);
  /// The next batch goes from `place` up to `end`. No tile is ready.
  void nextBatch(llvm::IRBuilder<> &builder, llvm::Value *place, llvm::Value *end);
  /// At most one turn of it. Nothing where it is filled, or no tile follows. Where `lists`, all turns of a warp at
  /// once, up to a tile that does not come the usual way; what was listed before has been moved.
  void turn(llvm::IRBuilder<> &builder) const;
  /// Whether turns leave moves to others.
  bool lists() const { return moves_.has_value(); }
  /// Moves what has been listed.
  void move(llvm::IRBuilder<> &builder) const;
  /// All turns that are left of a batch that has been begun, on the way from one block to another. Returns where they
  /// end.
  llvm::BasicBlock *finishBatch(llvm::BasicBlock &from, llvm::BasicBlock &to);

private:
  // Loads that announce lines by turns, and by how much their addresses grow until then.
  struct Announcement {
    llvm::SmallVector<llvm::LoadInst *, 4> loads;
    llvm::Value *growth;
    std::uint64_t lines;
  };
  // What depends on the tile: fields, for this turn and for the first tile of the batch, and what comes next.
  struct TileState {
    std::uint64_t now, first;
    llvm::Value *next;
  };

  // From the first block of a turn to the last one, where it meets with no exception, and a copy of that.
  struct UsualWay {
    llvm::SmallVector<llvm::BasicBlock *, 8> blocks, copied;
    llvm::ValueToValueMapTy copies;
    llvm::DenseSet<const llvm::Value *> varying; // of the copy: others for the next tile of the same warp
    bool isOnCopy(const llvm::Value *value) const;
  };

  static constexpr std::uint64_t kEntryBytes = 8; // of lists: an address, or as long a number

  bool isOutside(const llvm::Value *value) const;
  bool isComputable(const llvm::Value *value);
  std::uint64_t bytesOf(const llvm::LoadInst &load) const;
  std::uint64_t announcedLines() const;
  std::uint64_t field(llvm::Type *type);
  llvm::Value *address(llvm::IRBuilder<> &builder, std::uint64_t offset) const;
  llvm::Value *load(llvm::IRBuilder<> &builder, llvm::Type *type, std::uint64_t offset) const;
  llvm::StoreInst *store(llvm::IRBuilder<> &builder, llvm::Value *value, std::uint64_t offset) const;
  llvm::Value *fromState(llvm::Type *type, std::uint64_t offset);
  llvm::Value *inTurn(llvm::Value *value);
  void writeTo(llvm::Value *place);
  void listLines();
  void advance(std::uint64_t now, llvm::Value *next);
  void emitTurn(std::uint64_t bytes, unsigned tiles, std::uint64_t iterations, std::uint64_t most_moves);
  void emitEndOfTurn(std::uint64_t bytes);
  llvm::SmallVector<llvm::BasicBlock *, 8> usualWay() const;
  void copyWay(UsualWay &way);
  void findVarying(UsualWay &way) const;
  bool isSameForAllTiles(const UsualWay &way) const;
  void listMoves(unsigned tiles, std::uint64_t iterations, std::uint64_t most_moves);
  void listTiles(UsualWay &way);
  void goOnBehind(llvm::BasicBlock &listed, ListedMoves::Now now);
  void leaveListing(UsualWay &way, llvm::PHINode &index,
                    const llvm::DenseMap<std::uint64_t, llvm::PHINode *> &now);
  llvm::Value *forTile(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::ValueToValueMapTy &values) const;
  llvm::Value *entry(llvm::IRBuilder<> &builder, llvm::Value *state, std::uint64_t fields, llvm::Value *tile,
                     std::uint64_t group) const;
  void announceAtOnce(const UsualWay &way, llvm::ArrayRef<llvm::StoreInst *> listed);
  void widenArray();
  void forgetMoves(llvm::IRBuilder<> &builder) const;
  void createMoves(std::uint64_t iterations);
  void mayList(llvm::IRBuilder<> &builder, bool may) const;
  void beginTiles();
  void takeTurns(llvm::Value *place, llvm::Value *end);
  void createState();
  void extract(std::uint64_t lines);
  llvm::BasicBlock *block(const llvm::Twine &name, llvm::BasicBlock *in_front_of) const;

  const TileLoop &loop_;
  llvm::LoopInfo &loops_;
  llvm::DominatorTree &dominators_;
  llvm::Function &function_;
  const llvm::DataLayout &layout_;
  llvm::Loop *copying_ = nullptr;      // over warps
  llvm::BranchInst *leaves_ = nullptr; // the loop over tiles
  llvm::SmallPtrSet<const llvm::Value *, 32> computable_;
  llvm::SmallVector<Announcement, 32> announced_;

  // It begins with the list of lines.
  llvm::AllocaInst *state_ = nullptr; // its type is known last
  std::uint64_t state_bytes_ = 0, state_align_ = 8, entries_ = 0;
  // Fields: where this turn writes, which tile that is, and where the batch ends; tiles that wait; whether another tile
  // follows those, and whether some of its turns have been taken.
  std::uint64_t place_ = 0, number_ = 0, batch_end_ = 0, ready_ = 0, follows_ = 0, begun_ = 0;
  llvm::MapVector<llvm::PHINode *, std::uint64_t> tile_phis_, warp_phis_; // fields
  llvm::SmallVector<TileState, 8> tile_state_;           // number, place, and the tile's phis
  llvm::DenseMap<llvm::Value *, llvm::Value *> in_turn_; // instead of a value of the function
  llvm::BasicBlock *before_ = nullptr, *header_ = nullptr, *latch_ = nullptr, *exit_ = nullptr; // of the loop
  llvm::BasicBlock *check_ = nullptr, *work_ = nullptr, *done_ = nullptr;                       // of a turn
  llvm::SmallVector<llvm::BasicBlock *, 16> blocks_;                                            // of a turn
  llvm::CallInst *call_ = nullptr;

  // Where turns leave moves to others: fields of the list, of how many tiles it is, and whether anybody will do them;
  // how far from the array's beginning what nobody reads can be written.
  std::optional<ListedMoves> moves_;
  llvm::AllocaInst *array_ = nullptr;
  unsigned tiles_ = 0;    // for which the list has room
  bool same_way_ = false; // for all tiles of a warp, and the same offsets
  std::uint64_t offsets_ = 0, places_ = 0, bases_ = 0, growths_ = 0;
  std::uint64_t may_list_ = 0, listed_ = 0, spare_ = 0;
  llvm::SmallVector<llvm::Value *, 4> announced_groups_;       // by how much they grow, or null
  llvm::SmallVector<llvm::StoreInst *, 32> lines_;             // to the list of lines
  llvm::DenseMap<const llvm::Value *, std::uint64_t> of_tile_; // loaded from the state by a turn: fields
  llvm::Value *follows_next_ = nullptr;                        // whether another tile follows this turn's
  llvm::BasicBlock *end_ = nullptr, *last_ = nullptr;    // of a turn; where that was the warp's last one
  llvm::SmallVector<llvm::BasicBlock *, 3> behind_last_; // that block included
  // Those of an iteration, and all.
  llvm::Function *moves_of_iteration_ = nullptr, *all_moves_ = nullptr;
};

} // namespace raddle::vectorize

#endif
