// Exchanges of elements that run up in some lanes and down in others.
#ifndef RADDLE_VECTORIZE_TUNE_SHUFFLES_EXCHANGES_TO_MIN_MAX_H
#define RADDLE_VECTORIZE_TUNE_SHUFFLES_EXCHANGES_TO_MIN_MAX_H

#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

/// Before: a sorting network compares two vectors of integers, negates the result in those lanes that sort
/// downwards, and selects by it what goes where. After: one vector becomes the minimum and one the maximum, and in
/// lanes that sort downwards the integers are complemented, which reverses their order. They stay so from one exchange
/// to the next, through shuffles, and are complemented back where something else needs them.
///
/// Which lanes sort downwards must be known, or the same for all lanes of the warp. Done in blocks where it takes fewer
/// instructions. Where that is not so, but two results are only stored, and their places are known to be the same or
/// apart, the places are exchanged instead of the values.
llvm::PreservedAnalyses exchangesToMinMax(llvm::Function &function, llvm::FunctionAnalysisManager &,
                                          const llvm::TargetMachine &machine);

} // namespace raddle::vectorize

#endif
