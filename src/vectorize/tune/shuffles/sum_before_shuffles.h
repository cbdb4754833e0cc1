// Sums of elements that shuffles pick out of memory.
#ifndef RADDLE_VECTORIZE_TUNE_SHUFFLES_SUM_BEFORE_SHUFFLES_H
#define RADDLE_VECTORIZE_TUNE_SHUFFLES_SUM_BEFORE_SHUFFLES_H

#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

/// Before: each lane adds up integers that are neighbours in memory, which shuffles have picked for it out of vectors as they
/// lie there. After: such vectors are added first, and shuffles add up the neighbours in what comes out:
///
///   sum + even of a + odd of a + even of b + odd of b      becomes      sum + even of (a + b) + odd of (a + b)
///
/// The same for products, minima, maxima and bits, which may be taken in any order as well.
llvm::PreservedAnalyses sumBeforeShuffles(llvm::Function &function, llvm::FunctionAnalysisManager &);

} // namespace raddle::vectorize

#endif
