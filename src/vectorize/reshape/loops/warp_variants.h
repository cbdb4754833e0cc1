// What differs between the warps of a block that are to be fused.
#ifndef RADDLE_VECTORIZE_RESHAPE_LOOPS_WARP_VARIANTS_H
#define RADDLE_VECTORIZE_RESHAPE_LOOPS_WARP_VARIANTS_H

#include "vectorize/compile_job.h"
#include "vectorize/reshape/loops/divergent_regions.h"

namespace raddle::vectorize {

/// The values of a kernel that are not the same in all warps of a block, and the regions in which the warps diverge.
class WarpVariants {
public:
  WarpVariants(llvm::Function &kernel, const BlockClass &block) : kernel_(kernel), block_(block) {}

  /// Finds both. False, with a refusal, where warps that are fused would come to different barriers, where lanes of a warp
  /// would return while others come to an operation that waits for them, and where a call has no form for fused warps.
  /// Each divergent branch gets a block of its own, as what stands before it does not depend on where it goes.
  bool find(const Report &report);

  /// Makes the kernel what it was before find().
  void giveUp();

  bool contains(const llvm::Value *value) const { return values_.contains(value); }
  void insert(const llvm::Value *value) { values_.insert(value); }
  const DivergentRegions &regions() const { return regions_; }
  bool isInRegion(const llvm::BasicBlock &block) const;

  /// By how much a field of the thread (`threadIdx.x`, ...) is larger in the next warp; 0 for all other instructions.
  unsigned stepOf(const llvm::Instruction &instruction) const;
  /// Whether the result differs although all operands may be the same.
  bool isSource(const llvm::Instruction &instruction) const;

private:
  void insertWithUsers(llvm::Instruction &first);
  llvm::SmallVector<llvm::BasicBlock *, 8> isolateDivergentBranches();
  void insertResultsOf(const DivergentRegion &region);

  llvm::Function &kernel_;
  const BlockClass &block_;
  llvm::SmallPtrSet<const llvm::Value *, 32> values_;
  DivergentRegions regions_;
  llvm::SmallVector<llvm::BasicBlock *, 8> split_;
};

/// Fused warps do it once, for all of them: they meet at a barrier, or report that they divide by zero.
bool isDoneTogether(const llvm::Instruction &instruction);

} // namespace raddle::vectorize

#endif
