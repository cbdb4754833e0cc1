// Software-pipelined tile copies: the next tile of global memory is copied while warps compute with this one.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_PIPELINE_TILE_COPIES_H
#define RADDLE_VECTORIZE_TUNE_TILES_PIPELINE_TILE_COPIES_H

#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

/// Before: the function runs all warps of a block, and LLVM has simplified it. After: where the block copies tiles into
/// `shared_bytes` of shared memory and adds up from them (see tile_loop.h), the loop that adds up copies the next tile
/// into a second such memory.
llvm::PreservedAnalyses pipelineTileCopies(llvm::Function &function, llvm::FunctionAnalysisManager &analyses,
                                           const llvm::TargetMachine &machine, const CodeParts &parts,
                                           const Facts &facts, const Outputs &outputs, const Report &report);

} // namespace raddle::vectorize

#endif
