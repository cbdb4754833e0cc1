// Where the sums of a loop are before and behind it.
#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_ACCUMULATORS_IN_MEMORY_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_ACCUMULATORS_IN_MEMORY_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

/// Sums that are loaded for the loop, and stored behind it, so that they need no register before and after.
struct SumsInMemory {
  /// May be loaded as late as when the loop is left, parts of it included.
  llvm::DenseMap<const llvm::PHINode *, llvm::LoadInst *> loads;
  /// May be stored as soon as the loop has computed them. The address is computed in front of the loop, or by one
  /// instruction of what comes from there.
  llvm::DenseMap<const llvm::PHINode *, llvm::StoreInst *> stores;
};

/// Of a loop of one block with a preheader and one exit, which writes no memory.
SumsInMemory findSumsInMemory(const llvm::Loop &loop, llvm::ArrayRef<llvm::PHINode *> sums,
                              llvm::AAResults &aliases);

} // namespace raddle::vectorize

#endif
