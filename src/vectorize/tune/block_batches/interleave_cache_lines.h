// The order in which a block reads memory from several places.
#ifndef RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_INTERLEAVE_CACHE_LINES_H
#define RADDLE_VECTORIZE_TUNE_BLOCK_BATCHES_INTERLEAVE_CACHE_LINES_H

#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Value.h>

namespace raddle::vectorize {

/// A block loads values from a frame at `frame`, combines them with what it reads elsewhere, and stores them to where they
/// were. It comes to do so for one value after the other, so that it reads a line from each place, then the next line
/// from each. Prefetches stay in front of the load that they were in front of. Nothing changes where the block does
/// anything else that has an effect.
void goLineByLine(llvm::BasicBlock &block, const llvm::Value &frame);

} // namespace raddle::vectorize

#endif
