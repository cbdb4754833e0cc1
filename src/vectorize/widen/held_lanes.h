// Lanes that a warp holds while others of it poll memory, and what they would do if they went on.
//
//   while (atomicCAS(&lock, 0, 1) != 0);     the lane that has the lock is held here until all have it
//   ++count;
//   lock = 0;                                and would write what the others wait for
//
// While lanes poll, the others of their warp are held where they come together again: behind the loop, if they have left it
// earlier; behind a branch, if they have taken its other side. Where a barrier or an operation for all lanes comes next they
// would wait there anyway, and nobody is the worse. A loop that only goes from place to place may ask for less
// (analysis/awaited_writes.h).
#ifndef RADDLE_VECTORIZE_WIDEN_HELD_LANES_H
#define RADDLE_VECTORIZE_WIDEN_HELD_LANES_H

#include "vectorize/widen/linear_order.h"

#include <llvm/ADT/SetVector.h>

namespace raddle::vectorize {

class HeldLanes {
public:
  HeldLanes(bool is_kernel, const analysis::LaneShapes &shapes, const LinearOrder &order)
      : is_kernel_(is_kernel), shapes_(shapes), order_(order) {}

  /// Whether lanes that poll at `poll` (see mayPoll) may wait for what held lanes have yet to write.
  bool mayBeWaitedForAt(const llvm::Instruction &poll) const;

private:
  using Places = llvm::SmallSetVector<llvm::BasicBlock *, 8>;

  Places placesOfOthersAt(llvm::BasicBlock *block, const llvm::Loop *polling) const;
  void addPlacesBehind(llvm::BasicBlock *branch, llvm::BasicBlock *block, const llvm::Loop *polling,
                       Places &places) const;
  bool writesBeforeAllMeet(const Places &places,
                           llvm::function_ref<bool(const llvm::Instruction &)> is_awaited) const;

  const bool is_kernel_;
  const analysis::LaneShapes &shapes_;
  const LinearOrder &order_;
};

} // namespace raddle::vectorize

#endif
