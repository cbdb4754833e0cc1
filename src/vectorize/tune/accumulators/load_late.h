#ifndef RADDLE_VECTORIZE_TUNE_ACCUMULATORS_LOAD_LATE_H
#define RADDLE_VECTORIZE_TUNE_ACCUMULATORS_LOAD_LATE_H

#include <llvm/IR/BasicBlock.h>

namespace raddle::vectorize {

/// Moves what a block loads, and shuffles of it, to its first use. Where stores stand between loads, LLVM does not move
/// these across them: what is loaded early needs registers that accumulators shall have. The caller knows that no store in
/// between overwrites what is loaded.
void loadLate(llvm::BasicBlock &block);

} // namespace raddle::vectorize

#endif
