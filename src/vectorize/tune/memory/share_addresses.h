// Addresses at constant distances from each other share a register.
#ifndef RADDLE_VECTORIZE_TUNE_MEMORY_SHARE_ADDRESSES_H
#define RADDLE_VECTORIZE_TUNE_MEMORY_SHARE_ADDRESSES_H

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

/// After: in functions that are marked so, addresses of rows at constant distances are computed from one. Where there
/// are several tiles, what is constant in an address is its last step.
llvm::PreservedAnalyses shareAddresses(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);

} // namespace raddle::vectorize

#endif
