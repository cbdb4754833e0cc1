// The part of a batch entry that runs blocks up to their grid loop.
#ifndef RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_COLLECT_FRAMES_H
#define RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_COLLECT_FRAMES_H

#include "vectorize/tune/block_batches/batch_function.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/ValueHandle.h>

namespace raddle::vectorize {

/// Runs one warp after the other up to the loop, and writes a frame for each, as long as blocks have enough iterations.
///
///   entry        number = 0, cursor = frames
///   next block   the way of a warp to the loop, for blockIdx.x = base + number         <--+
///   push         *cursor++ = the warp's values; it must have enough iterations before it  |
///   turn done    to the next warp of the block, or else                                   |
///   block done   ++number; to the next block, or else ------------------------------------+
///   close        to the steps, but returns 0 if only one block has come so far
class FrameCollector {
public:
  explicit FrameCollector(BatchFunction &batch) : batch_(batch), way_(batch.grid.wayThere()) {}

  /// Writes the entry, and by which values it is decided whether a warp joins the batch. False where that takes more than
  /// computing; what there is of the function is of no use then, here and below.
  bool begin();
  /// Writes everything else. To be called when it is settled what a frame holds; `steps` is where the frames are run.
  bool finish(llvm::BasicBlock *steps);

  /// To be called when dead code is gone: whether the way to the loop needs nothing that warps hand on to each other after it.
  bool knowsAllWarps() const;

private:
  void writeEntry();
  llvm::Value *readsEnough();
  llvm::Value *stepOf(const LoopVariable &variable) const;
  void endWay();
  void writePush();
  bool writeNextWarp();
  void writeNextBlock();
  void writeClose(llvm::BasicBlock *steps);
  void replaceBlockIndex();
  llvm::AllocaInst *unknown(llvm::Type *type);

  BatchFunction &batch_;
  llvm::SetVector<llvm::BasicBlock *> way_; // of a warp, to the loop
  llvm::BasicBlock *next_block_ = nullptr, *push_ = nullptr, *warp_done_ = nullptr, *block_done_ = nullptr,
                   *close_ = nullptr;
  llvm::AllocaInst *cursor_ = nullptr; // the end of all frames
  llvm::Value *joins_ = nullptr;       // whether a warp has enough iterations
  // Stand for values that a warp hands on to the next one after the loop.
  llvm::SmallVector<llvm::WeakVH, 16> unknown_;
};

} // namespace raddle::vectorize

#endif
