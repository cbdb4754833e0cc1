// Lanes that bypass an operation that waits, and may return after it before they come to another.
//
//   if (i < n)                               if (i < n)
//     v = shfl(all, v);                        v = shfl(all, v);
//   if (i < m)                      becomes  else if (!(i < m))
//     out[i] = shfl(all, v);                   return;            comes before the first shuffle
//                                            if (i < m)
//                                              out[i] = shfl(all, v);
//
// Lanes from n on would wait at the second `if` for the others, and look as if they had not returned.

#include "vectorize/reshape/passes.h"

#include "vectorize/block_copies.h"
#include "vectorize/reshape/lanes/call_effects.h"
#include "vectorize/reshape/lanes/exiting_lanes.h"
#include "vectorize/widen/plan/linear_order.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Instructions of all copies together.
constexpr unsigned kMostInstructions = 500;

class BypassingLanes {
public:
  explicit BypassingLanes(Function &kernel) : kernel_(kernel), dominators_(kernel), loops_(dominators_) {
    for (BasicBlock &block : kernel)
      if (any_of(block, mayWait))
        waiting_.insert(&block);
  }

  bool separate() {
    std::vector<Path> paths = pathsPast();
    if (paths.empty())
      return false;
    const analysis::LaneShapes shapes(kernel_, {});
    const LinearOrder order(kernel_, shapes);
    erase_if(paths, [&](const Path &path) {
      return none_of(path.branches, [&](BasicBlock *branch) {
        return shapes.branchDiverges(branch) &&
               (branch == path.from || order.firstWithLanesOf(branch) != order.firstWithLanesOf(path.from));
      });
    });
    unsigned copied = 0;
    for (const Path &path : paths) {
      std::vector<BasicBlock *> blocks = blocksBefore(path.to);
      unsigned size = 0;
      for (BasicBlock *block : blocks)
        size += static_cast<unsigned>(block->size());
      if (copied + size > kMostInstructions)
        continue;
      copied += size;
      const BlockCopies copies(blocks, ".passing");
      copies.addPathsOut();
      copies.enterFrom(path.from);
      // Lanes from the copies may come to the last of `blocks` again.
      copies.joinValues();
    }
    // What only these paths led to.
    return removeUnreachableBlocks(kernel_) || copied != 0;
  }

private:
  // An edge to where lanes may still return, while others wait on another side of one of the branches.
  struct Path {
    BasicBlock *from, *to;
    SmallVector<BasicBlock *, 4> branches;
  };

  // Where a copy ends: a block that waits, or the whole of a loop that does.
  bool ends(BasicBlock *block) const {
    Loop *loop = loops_.getLoopFor(block);
    return waiting_.contains(block) ||
           (loop && any_of(loop->getOutermostLoop()->blocks(),
                           [&](BasicBlock *inside) { return waiting_.contains(inside); }));
  }

  // The blocks that are reached from `start` before any that ends a copy.
  std::vector<BasicBlock *> blocksBefore(BasicBlock *start) const {
    std::vector<BasicBlock *> blocks{start};
    SmallPtrSet<BasicBlock *, 8> seen{start};
    for (size_t i = 0; i < blocks.size(); ++i)
      for (BasicBlock *next : successors(blocks[i]))
        if (!ends(next) && seen.insert(next).second)
          blocks.push_back(next);
    return blocks;
  }

  // Whether lanes at `start` may both return and come to an operation that waits, whichever is first.
  bool isUndecided(BasicBlock *start) const {
    bool returns = false, waits = false;
    for (BasicBlock *block : blocksBefore(start)) {
      returns |= isa<ReturnInst>(block->getTerminator());
      waits |= any_of(successors(block), [&](BasicBlock *next) { return ends(next); });
    }
    return returns && waits;
  }

  // Whether a side of `branch`, not that of the path itself, waits before it comes to one of the `blocks`
  // after the path.
  bool othersWait(BasicBlock *branch, const Path &path, ArrayRef<BasicBlock *> blocks) const {
    return any_of(successors(branch), [&](BasicBlock *side) {
      SmallSetVector<BasicBlock *, 8> reached(blocks.begin(), blocks.end());
      const std::size_t after_way = reached.size();
      reached.insert(side);
      for (std::size_t i = after_way; i < reached.size(); ++i) {
        if (reached[i] == path.from)
          return false;
        reached.insert(succ_begin(reached[i]), succ_end(reached[i]));
      }
      return any_of(drop_begin(reached, after_way),
                    [&](const BasicBlock *block) { return waiting_.contains(block); });
    });
  }

  std::vector<Path> pathsPast() const {
    std::vector<Path> paths;
    if (waiting_.size() < 2)
      return paths;
    for (BasicBlock &block : kernel_) {
      if (loops_.getLoopFor(&block))
        continue;
      SmallPtrSet<BasicBlock *, 2> targets;
      for (BasicBlock *next : successors(&block)) {
        if (!targets.insert(next).second || ends(next) || next->getSinglePredecessor() || !isUndecided(next))
          continue;
        Path path{&block, next, {}};
        const std::vector<BasicBlock *> blocks = blocksBefore(next);
        for (auto *node = dominators_.getNode(&block); node; node = node->getIDom())
          if (BasicBlock *branch = node->getBlock();
              !loops_.getLoopFor(branch) && othersWait(branch, path, blocks))
            path.branches.push_back(branch);
        if (!path.branches.empty())
          paths.push_back(std::move(path));
      }
    }
    return paths;
  }

  Function &kernel_;
  DominatorTree dominators_;
  LoopInfo loops_;
  SmallPtrSet<const BasicBlock *, 16> waiting_; // themselves, not only what follows
};

} // namespace

bool separateBypassingLanes(Function &kernel) { return BypassingLanes(kernel).separate(); }

} // namespace raddle::vectorize
