// The order in which a warp runs through the blocks of a kernel, and where it may jump.
//
// When the lanes of a warp part, both sides are run, one after the other. So the control flow graph is made
// linear where it diverges and stays as it is elsewhere (Moll, Hack: Partial Control-Flow Linearization, PLDI
// 2018). Blocks are numbered so that every edge but a loop's back edge goes up, and the blocks of a loop are
// neighbours. Lanes that have to run a block with a higher number wait there ("pending") while the warp runs
// those with lower numbers. Where lanes wait for others of their warp, these had better have come there, or
// returned: blocks that wait for lanes have numbers as high as may be.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_LINEAR_ORDER_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_LINEAR_ORDER_H

#include "analysis/lane_shapes.h"
#include "vectorize/llvm.h"

#include <llvm/ADT/BitVector.h>

#include <vector>

namespace raddle::vectorize {

class LinearOrder {
public:
  LinearOrder(llvm::Function &function, const analysis::LaneShapes &shapes);

  llvm::ArrayRef<llvm::BasicBlock *> blocks() const { return blocks_; }
  unsigned indexOf(const llvm::BasicBlock *block) const { return index_.lookup(block); }

  /// A block that exactly the lanes of `block` have run before it, without a loop between the two; or null.
  /// The mask of `block` is then known without looking.
  llvm::BasicBlock *sameLanesAs(const llvm::BasicBlock *block) const { return same_lanes_.lookup(block); }

  /// The first block of such a chain; `block` itself when there is none.
  llvm::BasicBlock *firstWithLanesOf(llvm::BasicBlock *block) const {
    while (llvm::BasicBlock *same = sameLanesAs(block))
      block = same;
    return block;
  }

  const llvm::LoopInfo &loops() const { return loops_; }
  const llvm::DominatorTree &dominators() const { return dominators_; }

  bool isLoopHeader(const llvm::BasicBlock *block) const { return loops_.isLoopHeader(block); }
  bool isInLoop(const llvm::BasicBlock *block) const { return loops_.getLoopFor(block); }

  /// Whether lanes may leave the loop of this header at different times.
  bool isDivergentLoop(const llvm::BasicBlock *header) const {
    return divergent_loop_exits_.contains(header);
  }

  /// Where lanes may wait that have left the divergent loop of this header.
  llvm::ArrayRef<llvm::BasicBlock *> divergentExits(const llvm::BasicBlock *header) const;

  /// Whether lanes may leave any of the loops around `block` at different times.
  bool isInDivergentLoop(const llvm::BasicBlock *block) const;

  /// Whether the edge leaves a loop that lanes leave at different times.
  bool leavesDivergentLoop(const llvm::BasicBlock *from, const llvm::BasicBlock *to) const;

  /// Whether the edge is a loop's back edge.
  bool isBackEdge(const llvm::BasicBlock *from, const llvm::BasicBlock *to) const {
    return indexOf(to) <= indexOf(from);
  }

  /// Whether lanes that wait there are as good as returned: no lane waits for them, and they write nothing.
  bool isOnlyLeaving(const llvm::BasicBlock *block) const { return only_leaving_.contains(block); }

  /// The blocks that dominate `block`, nearest first.
  llvm::SmallVector<llvm::BasicBlock *, 8> dominatorsOf(llvm::BasicBlock *block) const;

  /// Whether a path leads from one block to another, back edges aside.
  bool reaches(llvm::BasicBlock *from, llvm::BasicBlock *to) const;

private:
  void number(llvm::Loop *loop, llvm::BasicBlock *entry, const analysis::LaneShapes &shapes);
  bool leadsToPoll(const llvm::BasicBlock *block) const;
  void findDivergentLoops(const analysis::LaneShapes &shapes);
  void findSameLanes(llvm::Function &function, const analysis::LaneShapes &shapes);
  void findLeaving(llvm::Function &function);

  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  std::vector<llvm::BasicBlock *> blocks_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> index_;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> same_lanes_;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<llvm::BasicBlock *, 2>> divergent_loop_exits_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> only_leaving_;
  llvm::SmallVector<const llvm::BasicBlock *, 2> polling_;
};

} // namespace raddle::vectorize

#endif
