#include "vectorize/tune/block_batches/step_frames.h"

#include "abi/kernel_abi.h"
#include "vectorize/prefetches.h"
#include "vectorize/tune/block_batches/interleave_cache_lines.h"
#include "vectorize/tune/block_batches/split_by_cache_lines.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Transforms/Utils/Cloning.h>

using namespace llvm;

namespace raddle::vectorize {

bool FrameStepper::write() {
  IRBuilder<> &builder = batch_.builder;
  start_ = batch_.newBlock("start");
  visit_ = batch_.newBlock("visit");
  few_ = batch_.newBlock("few");
  rounds_ = batch_.newBlock("rounds");
  builder.SetInsertPoint(start_);
  end_ = builder.CreateLoad(builder.getPtrTy(), batch_.complete_frames, "end");
  BranchInst *start_end = builder.CreateBr(visit_);
  builder.SetInsertPoint(visit_);
  frame_now_ = builder.CreatePHI(builder.getPtrTy(), 3, "frame");
  frame_now_->addIncoming(batch_.firstFrame(), start_);
  noteRunningBlock();
  // The loop begins with what the frame says.
  BasicBlock *before = batch_.grid.loop->getLoopPreheader();
  for (const LoopVariable &variable : batch_.variables)
    cast<PHINode>(variable.now)->removeIncomingValue(before, /*DeletePHIIfEmpty=*/false);
  findLiveIns(*start_end);
  builder.SetInsertPoint(visit_);
  Value *enough = batch_.goesOnFor(batch_.iterations_per_step, batch_.loadVariables(frame_now_));
  if (!enough)
    return false;
  if (batch_.processor.batch_prefetch_bytes) {
    builder.SetInsertPoint(start_end);
    prefetches_.findDistances(end_);
    builder.SetInsertPoint(visit_);
  }
  builder.CreateCondBr(enough, rounds_, few_);
  dropPrefetches();
  writeStep();
  writeLastIterations();
  return true;
}

// Notes for the report of a fault which block and which warp run.
void FrameStepper::noteRunningBlock() {
  IRBuilder<> &builder = batch_.builder;
  batch_.block_index_place = batch_.frame.add(builder.getInt32Ty());
  batch_.warp_place = batch_.frame.add(builder.getInt32Ty());
  for (auto [place, field] : {std::pair(batch_.block_index_place, offsetof(RaddleBlock, block_idx.x)),
                              std::pair(batch_.warp_place, offsetof(RaddleBlock, running_warp))})
    builder.CreateStore(batch_.load(builder.getInt32Ty(), frame_now_, place),
                        fieldOf(builder, batch_.block(), field), /*isVolatile=*/true);
}

// A value from outside the loop is the same for all warps of all blocks, and computed before the first step, or lies in the
// frame.
void FrameStepper::findLiveIns(Instruction &start_end) {
  IRBuilder<> &builder = batch_.builder;
  MapVector<Value *, SmallVector<Use *, 4>> outside;
  for (BasicBlock *block : batch_.body)
    for (Instruction &instruction : *block)
      for (Use &operand : instruction.operands())
        if (auto *other = dyn_cast<Instruction>(operand.get()); other && !batch_.grid.loop->contains(other))
          outside[other].push_back(&operand);
  Values common;
  for (auto &[value, uses] : outside) {
    builder.SetInsertPoint(&start_end);
    Value *here = recompute(builder, value, common, [&](const Instruction &instruction) {
      const bool is_common = isInvariantLoad(instruction) ? !isBlockIndex(instruction, batch_.function)
                                                          : onlyComputes(instruction);
      return is_common ? Recompute::kCopy : Recompute::kImpossible;
    });
    builder.SetInsertPoint(visit_);
    if (!here) {
      const std::uint64_t place = batch_.frame.add(value->getType());
      here = batch_.load(value->getType(), frame_now_, place);
      batch_.live_ins.push_back({value, here, place});
    }
    for (Use *use : uses)
      use->set(here);
  }
  for (LoopVariable &variable : batch_.variables)
    variable.next = cast<PHINode>(variable.now)->getIncomingValueForBlock(batch_.latch);
}

// The kernel's own prefetches, several iterations ahead, come too early here.
void FrameStepper::dropPrefetches() {
  for (BasicBlock *block : batch_.body)
    for (Instruction &instruction : make_early_inc_range(*block))
      if (isPrefetch(instruction))
        instruction.eraseFromParent();
}

// The iterations are copies of the loop's body, one after the other: in a loop, the same instruction would read in all
// iterations, and the processor would take the distance from one to the next for the stride of a stream.
void FrameStepper::writeStep() {
  IRBuilder<> &builder = batch_.builder;
  builder.SetInsertPoint(rounds_);
  Values now = batch_.loadVariables(frame_now_);
  for (unsigned i = 0; i < batch_.iterations_per_step; ++i)
    now = writeIteration(now);
  for (const LoopVariable &variable : batch_.variables)
    batch_.store(now[variable.now], frame_now_, variable.place);
  last_store_ = &builder.GetInsertBlock()->back();
  Value *next = batch_.frameAfter(frame_now_);
  next = builder.CreateSelect(builder.CreateICmpEQ(next, end_), batch_.firstFrame(), next);
  frame_now_->addIncoming(next, builder.GetInsertBlock());
  builder.CreateBr(visit_);
}

// Writes a copy of the loop's body; returns the variables after it.
Values FrameStepper::writeIteration(const Values &now) {
  IRBuilder<> &builder = batch_.builder;
  ValueToValueMapTy twins;
  SmallVector<BasicBlock *, 4> copies;
  for (BasicBlock *block : batch_.body) {
    copies.push_back(CloneBasicBlock(block, twins, "", &batch_.function));
    twins[block] = copies.back();
  }
  for (const LoopVariable &variable : batch_.variables) {
    cast<PHINode>(twins[variable.now])->eraseFromParent();
    twins[variable.now] = now.lookup(variable.now);
  }
  remapInstructionsInBlocks(copies, twins);
  builder.CreateBr(cast<BasicBlock>(twins[batch_.header]));
  for (LoadInst *load : batch_.loads())
    prefetches_.insert(*load, *cast<LoadInst>(twins[load]));
  auto *latch = cast<BasicBlock>(twins[batch_.latch]);
  latch->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(latch);
  Values next;
  for (const LoopVariable &variable : batch_.variables) {
    Value *twin = twins.lookup(variable.next);
    next[variable.now] = twin ? twin : variable.next;
  }
  return next;
}

// Fewer iterations are left than a step has: the loop itself runs all but the last one, which the block runs, to decide what
// comes after it.
void FrameStepper::writeLastIterations() {
  IRBuilder<> &builder = batch_.builder;
  for (LoadInst *load : batch_.loads())
    prefetches_.insert(*load, *load);
  builder.SetInsertPoint(few_);
  Values now = batch_.loadVariables(frame_now_);
  BasicBlock *left = batch_.newBlock("left"), *done = batch_.newBlock("done");
  for (const LoopVariable &variable : batch_.variables)
    cast<PHINode>(variable.now)->addIncoming(now[variable.now], few_);
  BasicBlock *behind = batch_.newBlock("behind");
  builder.CreateCondBr(batch_.goesOn(now), batch_.header, behind);

  builder.SetInsertPoint(batch_.latch->getTerminator());
  Values next;
  for (const LoopVariable &variable : batch_.variables)
    next[variable.now] = variable.next;
  builder.CreateCondBr(batch_.goesOn(next), batch_.header, left);
  batch_.latch->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(left);
  for (const LoopVariable &variable : batch_.variables)
    batch_.store(variable.next, frame_now_, variable.place);
  builder.CreateBr(behind);

  builder.SetInsertPoint(behind);
  Value *following = batch_.frameAfter(frame_now_);
  frame_now_->addIncoming(following, behind);
  builder.CreateCondBr(builder.CreateICmpEQ(following, end_), done, visit_);
  builder.SetInsertPoint(done);
  builder.CreateStore(batch_.base, batch_.block(), /*isVolatile=*/true);
  builder.CreateRet(batch_.get(batch_.complete_blocks));
}

void FrameStepper::orderIterations() {
  auto *store = cast_if_present<StoreInst>(last_store_);
  if (!store)
    return;
  splitByCacheLines(*store->getParent(), *frame_now_);
  interleaveCacheLines(*store->getParent(), *frame_now_);
}

} // namespace raddle::vectorize
