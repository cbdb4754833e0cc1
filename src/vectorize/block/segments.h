// Dividing a function's code into pieces that run one after the other.
#ifndef RADDLE_VECTORIZE_BLOCK_SEGMENTS_H
#define RADDLE_VECTORIZE_BLOCK_SEGMENTS_H

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/BasicBlock.h>

namespace raddle::vectorize {

/// Each leads to the next one only.
struct Segment {
  llvm::SetVector<llvm::BasicBlock *> blocks; ///< the first is the only one that is entered from outside
  unsigned instructions = 0;
};

/// Between the entry of a function and its return, in order: the blocks outside loops that all ways go through
/// divide it.
llvm::SmallVector<Segment, 16> segmentsOf(llvm::Function &function);

/// The same for the body of the function's loop, which ends where it is left: of a function that is one loop and
/// little else. None where it is not. Makes blocks of the loop's head and its end, and of long blocks several.
llvm::SmallVector<Segment, 16> segmentsOfLoop(llvm::Function &function);

/// Neighbours together: at most `most` groups of about the same number of instructions.
llvm::SmallVector<Segment, 4> grouped(llvm::ArrayRef<Segment> segments, unsigned most);

} // namespace raddle::vectorize

#endif
