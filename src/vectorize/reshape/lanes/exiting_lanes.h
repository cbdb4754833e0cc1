// Lanes that return while others of their warp go on.
#ifndef RADDLE_VECTORIZE_RESHAPE_LANES_EXITING_LANES_H
#define RADDLE_VECTORIZE_RESHAPE_LANES_EXITING_LANES_H

#include "analysis/lane_shapes.h"
#include "vectorize/compile_job.h"

#include <llvm/ADT/ArrayRef.h>

namespace raddle::vectorize {

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock *, 16>;

/// The blocks from which an operation that waits for other threads can be reached.
Blocks blocksThatMayWait(llvm::Function &kernel);

/// Lanes that will wait for nobody any more must run to their end before the others come to an operation that
/// waits: nobody waits for those that have returned, and what they wrote can be seen. So must those that only
/// wait for each other, where the others come to an operation for all lanes.
/// Before: normal form, which it may disturb. After: where lanes diverge, each path into such a last part of
/// the kernel has a copy of its own, and one that leaves a loop belongs to the loop; `raddle.return` in its
/// last branch stands for "true". What is too long to be copied is left alone.
bool separateExitingLanes(llvm::Function &kernel, const Report &report);

/// What parts of a kernel may become loops. Knows the kernel as it was when this was made.
class ExitingLanes {
public:
  ExitingLanes(llvm::Function &kernel, const analysis::LaneShapes &shapes);

  /// Whether in `blocks`, which are entered through the first and left for one block after them, some lanes of
  /// a warp may go where nobody waits any more while others still come to an operation that waits. Such blocks
  /// cannot become a loop: those that leave would wait at its end, and look as if they had not left.
  bool leaveOthersWaiting(llvm::ArrayRef<llvm::BasicBlock *> blocks) const;

private:
  const analysis::LaneShapes &shapes_;
  const Blocks waiting_;
  llvm::PostDominatorTree post_dominators_;
};

/// Makes blocks that return, or go on to `end`, a part of the loop, by an edge to its header that is never taken. They
/// are entered from the loop only.
void moveInto(llvm::BasicBlock *header, llvm::ArrayRef<llvm::BasicBlock *> blocks, llvm::BasicBlock *end);

/// The branch after such a part: its first successor is where it really goes.
bool isReturnFromLoop(const llvm::Instruction &terminator);

} // namespace raddle::vectorize

#endif
