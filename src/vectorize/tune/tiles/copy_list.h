// The list of what the warps of a block copy for a tile, from which they copy the next one.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_COPY_LIST_H
#define RADDLE_VECTORIZE_TUNE_TILES_COPY_LIST_H

#include "vectorize/tune/tiles/tile_copies.h"

namespace raddle::vectorize {

/// How a tile is copied while warps compute with the one before.
struct PipelinePlan {
  std::uint64_t bytes = 0;          // of a tile
  std::uint64_t distance = 0;       // from the memory of one tile to that of the next
  std::uint64_t bytes_of_copy = 0;  // of each, all are of one size
  unsigned iterations_per_copy = 1; // of the computation
  unsigned unrolled = 1;            // so many iterations of the computation become one
  unsigned entries_of_warp = 0;     // of the list; as many as the computation takes

  /// The entry that copies a spare place to itself: the last one.
  std::uint64_t noCopy() const;
  std::uint64_t bytesOfList(const llvm::DataLayout &layout, llvm::LLVMContext &context) const;
};

/// Variables and code that list copies, and find out whether those of the next tile are the same at other places. An entry
/// is a source, a place in the first memory, and the stride from tile to tile.
class CopyList {
public:
  CopyList(const TileLoop &loop, const TileCopies &copies, const PipelinePlan &plan);

  /// A variable: the memory of this tile, in bytes from the first one.
  llvm::AllocaInst *here() const { return here_; }

  /// Skips the loop that copies where the tile is there; else that lists what it copies. `places` are what the stores'
  /// addresses are in the first memory.
  void emitListing(const llvm::DenseMap<llvm::Instruction *, llvm::Value *> &places);
  /// Whether all addresses of the next tile are those of this one and their strides.
  llvm::Value *staysEven(llvm::IRBuilder<> &builder);
  /// Notes whether the next tile is copied in the computation, which then begins with the first entry.
  void begin(llvm::IRBuilder<> &builder, llvm::Value *is_copied);

  struct Entry {
    llvm::Value *from, *to, *after; // what is copied for the next tile, and for the one after that
  };
  /// The next entry; `step` is 0 where nothing is copied, else 1. Places are moved by `distance`.
  Entry take(llvm::IRBuilder<> &builder, llvm::Value *step, llvm::Value *distance);

  /// The variables become values.
  void promote();

private:
  void list(const TileCopies::Copy &copy, llvm::Value *place, llvm::Value *first, std::size_t number) const;
  void noteIndices(const TileCopies::Copy &copy) const;
  void store(llvm::IRBuilder<> &builder, llvm::Value *entry, unsigned field, llvm::Value *value) const;

  const TileCopies &copies_;
  const PipelinePlan &plan_;
  llvm::Function &function_;
  llvm::StructType *entry_;
  llvm::AllocaInst *list_ = nullptr;
  llvm::AllocaInst *here_ = nullptr, *copied_ = nullptr, *is_even_ = nullptr, *next_ = nullptr;
  llvm::SmallVector<llvm::AllocaInst *, 4>
      highest_; // numbers that have a limit, of all warps, for the tile copied last
  llvm::SmallVector<llvm::AllocaInst *, 8> variables_;
};

/// Prefetches so many bytes into the second-level cache: rows far apart share few sets of the first-level one.
void prefetchRow(llvm::IRBuilder<> &builder, llvm::Value *address, std::uint64_t bytes);

} // namespace raddle::vectorize

#endif
