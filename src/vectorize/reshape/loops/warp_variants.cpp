#include "vectorize/reshape/loops/warp_variants.h"

#include "analysis/lane_shapes.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/remarks.h"
#include "vectorize/reshape/lanes/exiting_lanes.h"
#include "vectorize/reshape/loops/full_warp_loops.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Only barriers may wait for other warps.
bool hasFusedForm(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  if (!call)
    return !isa<UnreachableInst>(instruction);
  const Function *callee = call->getCalledFunction();
  if (!callee || !callee->isDeclaration())
    return false;
  const nvvm::RuntimeFunction *function = nvvm::findRuntimeFunction(callee->getName());
  return !function || function->fusion != nvvm::RuntimeFunction::Fusion::Never;
}

// The first thing that fused warps do together although only some of them come to it; null where there is none.
const Instruction *doneTogetherIn(const DivergentRegions &regions) {
  for (const DivergentRegion &region : regions)
    for (const BasicBlock *block : region.blocks)
      for (const Instruction &instruction : *block)
        if (isDoneTogether(instruction))
          return &instruction;
  return nullptr;
}

} // namespace

bool isDoneTogether(const Instruction &instruction) {
  const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(instruction);
  return function && function->fusion == nvvm::RuntimeFunction::Fusion::Shared;
}

bool WarpVariants::find(const Report &report) {
  for (Instruction &instruction : instructions(kernel_))
    if (!hasFusedForm(instruction)) {
      refuse(report, instruction, "fused warps have no form of this call");
      return false;
    }
  for (Instruction &instruction : instructions(kernel_))
    if (isSource(instruction))
      insertWithUsers(instruction);
  // Local arrays stay in the first block, so no region begins with it.
  if (BasicBlock &first = kernel_.getEntryBlock(); first.getTerminator()->getNumSuccessors() > 1)
    split_.push_back(SplitBlock(&first, first.getTerminator()));
  for (std::size_t known = 0; known != values_.size();) {
    known = values_.size();
    const SmallVector<BasicBlock *, 8> branches = isolateDivergentBranches();
    auto regions = regionsAround(kernel_, branches);
    if (!regions) {
      refuse(report, *branches.front()->getTerminator(), "warps that diverge here do not meet again");
      return false;
    }
    if (const Instruction *together = doneTogetherIn(*regions)) {
      refuse(report, *together, "not all warps of the block may come here");
      return false;
    }
    regions_ = std::move(*regions);
    for (const DivergentRegion &region : regions_)
      insertResultsOf(region);
  }
  if (regions_.empty())
    return true;
  const analysis::LaneShapes shapes(kernel_, block_);
  const ExitingLanes lanes(kernel_, shapes);
  for (const DivergentRegion &region : regions_)
    if (lanes.leaveOthersWaiting(region.blocks.getArrayRef())) {
      refuse(report, *region.entry()->getTerminator(),
             "lanes may return after this branch while others of their warp wait for each other");
      return false;
    }
  return true;
}

void WarpVariants::giveUp() {
  for (BasicBlock *block : split_) {
    BasicBlock *before = block->getSinglePredecessor();
    const bool had_name = before->hasName();
    MergeBlockIntoPredecessor(block);
    if (!had_name)
      before->setName("");
  }
}

bool WarpVariants::isInRegion(const BasicBlock &block) const {
  return any_of(regions_, [&](const DivergentRegion &region) { return region.contains(&block); });
}

unsigned WarpVariants::stepOf(const Instruction &instruction) const {
  auto *call = dyn_cast<CallInst>(&instruction);
  const bool is_narrow = block_.layout == BlockClass::Layout::kNarrow;
  switch (call ? analysis::threadFieldOffset(*call) : -1) {
  case offsetof(RaddleThread, thread_idx.x):
    return is_narrow ? 0 : kRaddleWarpSize;
  case offsetof(RaddleThread, thread_idx.y):
    return is_narrow ? kRaddleWarpSize / block_.row : 0;
  case offsetof(RaddleThread, warp):
    return 1;
  default:
    return 0;
  }
}

bool WarpVariants::isSource(const Instruction &instruction) const {
  return stepOf(instruction) != 0 || isa<AllocaInst>(instruction) || instruction.isAtomic() ||
         instruction.isVolatile();
}

void WarpVariants::insertWithUsers(Instruction &first) {
  SmallVector<Instruction *, 64> work;
  if (values_.insert(&first).second)
    work.push_back(&first);
  while (!work.empty())
    for (User *user : work.pop_back_val()->users()) {
      // All warps go on together, or none.
      auto *instruction = cast<Instruction>(user);
      if (!isFullWarpCall(*instruction) && values_.insert(instruction).second)
        work.push_back(instruction);
    }
}

SmallVector<BasicBlock *, 8> WarpVariants::isolateDivergentBranches() {
  SmallVector<BasicBlock *, 8> branches;
  for (BasicBlock &block : kernel_)
    if (block.getTerminator()->getNumSuccessors() > 1 && contains(block.getTerminator()))
      branches.push_back(&block);
  for (BasicBlock *&block : branches)
    if (block->getTerminator() != &block->front()) {
      block = SplitBlock(block, block->getTerminator());
      split_.push_back(block);
    }
  return branches;
}

// What comes out of a region depends on the way through it.
void WarpVariants::insertResultsOf(const DivergentRegion &region) {
  for (BasicBlock *block : region.blocks)
    for (Instruction &instruction : *block)
      if (any_of(instruction.users(),
                 [&](const User *user) { return !region.contains(cast<Instruction>(user)->getParent()); }))
        insertWithUsers(instruction);
  for (PHINode &phi : region.merge->phis())
    if (any_of(phi.blocks(), [&](const BasicBlock *before) { return region.contains(before); }))
      insertWithUsers(phi);
}

} // namespace raddle::vectorize
