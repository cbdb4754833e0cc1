// The order in which a block reads memory from several places: cache line by cache line.
#ifndef RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_CACHE_LINES_OF_STEP_H
#define RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_CACHE_LINES_OF_STEP_H

#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Value.h>

namespace raddle::vectorize {

/// Before: a block computes vectors lane by lane, and stores them to a frame at `frame`. After: it does so for as many lanes at a
/// time as lie in one cache line where it reads them. Vectors that anything else needs as a whole stay whole.
///
///   frame[0..31] = frame[0..31] + x[0..31]   becomes   frame[0..15] = frame[0..15] + x[0..15]
///                                                      frame[16..31] = frame[16..31] + x[16..31]
void splitByCacheLines(llvm::BasicBlock &block, const llvm::Value &frame);

/// Before: a block loads values from a frame at `frame`, combines them with what it reads elsewhere, and stores them to where
/// they were. After: it does so for one value after the other, so that it reads a line from each place, then the next line
/// from each. Prefetches stay before the load that they were before. Nothing changes where the block does
/// anything else that has an effect.
void interleaveCacheLines(llvm::BasicBlock &block, const llvm::Value &frame);

} // namespace raddle::vectorize

#endif
