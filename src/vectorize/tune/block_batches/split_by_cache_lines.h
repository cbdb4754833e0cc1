// Vectors of several cache lines, taken apart.
#ifndef RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_SPLIT_BY_CACHE_LINES_H
#define RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_SPLIT_BY_CACHE_LINES_H

#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Value.h>

namespace raddle::vectorize {

/// Before: a block computes vectors lane by lane, and stores them to a frame at `frame`. After: it does so for as many lanes at a
/// time as lie in one cache line where it reads them. Vectors that anything else needs as a whole stay whole.
///
///   frame[0..31] = frame[0..31] + x[0..31]   becomes   frame[0..15] = frame[0..15] + x[0..15]
///                                                      frame[16..31] = frame[16..31] + x[16..31]
void splitByCacheLines(llvm::BasicBlock &block, const llvm::Value &frame);

} // namespace raddle::vectorize

#endif
