// A region begins after a barrier and goes as far as the control flow goes without another one. Where the
// ways from two regions meet, a region of its own begins, as if there were a barrier. Where a branch decides
// to which region the warps go on, the branch is taken out of its region:
//
//   for (...) {          loop:  [ a() ]      [...] are regions, which the warps run one by one;
//     a();                      barrier      the loop's branch stands between them, and runs
//     __syncthreads();          [ b() ]      once
//     b();                      br loop, end
//   }                    end:

#include "vectorize/block/barrier_regions.h"

#include "vectorize/block/segments.h"

#include <llvm/IR/CFG.h>

using namespace llvm;

namespace raddle::vectorize {

bool BarrierRegions::find(Function &kernel, const Blocks &after_barriers, const Blocks &once,
                          const WarpVariance &variance) {
  starts_ = after_barriers;
  between_.insert(once.begin(), once.end());
  between_.insert(&kernel.getEntryBlock());
  starts_.insert(kernel.getEntryBlock().getSingleSuccessor());
  between_.insert(return_ = returnOf(kernel));
  for (bool changed = true; changed;) {
    changed = false;
    assign(kernel);
    if (!collect(kernel, variance, changed))
      return false;
  }
  return true;
}

void BarrierRegions::dissolve(function_ref<bool(const Instruction &)> once_is_enough) {
  regions_.remove_if([&](const auto &entry) {
    for (BasicBlock *block : entry.second.blocks)
      if (!all_of(*block, once_is_enough))
        return false;
    for (BasicBlock *block : entry.second.blocks)
      start_of_.erase(block);
    return true;
  });
}

BarrierRegion *BarrierRegions::of(const BasicBlock *block) {
  auto *found = regions_.find(start_of_.lookup(block));
  return found == regions_.end() ? nullptr : &found->second;
}

BasicBlock *BarrierRegions::insertBetween(BasicBlock *from, BasicBlock *to) {
  BasicBlock *block = BasicBlock::Create(to->getContext(), "way", to->getParent(), to);
  BranchInst::Create(to, block);
  from->getTerminator()->replaceSuccessorWith(to, block);
  to->replacePhiUsesWith(from, block);
  start_of_[block] = block;
  BarrierRegion &region = regions_[block];
  region.blocks.insert(block);
  region.next = to;
  return block;
}

void BarrierRegions::assign(Function &kernel) {
  do
    start_of_.clear();
  while (!assignOnce(kernel));
}

// False when a block has become the start of a region.
bool BarrierRegions::assignOnce(Function &kernel) {
  const ReversePostOrderTraversal<Function *> order(&kernel);
  for (BasicBlock *block : order) {
    if (between_.contains(block))
      continue;
    BasicBlock *start = starts_.contains(block) ? block : nullptr;
    if (!start)
      for (BasicBlock *before : predecessors(block))
        if (BasicBlock *other = start_of_.lookup(before))
          start = other;
    start_of_[block] = start;
  }
  bool settled = true;
  for (BasicBlock *block : order)
    if (start_of_.contains(block) && !starts_.contains(block) &&
        any_of(predecessors(block),
               [&](BasicBlock *before) { return start_of_.lookup(before) != start_of_.lookup(block); })) {
      starts_.insert(block);
      settled = false;
    }
  return settled;
}

// Finds the regions' blocks and ways out. False where warps take different ways at a branch that decides to which barrier they
// come.
bool BarrierRegions::collect(Function &kernel, const WarpVariance &variance, bool &changed) {
  regions_.clear();
  SmallVector<BasicBlock *, 32> order;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&kernel))
    if (BasicBlock *start = start_of_.lookup(block)) {
      regions_[start].blocks.insert(block);
      order.push_back(block);
    }
  // Which regions, or blocks between them, can be reached without passing through another one.
  using Ways = SmallPtrSet<BasicBlock *, 2>;
  DenseMap<const BasicBlock *, Ways> ways_out;
  for (bool growing = true; growing;) {
    growing = false;
    for (BasicBlock *block : reverse(order))
      for (BasicBlock *next : successors(block)) {
        Ways reached;
        if (between_.contains(next) || starts_.contains(next))
          reached.insert(next);
        else
          reached = ways_out[next];
        for (BasicBlock *way : reached)
          growing |= ways_out[block].insert(way).second;
      }
  }
  for (BasicBlock *block : order) {
    BarrierRegion &region = regions_[start_of_[block]];
    const auto &ways = ways_out[block];
    for (BasicBlock *way : ways)
      if (way != return_ || !region.next)
        region.next = way;
    Instruction *branch = block->getTerminator();
    if (ways.size() < 2 || branch->getNumSuccessors() < 2)
      continue;
    auto waysFrom = [&](BasicBlock *next) {
      if (between_.contains(next) || starts_.contains(next))
        return Ways{next};
      return ways_out[next];
    };
    // Where each successor leads to the same places, a later branch decides.
    auto withoutReturn = [&](Ways some) {
      some.erase(return_);
      return some;
    };
    const Ways barriers = withoutReturn(ways);
    const bool decides_barrier = barriers.size() > 1 && any_of(successors(block), [&](BasicBlock *next) {
                                   const Ways own = withoutReturn(waysFrom(next));
                                   return !own.empty() && own.size() < barriers.size();
                                 });
    // A way that ends in a report of the runtime leads nowhere.
    const bool decides_return = ways.contains(return_) && any_of(successors(block), [&](BasicBlock *next) {
                                  const Ways own = waysFrom(next);
                                  return !own.empty() && own.size() < ways.size();
                                });
    if (!decides_barrier && !decides_return)
      continue;
    const bool same_for_all = !variance.differs(branch);
    // A loop without barriers stays within its region, wherever it may be left for good.
    if (same_for_all && (decides_barrier || !isInLoopOfItsRegion(*block))) {
      decideBetween(block);
      changed = true;
      return true;
    }
    if (decides_barrier)
      return false;
    // Warps may return while the others go on to the one barrier.
    region.may_return = true;
  }
  return true;
}

bool BarrierRegions::isInLoopOfItsRegion(BasicBlock &block) {
  const DominatorTree dominators(*block.getParent());
  const LoopInfo loops(dominators);
  const Loop *loop = loops.getLoopFor(&block);
  return loop && all_of(loop->blocks(), [&](const BasicBlock *other) {
           return start_of_.lookup(other) == start_of_.lookup(&block);
         });
}

// The branch at the end of the block is the same for all warps, and decides to which region they go on.
void BarrierRegions::decideBetween(BasicBlock *block) {
  for (BasicBlock *next : successors(block))
    if (!between_.contains(next))
      starts_.insert(next);
  between_.insert(SplitBlock(block, block->getTerminator()));
}

} // namespace raddle::vectorize
