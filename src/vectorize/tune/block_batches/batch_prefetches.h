// Prefetches of what the frames of a batch read.
#ifndef RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_BATCH_PREFETCHES_H
#define RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_BATCH_PREFETCHES_H

#include "vectorize/tune/block_batches/batch_function.h"

namespace raddle::vectorize {

/// Each load prefetches what the same load of a later frame's step reads, which lies as much further on as the first frame is
/// from one some frames later, if the last frame is as far away as that says; else what it reads itself, which costs nothing.
class BatchPrefetches {
public:
  explicit BatchPrefetches(BatchFunction &batch) : batch_(batch) {}

  /// Computes these distances where the builder stands, before all frames: they then take no instructions among those that
  /// read.
  void findDistances(llvm::Value *end_of_frames);
  /// Prefetches for `load` of the loop, before its copy.
  void insert(llvm::LoadInst &load, llvm::LoadInst &copy);

private:
  llvm::GetElementPtrInst *elementOfArray(llvm::Value &address) const;

  BatchFunction &batch_;
  // By how many bytes further a load reads in the later frame, or where its array would lie then.
  llvm::DenseMap<const llvm::LoadInst *, llvm::Value *> distances_, moved_arrays_;
};

} // namespace raddle::vectorize

#endif
