// Which values differ between those who run a function, be they lanes, warps or blocks, given where differences begin.
#ifndef RADDLE_ANALYSIS_SPREAD_DIFFERENCES_H
#define RADDLE_ANALYSIS_SPREAD_DIFFERENCES_H

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

namespace raddle::analysis {

using Instructions = llvm::SmallPtrSet<const llvm::Instruction *, 32>;

/// Those that differ by themselves, all that is computed from them, and what depends on the way on which it was computed: phis where
/// the sides of a branch that differs meet, and the results of a loop that is left at different times. For functions whose cycles are
/// natural loops.
Instructions spreadDifferences(llvm::Function &function,
                               llvm::function_ref<bool(const llvm::Instruction &)> differs_by_itself);

} // namespace raddle::analysis

#endif
