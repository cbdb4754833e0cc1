// Regions of a kernel through which the warps of a block go in different ways.
#ifndef RADDLE_VECTORIZE_RESHAPE_LOOPS_DIVERGENT_REGIONS_H
#define RADDLE_VECTORIZE_RESHAPE_LOOPS_DIVERGENT_REGIONS_H

#include "vectorize/llvm.h"

#include <optional>

namespace raddle::vectorize {

/// What is entered through one block and leads to one block after it.
struct DivergentRegion {
  llvm::SetVector<llvm::BasicBlock *> blocks; // the first is the one that is entered
  llvm::BasicBlock *merge = nullptr;

  llvm::BasicBlock *entry() const { return blocks.front(); }
  bool contains(const llvm::BasicBlock *block) const {
    return blocks.contains(const_cast<llvm::BasicBlock *>(block));
  }
};
using DivergentRegions = llvm::SmallVector<DivergentRegion, 4>;

/// The smallest regions that hold the `branches` and all that depends on where they go; none lies in another
/// one. Nothing where a way through the kernel's end belongs to such a region.
std::optional<DivergentRegions> regionsAround(llvm::Function &kernel,
                                              llvm::ArrayRef<llvm::BasicBlock *> branches);

/// A region within a loop over the `warps` that are fused. The values of all warps that it needs or that
/// others need of it come and go by selection, so that they keep their shapes.
class WarpByWarp {
public:
  /// Splits the edges into the region and out of it.
  WarpByWarp(const DivergentRegion &region, unsigned warps);

  /// Where the ways into the region meet, before the first warp runs. Its phis are new.
  llvm::BasicBlock *entryEdge() const { return entry_edge_; }
  /// What comes out of the region: for each of its values that are used after it the results of all warps.
  /// The first has taken its place there.
  const llvm::SmallVector<llvm::SmallVector<llvm::Value *, 8>, 4> &results() const { return results_; }
  /// The number of the warp that runs, as seen from inside: i32.
  llvm::PHINode *warp() const { return warp_; }
  /// Where code may be put that is run at the beginning for each warp.
  llvm::Instruction *start() const { return head_->getTerminator(); }
  /// What `values`, one for each warp, are for the one that runs.
  llvm::Value *pick(llvm::ArrayRef<llvm::Value *> values);
  /// The blocks of the loop.
  const llvm::SetVector<llvm::BasicBlock *> &blocks() const { return blocks_; }

private:
  llvm::SetVector<llvm::BasicBlock *> blocks_;
  llvm::BasicBlock *entry_edge_, *head_;
  llvm::PHINode *warp_;
  llvm::SmallVector<llvm::SmallVector<llvm::Value *, 8>, 4> results_;
};

} // namespace raddle::vectorize

#endif
