// What a loop over tiles copies from global memory into shared memory, where it does nothing else with it.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_TILE_COPIES_H
#define RADDLE_VECTORIZE_TUNE_TILES_TILE_COPIES_H

#include "vectorize/tune/tiles/tile_loop.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>

#include <map>
#include <optional>
#include <tuple>

namespace raddle::vectorize {

/// All that fills the tiles of a loop: `*place = *address`, for each warp, with addresses that grow from tile to tile by
/// the same number of bytes, as long as no index wraps.
class TileCopies {
public:
  /// What grows from tile to tile, as a number of 64 bits, and has to stay below `bound`.
  struct Limit {
    llvm::Value *growth; // in front of the loop over tiles
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
    llvm::Value *growth = nullptr;         // of the address, in bytes, in front of the loop over tiles
    llvm::SmallVector<Index, 2> indices;
  };

  TileCopies(const TileLoop &loop, llvm::LoopInfo &loops, llvm::DominatorTree &dominators);

  /// Whether all writers of the tiles copy, in one loop over warps that runs for each tile. All else holds only behind
  /// that. Adds code in front of the loop over tiles, and changes nothing else.
  bool find();

  /// Over warps.
  llvm::Loop &copying() const { return *copying_; }
  /// In the order in which a warp performs them.
  llvm::ArrayRef<Copy> copies() const { return copies_; }
  llvm::ArrayRef<Limit> limits() const { return limits_; }
  std::uint64_t bytesOf(const Copy &copy) const;

private:
  std::optional<Copy> copyBy(llvm::StoreInst &store);
  bool followAddress(Copy &copy, llvm::CmpInst *condition);
  llvm::Value *growthOfIndex(llvm::Value &index, Copy &copy, llvm::CmpInst *&condition);
  llvm::Value *growthOf(llvm::Value &value);
  llvm::Value *stepOf(llvm::PHINode &phi) const;
  llvm::Value *combine(llvm::Instruction::BinaryOps operation, llvm::Value *left, llvm::Value *right);
  llvm::Value *extended(llvm::Value &value, llvm::Instruction::CastOps extension);

  const TileLoop &loop_;
  llvm::LoopInfo &loops_;
  llvm::DominatorTree &dominators_;
  llvm::IRBuilder<> builder_;
  const llvm::DataLayout &layout_;
  llvm::Loop *copying_ = nullptr;
  llvm::SmallVector<Copy, 32> copies_;
  llvm::SmallVector<Limit, 4> limits_;
  // By operation and operands: the same for all rows of a tile, so that there are few limits.
  std::map<std::tuple<unsigned, llvm::Value *, llvm::Value *>, llvm::Value *> made_;
};

} // namespace raddle::vectorize

#endif
