// What function passes tell LLVM about the analyses that still hold.
#ifndef RADDLE_VECTORIZE_TUNE_MEMORY_KEEPING_CONTROL_FLOW_H
#define RADDLE_VECTORIZE_TUNE_MEMORY_KEEPING_CONTROL_FLOW_H

#include <llvm/IR/Analysis.h>

namespace raddle::vectorize {

/// What a pass leaves as it was that changes instructions, if it does, but no branches.
inline llvm::PreservedAnalyses keepingControlFlow(bool changed) {
  if (!changed)
    return llvm::PreservedAnalyses::all();
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

} // namespace raddle::vectorize

#endif
