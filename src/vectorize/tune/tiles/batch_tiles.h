// Several tiles of shared memory at a time.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_BATCH_TILES_H
#define RADDLE_VECTORIZE_TUNE_TILES_BATCH_TILES_H

#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

/// Before: the function runs all warps of a block, and LLVM has simplified it. After: where the block fills
/// `shared_bytes` of shared memory again and again, and adds up from them in between (see tile_loop.h), it fills
/// several such memories before it adds up from all of them. So the accumulators of a warp are loaded and stored less often.
llvm::PreservedAnalyses batchTiles(llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                                   const llvm::TargetMachine &machine, const CodeParts &parts,
                                   const Facts &facts, const Outputs &outputs, const Report &report);

} // namespace raddle::vectorize

#endif
