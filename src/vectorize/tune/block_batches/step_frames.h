// The part of a batch entry that runs the grid loop for the frames of a batch.
#ifndef RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_STEP_FRAMES_H
#define RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_STEP_FRAMES_H

#include "vectorize/tune/block_batches/batch_function.h"
#include "vectorize/tune/block_batches/batch_prefetches.h"

#include <llvm/IR/ValueHandle.h>

namespace raddle::vectorize {

/// A step takes a frame, runs a few iterations, and writes the frame back; then comes the next frame's step.
///
///   visit        do enough iterations of a frame follow, and the last one after them?   <--+
///   rounds       if so, they run one after the other; the next frame, or the first again --+
///   few          if not, the loop runs up to the last iteration; the next frame, or done --+
///   done         returns the number of blocks
class FrameStepper {
public:
  explicit FrameStepper(BatchFunction &batch) : batch_(batch), prefetches_(batch) {}

  /// Settles what a frame holds. False where that takes more than computing; what there is of the function is of no use then.
  bool write();

  /// The block from which the steps begin.
  llvm::BasicBlock *start() const { return start_; }

  /// To be called when the function is simplified: a step's iterations have become one block then, unless they have branches.
  void orderIterations();

private:
  void noteRunningBlock();
  void findLiveIns(llvm::Instruction &start_end);
  void dropPrefetches();
  void writeStep();
  Values writeIteration(const Values &now);
  void writeLastIterations();

  BatchFunction &batch_;
  BatchPrefetches prefetches_;
  llvm::BasicBlock *start_ = nullptr, *visit_ = nullptr, *rounds_ = nullptr, *few_ = nullptr;
  llvm::Value *end_ = nullptr; // of the last frame
  llvm::PHINode *frame_now_ = nullptr;
  llvm::WeakVH last_store_; // of a step
};

} // namespace raddle::vectorize

#endif
