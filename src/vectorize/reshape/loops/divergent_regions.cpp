// Fused warps (fuse_warps) cannot diverge. Where they would, one runs after the other, and all meet again
// afterwards:
//
//   if (warp == 0) {                    for (w = 0; w < 8; ++w) {
//     x = f(x);            becomes        x = w == 0 ? x0 : w == 1 ? x1 : ...;
//   }                                     if (warp + w == 0) x = f(x);
//                                         x0 = w == 0 ? x : x0; x1 = w == 1 ? x : x1; ...
//                                       }

#include "vectorize/reshape/loops/divergent_regions.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// What can be reached from `entry` without going through `merge`.
SetVector<BasicBlock *> blocksBetween(BasicBlock *entry, const BasicBlock *merge) {
  SetVector<BasicBlock *> blocks;
  blocks.insert(entry);
  for (size_t i = 0; i < blocks.size(); ++i)
    for (BasicBlock *next : successors(blocks[i]))
      if (next != merge)
        blocks.insert(next);
  return blocks;
}

// Grows until the only way in is at its entry, and the only way out leads to its merge block.
std::optional<DivergentRegion> regionAround(BasicBlock *branch, const DominatorTree &dominators,
                                            const PostDominatorTree &post_dominators) {
  auto mergeOf = [&](BasicBlock *block) -> BasicBlock * {
    auto *node = post_dominators.getNode(block);
    return node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  };
  BasicBlock *entry = branch, *merge = mergeOf(branch);
  while (merge) {
    DivergentRegion region{blocksBetween(entry, merge), merge};
    BasicBlock *next_entry = entry, *next_merge = merge;
    for (BasicBlock *block : region.blocks) {
      next_entry = dominators.findNearestCommonDominator(next_entry, block);
      if (next_merge && !post_dominators.dominates(next_merge, block))
        next_merge = post_dominators.findNearestCommonDominator(next_merge, block);
      if (block == entry)
        continue;
      for (BasicBlock *before : predecessors(block))
        if (!region.contains(before))
          next_entry = dominators.findNearestCommonDominator(next_entry, before);
    }
    if (next_merge && region.contains(next_merge))
      next_merge = mergeOf(next_merge);
    if (next_entry == entry && next_merge == merge)
      return region;
    entry = next_entry;
    merge = next_merge;
  }
  return {};
}

} // namespace

std::optional<DivergentRegions> regionsAround(Function &kernel, ArrayRef<BasicBlock *> branches) {
  DivergentRegions regions;
  if (branches.empty())
    return regions;
  DominatorTree dominators(kernel);
  PostDominatorTree post_dominators(kernel);
  for (BasicBlock *branch : branches) {
    if (any_of(regions, [&](const DivergentRegion &known) { return known.contains(branch); }))
      continue;
    auto region = regionAround(branch, dominators, post_dominators);
    if (!region)
      return {};
    erase_if(regions, [&](const DivergentRegion &known) { return region->contains(known.entry()); });
    regions.push_back(std::move(*region));
  }
  // All or nothing of one lies in another one; else there is a way into the middle.
  SmallPtrSet<BasicBlock *, 16> seen;
  for (const DivergentRegion &region : regions)
    for (BasicBlock *block : region.blocks)
      if (!seen.insert(block).second)
        return {};
  return regions;
}

WarpByWarp::WarpByWarp(const DivergentRegion &region, unsigned warps) : blocks_(region.blocks) {
  BasicBlock *entry = region.entry();
  SmallVector<BasicBlock *, 4> outside, leaving;
  for (BasicBlock *before : predecessors(entry))
    if (!region.contains(before) && !is_contained(outside, before))
      outside.push_back(before);
  for (BasicBlock *before : predecessors(region.merge))
    if (region.contains(before) && !is_contained(leaving, before))
      leaving.push_back(before);
  entry_edge_ = SplitBlockPredecessors(entry, outside, ".entry");
  BasicBlock *out = SplitBlockPredecessors(region.merge, leaving, ".out");
  blocks_.insert(out);

  LLVMContext &context = entry->getContext();
  head_ = BasicBlock::Create(context, entry->getName() + ".warps", entry->getParent(), entry);
  entry_edge_->getTerminator()->setSuccessor(0, head_);
  entry->replacePhiUsesWith(entry_edge_, head_);
  BasicBlock *tail = SplitBlock(out, out->getTerminator());
  blocks_.insert(head_);
  blocks_.insert(tail);

  IRBuilder<> builder(head_);
  warp_ = builder.CreatePHI(builder.getInt32Ty(), 2, "warp");
  builder.CreateBr(entry)->setDebugLoc(tail->getTerminator()->getDebugLoc());
  auto *last = cast<BranchInst>(tail->getTerminator());
  builder.SetInsertPoint(last);
  for (BasicBlock *block : region.blocks)
    for (Instruction &value : *block)
      if (any_of(value.users(),
                 [&](User *user) { return !blocks_.contains(cast<Instruction>(user)->getParent()); }))
        results_.push_back({&value});
  for (PHINode &phi : out->phis())
    results_.push_back({&phi});
  for (auto &results : results_) {
    auto *value = cast<Instruction>(results.front());
    results.clear();
    SmallVector<PHINode *, 8> kept;
    for (unsigned warp = 0; warp < warps; ++warp) {
      kept.push_back(
          PHINode::Create(value->getType(), 2, value->getName() + ".of" + Twine(warp), warp_->getIterator()));
      results.push_back(
          builder.CreateSelect(builder.CreateICmpEQ(warp_, builder.getInt32(warp)), value, kept[warp]));
      kept[warp]->addIncoming(PoisonValue::get(value->getType()), entry_edge_);
      kept[warp]->addIncoming(results[warp], tail);
    }
    value->replaceUsesWithIf(results.front(), [&](const Use &use) {
      return !blocks_.contains(cast<Instruction>(use.getUser())->getParent());
    });
  }
  Value *next = builder.CreateAdd(warp_, builder.getInt32(1), "", /*HasNUW=*/true, /*HasNSW=*/true);
  builder.CreateCondBr(builder.CreateICmpULT(next, builder.getInt32(warps)), head_, last->getSuccessor(0));
  last->eraseFromParent();
  warp_->addIncoming(builder.getInt32(0), entry_edge_);
  warp_->addIncoming(next, tail);
}

Value *WarpByWarp::pick(ArrayRef<Value *> values) {
  IRBuilder<> builder(start());
  Value *picked = values.front();
  for (unsigned warp = 1; warp < values.size(); ++warp)
    picked = builder.CreateSelect(builder.CreateICmpEQ(warp_, builder.getInt32(warp)), values[warp], picked);
  return picked;
}

} // namespace raddle::vectorize
