// Masks with lanes that are known to be off.
#ifndef RADDLE_VECTORIZE_TUNE_SHUFFLES_CLEARED_LANES_H
#define RADDLE_VECTORIZE_TUNE_SHUFFLES_CLEARED_LANES_H

#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

/// Before: LLVM's optimiser has written a mask of which some lanes are off as a shuffle with zeros, or as a
/// select. After: as an `and` with a constant.
///
/// LLVM 19's code generator makes such a shuffle a `kmovb` (or `kmovw`, `kmovd`) from one mask register to
/// another, for the bits that it clears; and its register allocator takes that for a copy, which keeps all
/// bits. Where registers are short, lanes that are off then store.
llvm::PreservedAnalyses clearLanesByAnd(llvm::Function &function, llvm::FunctionAnalysisManager &);

} // namespace raddle::vectorize

#endif
