// Where the accumulators of a loop are before and after it.
#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_ACCUMULATORS_IN_MEMORY_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_ACCUMULATORS_IN_MEMORY_H

#include "vectorize/llvm.h"

#include <llvm/Analysis/AliasAnalysis.h>

namespace raddle::vectorize {

/// Accumulators that are loaded for the loop, and stored after it, so that they need no register before and after.
struct AccumulatorsInMemory {
  /// Loads that may come as late as when the loop is left, those of a part of the vector included.
  llvm::DenseMap<const llvm::PHINode *, llvm::LoadInst *> loads;
  /// Stores that may come as soon as the loop has computed the value. The address is computed before the loop, or by one
  /// instruction from what is.
  llvm::DenseMap<const llvm::PHINode *, llvm::StoreInst *> stores;
};

/// `loop` has one block, a preheader and one exit, and writes no memory.
AccumulatorsInMemory findAccumulatorsInMemory(const llvm::Loop &loop,
                                              llvm::ArrayRef<llvm::PHINode *> accumulators,
                                              llvm::AAResults &aliases);

} // namespace raddle::vectorize

#endif
