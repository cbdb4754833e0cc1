// Lanes that a warp holds while others of it poll memory, and what they would do if they went on.
//
//   while (atomicCAS(&lock, 0, 1) != 0);     the lane that has the lock is blocked here until all have it
//   ++count;
//   lock = 0;                                and would write what the others wait for
//
// While lanes poll, the others of their warp are blocked where they come together again: after the loop, if they have left it
// earlier; after a branch, if they have taken its other side. Where a barrier or an operation for all lanes comes next, or
// for all that are still in the loop, they would wait there anyway, and nobody is the worse. A loop that only goes from place to place may ask for less
// (analysis/awaited_writes.h).
#ifndef RADDLE_VECTORIZE_RESHAPE_LANES_BLOCKED_LANES_H
#define RADDLE_VECTORIZE_RESHAPE_LANES_BLOCKED_LANES_H

#include "vectorize/widen/plan/linear_order.h"

namespace raddle::vectorize {

class BlockedLanes {
public:
  BlockedLanes(bool is_kernel, const analysis::LaneShapes &shapes, const LinearOrder &order)
      : is_kernel_(is_kernel), shapes_(shapes), order_(order) {}

  /// Whether lanes that poll at `poll` (see mayPoll) may wait for what blocked lanes have yet to write.
  bool mayBeWaitedForAt(const llvm::Instruction &poll) const { return !awaitedPathsAt(poll).empty(); }

  /// How blocked lanes have come where they are blocked, and would go on to write such things.
  struct Path {
    llvm::BasicBlock *from; // null: out of a loop that others have not left yet
    llvm::BasicBlock *to;

    bool operator==(const Path &) const = default;
  };
  llvm::SmallVector<Path, 4> awaitedPathsAt(const llvm::Instruction &poll) const;

private:
  using Paths = llvm::SmallVector<Path, 8>;

  Paths pathsOfOthersAt(llvm::BasicBlock *block, const llvm::Loop *polling) const;
  void addPathsAfter(llvm::BasicBlock *branch, llvm::BasicBlock *block, const llvm::Loop *polling,
                     Paths &paths) const;
  bool writesBeforeAllMeet(llvm::BasicBlock *start,
                           llvm::function_ref<bool(const llvm::Instruction &)> is_awaited,
                           llvm::function_ref<bool(const llvm::Instruction &)> meets) const;

  const bool is_kernel_;
  const analysis::LaneShapes &shapes_;
  const LinearOrder &order_;
};

} // namespace raddle::vectorize

#endif
