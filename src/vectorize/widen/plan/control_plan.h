// What becomes of the control flow of a function for a warp: for each block where its mask comes from and which blocks lanes
// may wait at meanwhile, for each branch whether lanes diverge there, and where the warp goes next.
//
// A divergent branch splits the mask into two sets of waiting lanes; the warp goes on with the lower-numbered block and comes
// to the other later. A block is skipped when no lane waits for it, unless running it for no lane is harmless and cheap.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_CONTROL_PLAN_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_CONTROL_PLAN_H

#include "analysis/lane_shapes.h"
#include "vectorize/widen/plan/linear_order.h"

#include <llvm/ADT/BitVector.h>

#include <vector>

namespace raddle::vectorize {

/// Where the mask of a block comes from.
enum class MaskSource {
  kEntry,   // the lanes that run the function
  kFull,    // all 32 lanes are active
  kSame,    // the lanes that have run an earlier block
  kWaiting, // the lanes that wait for the block
};

/// The warp goes to a block: if it looks, only where a lane waits for it.
struct Step {
  llvm::BasicBlock *to;
  bool looks;
  bool is_back_edge; // of a loop that lanes leave one by one
};
/// The warp takes the first step that it can; the last one is taken without looking.
using Route = llvm::SmallVector<Step, 2>;

/// What happens to lanes that take an edge.
struct Passing {
  llvm::BasicBlock *to = nullptr;
  bool joins_others = false; // lanes may wait there already
  bool keeps_values = false; // phis may hold the values of lanes that came another way
};

struct BlockPlan {
  llvm::BasicBlock *block = nullptr;
  MaskSource mask = MaskSource::kWaiting;
  llvm::BasicBlock *same_lanes = nullptr; // with kSame: the block whose lanes it has
  bool is_full = false;                   // all 32 lanes are active
  bool counts_waiting = false;            // lanes are noted that wait for it
  bool may_be_empty = false;              // it is entered without looking whether a lane waits
  llvm::BitVector deferred;               // by number: the blocks at which lanes may wait meanwhile

  enum class Exit {
    kReturn,
    kUnreachable,
    kJump,      // all lanes go to one block
    kUniform,   // all lanes go to the same of two blocks
    kDivergent, // lanes may diverge
    kRareLeave, // lanes may diverge, and some rarely leave a loop: the warp looks whether any does
    kUnknown,   // neither a branch nor an end
  };
  Exit exit = Exit::kUnknown;
  Passing passings[2];
  Route routes[2];      // of a uniform branch for each side, of others the first
  unsigned leaving = 0; // with kRareLeave: the side of those that leave
};

class ControlPlan {
public:
  ControlPlan(llvm::Function &source, const analysis::LaneShapes &shapes, bool is_kernel);

  const LinearOrder &order() const { return order_; }
  const BlockPlan &of(const llvm::BasicBlock *block) const { return blocks_[order_.indexOf(block)]; }
  llvm::ArrayRef<BlockPlan> blocks() const { return blocks_; } // as they are emitted
  /// Blocks whose masks later blocks take.
  llvm::ArrayRef<llvm::BasicBlock *> sourcesOfMasks() const { return sources_of_masks_.getArrayRef(); }

private:
  BlockPlan &at(const llvm::BasicBlock *block) { return blocks_[order_.indexOf(block)]; }
  void planMask(BlockPlan &plan, bool is_kernel);
  bool followsFullWarpBranch(llvm::BasicBlock *block) const;
  bool allComeTogether(const llvm::BasicBlock *block) const;
  void planExit(BlockPlan &plan);
  void planBranch(BlockPlan &plan, const llvm::BranchInst &branch);
  Passing passLanes(llvm::BasicBlock *from, llvm::BasicBlock *to);
  struct Certain { // lanes are known to wait there, or at one of the two blocks that a branch leads to
    const llvm::BasicBlock *only = nullptr;
    const llvm::BranchInst *sides = nullptr;
  };
  Route routeFrom(llvm::BasicBlock *block, llvm::BitVector targets, Certain certain);
  void addSteps(Route &route, llvm::BitVector targets, Certain certain);
  bool allCameTo(llvm::BasicBlock *block) const;
  int sideOfRareLeaving(const llvm::BranchInst &branch, const llvm::BitVector &deferred) const;
  bool needsLanes(llvm::BasicBlock *block) const;
  bool mayRunForNoLane(const llvm::Instruction &instruction, bool is_chosen_by_numbers) const;
  bool isChosenByNumbers(const llvm::BasicBlock &block) const;
  bool isCheapAccess(const llvm::Instruction &instruction) const;

  const analysis::LaneShapes &shapes_;
  const LinearOrder order_;
  std::vector<BlockPlan> blocks_;
  llvm::SetVector<llvm::BasicBlock *> sources_of_masks_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> entered_; // some edge into it has been planned
};

} // namespace raddle::vectorize

#endif
