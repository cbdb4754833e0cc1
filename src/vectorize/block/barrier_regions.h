// The parts of a kernel between two barriers.
#ifndef RADDLE_VECTORIZE_BLOCK_BARRIER_REGIONS_H
#define RADDLE_VECTORIZE_BLOCK_BARRIER_REGIONS_H

#include "vectorize/block/warp_variance.h"

namespace raddle::vectorize {

/// What all warps of a block run before any of them goes on.
struct BarrierRegion {
  llvm::SetVector<llvm::BasicBlock *> blocks; // the first is the only one that is entered from outside
  llvm::BasicBlock *next = nullptr;           // where all ways out lead; null when there is none
  bool may_return = false;                    // some warps may leave the kernel instead

  llvm::BasicBlock *start() const { return blocks.front(); }
  bool holds(const llvm::Instruction &instruction) const {
    return blocks.contains(const_cast<llvm::BasicBlock *>(instruction.getParent()));
  }
};

/// Divides a kernel into regions, and blocks between them that hold nothing but a branch or a return and that
/// a block goes through once: the branches decide which region comes next, and are the same for all warps.
class BarrierRegions {
public:
  using Blocks = llvm::SetVector<llvm::BasicBlock *>;

  /// Before: each block of `after_barriers` is what a barrier leads to; those of `once`, and the entry,
  /// which leads to the first region, belong to no region; there is one return, which stands alone. Splits blocks.
  /// False when warps may come to different barriers.
  bool find(llvm::Function &kernel, const Blocks &after_barriers, const Blocks &once,
            const WarpVariance &variance);

  /// Drops the regions that hold only instructions of which once is enough for all warps: their blocks run once.
  void dissolve(llvm::function_ref<bool(const llvm::Instruction &)> once_is_enough);

  llvm::MapVector<llvm::BasicBlock *, BarrierRegion> &all() { return regions_; }
  /// Null for a block between the regions.
  BarrierRegion *of(const llvm::BasicBlock *block);
  /// A region of one block, on the way from a block between the regions to `to`.
  llvm::BasicBlock *insertBetween(llvm::BasicBlock *from, llvm::BasicBlock *to);

private:
  void assign(llvm::Function &kernel);
  bool assignOnce(llvm::Function &kernel);
  bool collect(llvm::Function &kernel, const WarpVariance &variance, bool &changed);
  void decideBetween(llvm::BasicBlock *block);
  bool isInLoopOfItsRegion(llvm::BasicBlock &block);

  Blocks starts_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> between_;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> start_of_;
  llvm::MapVector<llvm::BasicBlock *, BarrierRegion> regions_;
  llvm::BasicBlock *return_ = nullptr;
};

} // namespace raddle::vectorize

#endif
