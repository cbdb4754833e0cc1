// What a copy iteration (copy_iterations.h) moves without computing with it, as moves that other code can do later.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_COPIES_LISTED_MOVES_H
#define RADDLE_VECTORIZE_TUNE_TILES_COPIES_LISTED_MOVES_H

#include "vectorize/llvm.h"

#include <llvm/ADT/ArrayRef.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace raddle::vectorize {

/// Stores of what has just been loaded, however it was shuffled in between, cut into pieces of the same shape: in each
/// of a loop's iterations as many. Which element comes from where is known; what the list must say is from which
/// address a piece comes, and where the first of all comes to.
///
///   x = vectors loaded from base + ...                  list = offsets of 16 vectors from base, base, place
///   place[j][0 ... 15] = element j of each     becomes  for (i = 0; i < 16; ++i)
///                                                         for (j = 0; j < 8; ++j) place[j][i] = base[list[i] + j]
///
/// A base, and a part of each place, depend on the tile; offsets, and the rest of a place, on the warp.
class ListedMoves {
public:
  using IsOfTile = llvm::function_ref<bool(const llvm::Value *)>;
  using Values = llvm::SmallVector<llvm::Value *, 32>;

  /// Whether the stores, all of them to an array, are no more than `most` moves in each of so many iterations. An index
  /// may depend on the tile, and else depends on the warp only. All else holds only after that. Changes nothing.
  bool find(llvm::ArrayRef<llvm::StoreInst *> stores, const llvm::Value &array, IsOfTile is_of_tile,
            std::uint64_t iterations, std::uint64_t most);

  /// How long the list is: bases (addresses), places (i64), and offsets (i64).
  std::uint64_t groups() const { return groups_.size(); }
  std::uint64_t offsets() const;
  /// So many bytes from a base may be read, and from a place written to.
  std::uint64_t bytesRead() const { return bytes_read_; }
  std::uint64_t bytesWritten() const { return bytes_written_; }

  /// Values that offsets, places of a warp, and bases consist of.
  llvm::SmallVector<const llvm::Value *, 64> valuesOfWarp() const;
  const llvm::Value *baseOf(std::uint64_t group) const { return sources_[groups_[group].shape.source].base; }
  /// One of the loads.
  llvm::LoadInst *loadOf(std::uint64_t group) const { return groups_[group].pieces.front().load; }

  /// These compute them, from what the values that they consist of are `now`. A place is the number of bytes from the
  /// array's beginning.
  using Now = llvm::function_ref<llvm::Value *(llvm::Value *)>;
  Values computeOffsets(llvm::IRBuilder<> &builder, Now now) const;
  Values computePlaces(llvm::IRBuilder<> &builder, Now now) const;
  Values computeBases(llvm::IRBuilder<> &builder, Now now) const;

  /// The moves of one iteration (i64). Where `prefetched` is an address, what a later tile's iteration will read from
  /// there instead of from the base is prefetched.
  void emit(llvm::IRBuilder<> &builder, llvm::ArrayRef<llvm::Value *> bases,
            llvm::ArrayRef<llvm::Value *> prefetched, llvm::ArrayRef<llvm::Value *> places,
            llvm::Value *offsets, llvm::Value *iteration) const;

private:
  using Bytes = std::uint64_t;
  // An element's place in what is loaded, and in the array.
  using Move = std::pair<Bytes, std::int64_t>;
  using Terms = llvm::MapVector<llvm::Value *, llvm::APInt>;
  // An address without its constant.
  struct Address {
    const llvm::Value *base;
    Terms of_tile, of_warp;
  };
  struct Piece {
    llvm::LoadInst *load;
    Bytes from;
    std::int64_t to;
  };
  // Pieces with the same moves, counted from their first one's.
  struct Shape {
    unsigned source, target;
    Bytes element;
    std::vector<Move> moves;
    bool operator<(const Shape &other) const;
  };
  struct Group {
    Shape shape;
    llvm::SmallVector<Piece, 32> pieces; // at even distances
    std::int64_t step = 0;
  };

  bool findMoves(llvm::StoreInst &store, const llvm::Value &array, IsOfTile is_of_tile);
  bool formGroups();
  static Shape shapeOf(const Shape &moves, std::size_t first, std::size_t number);
  Bytes widthOfMove(const Group &group, std::size_t first) const;
  std::uint64_t movesOf(const Group &group) const;

  std::uint64_t iterations_ = 0;
  llvm::SmallVector<Address, 4> sources_, targets_; // of sources only what depends on the tile
  llvm::DenseMap<const llvm::LoadInst *, std::pair<Terms, llvm::APInt>> offsets_; // of loads, from these
  llvm::MapVector<std::pair<llvm::LoadInst *, unsigned>, Shape> moves_;           // by load and target
  std::vector<Group> groups_;
  Bytes bytes_read_ = 0, bytes_written_ = 0;
};

} // namespace raddle::vectorize

#endif
