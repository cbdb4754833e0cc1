// Shuffles of shuffles.
#ifndef RADDLE_VECTORIZE_TUNE_SHUFFLES_COMPOSE_SHUFFLES_H
#define RADDLE_VECTORIZE_TUNE_SHUFFLES_COMPOSE_SHUFFLES_H

#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

/// After: where two vectors are shuffled into new ones, and these again, the second shuffles pick their elements from
/// the two vectors. So it is where lanes store by a plan what they load by another one: between the stages of a
/// transform, for example.
llvm::PreservedAnalyses composeShuffles(llvm::Function &function, llvm::FunctionAnalysisManager &);

} // namespace raddle::vectorize

#endif
