// The places where the warps of a kernel wait for each other.
#ifndef RADDLE_VECTORIZE_BLOCK_BARRIER_SITES_H
#define RADDLE_VECTORIZE_BLOCK_BARRIER_SITES_H

#include "vectorize/block/barrier_regions.h"
#include "vectorize/compile_job.h"

#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

/// Takes a kernel apart at its barriers. Until it is known what becomes of a barrier, placeholders stand for what it yields, and
/// for what the block does once for all warps: calls that are the same for all warps and that LLVM does not move.
class BarrierSites {
public:
  explicit BarrierSites(CompileJob &job)
      : job_(job), kernel_(*job.kernel), layout_(job.module->getDataLayout()) {}

  /// After: a block ends at each barrier, local arrays stand in the entry, the one return stands alone, and loops are simplified
  /// and closed. False, and the reason is told, where the kernel has no such form; call restore() then.
  bool separate();

  /// After: the placeholders are gone, and the kernel does what it did.
  void restore();

  /// To be called when the regions are known. After: placeholders have become values in memory that all warps share, and the
  /// barriers are gone.
  void dissolve();

  const llvm::CallInst &first() const { return *barriers_.front(); }
  bool hasTileBarrier() const;
  /// Whether something is done, or computed, at a barrier for all warps together.
  bool doesMoreThanWait() const { return !counts_.empty() || !meetings_.empty() || !phases_.empty(); }
  /// Calls at which the block meets others.
  llvm::ArrayRef<llvm::CallInst *> meetings() const { return meetings_; }
  llvm::ArrayRef<llvm::AllocaInst *> locals() const { return locals_; }
  llvm::BasicBlock *returnBlock() const { return return_; }
  /// The blocks that barriers lead to, and those in between that run once for all warps.
  const BarrierRegions::Blocks &blocksAfter() const { return after_barriers_; }
  const BarrierRegions::Blocks &blocksRunOnce() const { return once_; }
  /// Whether all 32 lanes of each warp come to each barrier; known after dissolve().
  bool allLanesCome() const { return all_lanes_come_; }

private:
  void collect();
  bool mayMoveLocals() const;
  bool asksForPhaseElsewhere() const;
  void split(llvm::CallInst &barrier);
  bool isolateReturn();
  llvm::CallInst *placeholder(llvm::StringRef marker, llvm::StringRef name, llvm::Type *type,
                              llvm::BasicBlock::iterator place) const;
  llvm::AllocaInst *zeroInEntry(llvm::Type *type, llvm::StringRef name);
  void addUp(llvm::CallInst &count, llvm::CallInst &sum);
  void countPhases();
  void dropLaneNotes();

  CompileJob &job_;
  llvm::Function &kernel_;
  const llvm::DataLayout &layout_;
  llvm::SmallVector<llvm::CallInst *, 8> barriers_;
  llvm::SmallVector<llvm::AllocaInst *, 8> locals_;
  // Barriers that add up a number of each warp, and the placeholders of the sums.
  llvm::SmallVector<std::pair<llvm::CallInst *, llvm::CallInst *>, 2> counts_;
  // Calls that ask for a tile's phase, and their placeholders; placeholders where the phase changes.
  llvm::SmallVector<std::pair<llvm::CallInst *, llvm::CallInst *>, 2> phases_;
  llvm::SmallVector<llvm::CallInst *, 2> next_phases_;
  llvm::SmallVector<llvm::CallInst *, 4> meetings_;
  BarrierRegions::Blocks after_barriers_, once_;
  llvm::BasicBlock *return_ = nullptr;
  bool all_lanes_come_ = false;
};

} // namespace raddle::vectorize

#endif
