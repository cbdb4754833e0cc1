// Loops that all lanes of a warp run together for some iterations.
#ifndef RADDLE_VECTORIZE_RESHAPE_LOOPS_FULL_WARP_LOOPS_H
#define RADDLE_VECTORIZE_RESHAPE_LOOPS_FULL_WARP_LOOPS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before: normal form, which it may disturb. A small counted loop that lanes leave one by one,
///
///   for (i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) ...
///
/// is preceded by a copy that runs as long as all 32 lanes take part, so that nothing in it needs a mask.
bool versionFullWarps(llvm::Function &kernel, const Input &input, Facts &facts, Report &report);

/// marker::kFullWarp.
llvm::FunctionCallee fullWarpFunction(llvm::Module &module);

bool isFullWarpCall(const llvm::Value &value);

/// Whether the branch at the end of `block` goes to its first side only where such calls say so.
bool isFullWarpBranch(const llvm::BasicBlock &block);

} // namespace raddle::vectorize

#endif
