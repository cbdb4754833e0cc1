// The order in which a block reads memory from several places.
#ifndef RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_INTERLEAVE_CACHE_LINES_H
#define RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_INTERLEAVE_CACHE_LINES_H

#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Value.h>

namespace raddle::vectorize {

/// Before: a block loads values from a frame at `frame`, combines them with what it reads elsewhere, and stores them to where
/// they were. After: it does so for one value after the other, so that it reads a line from each place, then the next line
/// from each. Prefetches stay before the load that they were before. Nothing changes where the block does
/// anything else that has an effect.
void interleaveCacheLines(llvm::BasicBlock &block, const llvm::Value &frame);

} // namespace raddle::vectorize

#endif
