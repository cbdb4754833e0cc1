// What a loop over tiles copies from global memory into shared memory, where it does nothing else with it.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_TILE_COPIES_H
#define RADDLE_VECTORIZE_TUNE_TILES_TILE_COPIES_H

#include "vectorize/tune/tiles/preheader_code.h"
#include "vectorize/tune/tiles/tile_loop.h"

#include <optional>

namespace raddle::vectorize {

/// All that fills the tiles of a loop: `*place = *address`, for each warp, with addresses that have the same stride from
/// tile to tile, as long as no index wraps.
class TileCopies {
public:
  /// What a number of 64 bits adds up from tile to tile. The number has to stay below `bound`.
  struct Limit {
    llvm::Value *step; // computed before the loop over tiles
    std::int64_t bound;
  };
  /// A number that has a limit (its index), and how it becomes one of 64 bits.
  struct Index {
    llvm::Value *number;
    unsigned limit;
    llvm::Instruction::CastOps extension;
  };
  struct Copy {
    llvm::LoadInst *load = nullptr;
    llvm::StoreInst *store = nullptr;
    llvm::BasicBlock *otherwise = nullptr; // where the elements do not lie side by side; null: they always do
    llvm::Value *stride = nullptr;         // of the address, in bytes, computed before the loop over tiles
    llvm::SmallVector<Index, 2> indices;
  };

  TileCopies(const TileLoop &loop, llvm::LoopInfo &loops, llvm::DominatorTree &dominators);

  /// Whether all writers of the tiles copy, in one loop over warps that runs for each tile. All else holds only after
  /// that. Adds code before the loop over tiles, and changes nothing else.
  bool find();

  /// The loop over warps.
  llvm::Loop &copying() const { return *copying_; }
  /// The copies, in the order in which a warp performs them.
  llvm::ArrayRef<Copy> copies() const { return copies_; }
  llvm::ArrayRef<Limit> limits() const { return limits_; }
  std::uint64_t bytesOf(const Copy &copy) const;

private:
  std::optional<Copy> copyBy(llvm::StoreInst &store);
  bool followAddress(Copy &copy, llvm::CmpInst *condition);
  llvm::Value *stepOfIndex(llvm::Value &index, Copy &copy, llvm::CmpInst *&condition);
  llvm::Value *stepOf(llvm::Value &value);

  const TileLoop &loop_;
  llvm::LoopInfo &loops_;
  llvm::DominatorTree &dominators_;
  PreheaderCode code_;
  const llvm::DataLayout &layout_;
  llvm::Loop *copying_ = nullptr;
  llvm::SmallVector<Copy, 32> copies_;
  llvm::SmallVector<Limit, 4> limits_;
};

} // namespace raddle::vectorize

#endif
