// What LLVM's analyses hold after a function pass.
#ifndef RADDLE_VECTORIZE_TUNE_PRESERVED_ANALYSES_H
#define RADDLE_VECTORIZE_TUNE_PRESERVED_ANALYSES_H

#include <llvm/IR/Analysis.h>

namespace raddle::vectorize {

/// After a pass that may have changed anything.
inline llvm::PreservedAnalyses preservedUnless(bool changed) {
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

/// After a pass that may have changed instructions, but no branches.
inline llvm::PreservedAnalyses keepingControlFlow(bool changed) {
  llvm::PreservedAnalyses preserved = preservedUnless(changed);
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

} // namespace raddle::vectorize

#endif
