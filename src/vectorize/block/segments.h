// Dividing a function's code into pieces that run one after the other.
#ifndef RADDLE_VECTORIZE_BLOCK_SEGMENTS_H
#define RADDLE_VECTORIZE_BLOCK_SEGMENTS_H

#include "vectorize/llvm.h"

#include <llvm/IR/BasicBlock.h>

namespace raddle::vectorize {

/// A piece of a function that leads to the next piece only.
struct Segment {
  llvm::SetVector<llvm::BasicBlock *> blocks; ///< the first is the only one that is entered from outside
  unsigned instructions = 0;
};

/// The only block of a function that returns; null where there are several, or none.
llvm::BasicBlock *returnOf(llvm::Function &function);

/// The pieces between the entry of a function and its return, in order: the blocks outside loops that all ways go through
/// divide it.
llvm::SmallVector<Segment, 16> segmentsOf(llvm::Function &function);

/// The pieces of the loop's body, of a function that is one loop, left at its end, and little else; none of other functions.
/// Splits the loop's head and its end off, and divides long blocks.
llvm::SmallVector<Segment, 16> segmentsOfLoop(llvm::Function &function);

/// Puts neighbours together: at most `most` groups of about the same number of instructions.
llvm::SmallVector<Segment, 4> grouped(llvm::ArrayRef<Segment> segments, unsigned most);

} // namespace raddle::vectorize

#endif
