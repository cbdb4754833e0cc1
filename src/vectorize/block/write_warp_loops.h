// Loops over the warps of a block, one for each part of a kernel between two barriers.
#ifndef RADDLE_VECTORIZE_BLOCK_WRITE_WARP_LOOPS_H
#define RADDLE_VECTORIZE_BLOCK_WRITE_WARP_LOOPS_H

#include "vectorize/block/barrier_regions.h"
#include "vectorize/block/warp_values.h"
#include "vectorize/compile_job.h"

#include <llvm/IR/IRBuilder.h>

namespace raddle::vectorize {

/// What the loops will be.
struct WarpLoopPlan {
  BarrierRegions regions; // each becomes a loop
  // Some warps may leave the kernel while others go on: the loops run over a list of those that are left.
  bool warps_may_return = false;
  bool unrolled = false;
  // Where the block waits for other blocks, reports name its lanes: all of them, or it is not known which.
  llvm::ArrayRef<llvm::CallInst *> meetings;
  bool all_lanes_come = false;
  llvm::BasicBlock *return_block = nullptr;
};

/// Writes the loops of a plan around its regions. Calls come in the order of the functions here, each for all regions.
class WarpLoopWriter {
public:
  WarpLoopWriter(CompileJob &job, const WarpLoopPlan &plan)
      : job_(job), plan_(plan), kernel_(*job.kernel), thread_(*kernel_.getArg(0)),
        layout_(job.module->getDataLayout()) {}

  /// Writes into the entry: a RaddleThread for each warp.
  void describeWarps();
  /// Creates the blocks in which an iteration begins.
  WarpLoop open(const BarrierRegion &region);
  /// Leads from the region's ends to the next iteration, and out of the loop.
  void close(const BarrierRegion &region, WarpLoop &loop);
  /// Leads from the blocks before the region to the first iteration.
  void enter(const BarrierRegion &region, const WarpLoop &loop);

private:
  void noteLanesAtMeetings(llvm::IRBuilder<> &builder);
  llvm::Type *threadType() const;
  void copyThread(llvm::IRBuilder<> &builder, llvm::Value *place);
  llvm::BasicBlock *countLivingWarps(const BarrierRegion &region, const WarpLoop &loop,
                                     llvm::BasicBlock *next, llvm::BasicBlock *last);

  CompileJob &job_;
  const WarpLoopPlan &plan_;
  llvm::Function &kernel_;
  llvm::Argument &thread_;
  const llvm::DataLayout &layout_;
  llvm::AllocaInst *threads_ = nullptr;
  llvm::Value *block_ = nullptr, *count_ = nullptr;
  llvm::AllocaInst *living_ = nullptr,
                   *living_count_ = nullptr; // warps that have not returned, where some may
};

} // namespace raddle::vectorize

#endif
