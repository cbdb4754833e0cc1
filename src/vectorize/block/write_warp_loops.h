// Loops over the warps of a block, one for each part of a kernel between two barriers.
#ifndef RADDLE_VECTORIZE_BLOCK_WRITE_WARP_LOOPS_H
#define RADDLE_VECTORIZE_BLOCK_WRITE_WARP_LOOPS_H

#include "vectorize/block/barrier_regions.h"
#include "vectorize/block/warp_values.h"
#include "vectorize/compile_job.h"

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

/// Writes the loops of a plan around its regions, and keeps the values that warps hand on between them.
void writeWarpLoops(llvm::Function &kernel, const BlockClass &blocks, const Facts &facts, WarpLoopPlan &plan,
                    WarpValues &values);

} // namespace raddle::vectorize

#endif
