#include "vectorize/tune/block_batches/collect_frames.h"

#include "abi/kernel_abi.h"
#include "vectorize/fields.h"

#include <llvm/IR/InstIterator.h>

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

// The steps that a frame takes at least. Nothing prefetches what the first one reads, so that a frame of one step gains nothing.
static constexpr unsigned kFewestSteps = 2;

bool FrameCollector::begin() {
  writeEntry();
  IRBuilder<> &builder = batch_.builder;
  builder.SetInsertPoint(push_ = batch_.newBlock("push"));
  Values last = batch_.later(batch_.firstVariables(), kFewestSteps * batch_.iterations_per_step - 2);
  Value *enough = batch_.goesOn(last);
  if (!enough)
    return false;
  joins_ = builder.CreateAnd(enough, readsEnough());
  return true;
}

bool FrameCollector::finish(BasicBlock *steps) {
  endWay();
  writePush();
  if (!writeNextWarp())
    return false;
  writeNextBlock();
  writeClose(steps);
  replaceBlockIndex();
  return true;
}

bool FrameCollector::knowsAllWarps() const {
  return all_of(unknown_, [](const WeakVH &variable) { return !variable || variable->use_empty(); });
}

void FrameCollector::writeEntry() {
  IRBuilder<> &builder = batch_.builder;
  BasicBlock *entry = &batch_.function.getEntryBlock();
  Instruction *after = &*entry->getFirstNonPHIOrDbgOrAlloca();
  next_block_ = entry->splitBasicBlock(after->getIterator(), "next.block");
  if (way_.contains(entry))
    way_.insert(next_block_);
  batch_.complete_blocks = batch_.variable(builder.getInt32Ty(), "number");
  cursor_ = batch_.variable(builder.getPtrTy(), "cursor");
  batch_.complete_frames = batch_.variable(builder.getPtrTy(), "complete");
  builder.SetInsertPoint(entry->getTerminator());
  builder.SetCurrentDebugLocation(after->getDebugLoc());
  batch_.base = builder.CreateLoad(builder.getInt32Ty(), batch_.block(), "base");
  builder.CreateStore(builder.getInt32(0), batch_.complete_blocks);
  builder.CreateStore(batch_.firstFrame(), cursor_);
  builder.CreateStore(batch_.firstFrame(), batch_.complete_frames);
}

// Whether the launch reads more than the caches hold, as far as counters tell: the bound is the one beyond which stores are
// non-temporal. What lies in the caches is read faster than frames are.
Value *FrameCollector::readsEnough() {
  IRBuilder<> &builder = batch_.builder;
  const std::uint64_t words_of_iteration =
      std::max<std::uint64_t>(batch_.bytesOfIteration() / sizeof(std::uint32_t) / batch_.threads_of_warp, 1);
  Value *words =
      loadInvariant(builder, batch_.block(), offsetof(RaddleBlock, stream_words), builder.getInt32Ty());
  Value *iterations = builder.CreateLShr(words, Log2_64(words_of_iteration));
  Values then;
  for (const LoopVariable &variable : batch_.variables)
    if (Value *step = stepOf(variable))
      then[variable.now] = builder.CreateAdd(
          variable.first, builder.CreateMul(step, builder.CreateZExtOrTrunc(iterations, step->getType())));
  Value *more = batch_.goesOn(then);
  return more ? more : builder.getTrue();
}

// The induction step of a counter; else null.
Value *FrameCollector::stepOf(const LoopVariable &variable) const {
  auto *next = dyn_cast<BinaryOperator>(variable.next);
  if (next && next->getOpcode() == Instruction::Add)
    for (unsigned i = 0; i < 2; ++i)
      if (next->getOperand(i) == variable.now && batch_.grid.loop->isLoopInvariant(next->getOperand(1 - i)))
        return next->getOperand(1 - i);
  return nullptr;
}

// A warp that does not come to the loop ends the batch.
void FrameCollector::endWay() {
  close_ = batch_.newBlock("close");
  for (BasicBlock *block : way_) {
    Instruction *end = block->getTerminator();
    for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
      BasicBlock *to = end->getSuccessor(i);
      if (to == batch_.header)
        end->setSuccessor(i, push_);
      else if (!way_.contains(to))
        end->setSuccessor(i, close_);
    }
  }
}

void FrameCollector::writePush() {
  IRBuilder<> &builder = batch_.builder;
  builder.SetInsertPoint(push_);
  Value *here = batch_.get(cursor_);
  Value *next = batch_.frameAfter(here);
  Value *last = batch_.frameAfter(batch_.firstFrame(), batch_.frameCount());
  Value *fits = builder.CreateICmpULE(next, last);
  BasicBlock *joins = batch_.newBlock("joins");
  builder.CreateCondBr(builder.CreateAnd(fits, joins_), joins, close_);
  builder.SetInsertPoint(joins);
  for (const LoopVariable &variable : batch_.variables)
    batch_.store(variable.first, here, variable.place);
  for (const LiveIn &live_in : batch_.live_ins)
    batch_.store(live_in.value, here, live_in.place);
  batch_.store(builder.CreateAdd(batch_.base, batch_.get(batch_.complete_blocks)), here,
               batch_.block_index_place);
  Value *warp = fieldOf(builder, batch_.block(), offsetof(RaddleBlock, running_warp));
  batch_.store(builder.CreateLoad(builder.getInt32Ty(), warp, /*isVolatile=*/true), here, batch_.warp_place);
  builder.CreateStore(next, cursor_);
  warp_done_ = batch_.newBlock("turn.done");
  builder.CreateBr(warp_done_);
}

AllocaInst *FrameCollector::unknown(Type *type) {
  AllocaInst *instead = batch_.variable(type, "unknown");
  unknown_.emplace_back(instead);
  return instead;
}

// Decides whether another warp follows as the end of the loop over the warps does.
bool FrameCollector::writeNextWarp() {
  IRBuilder<> &builder = batch_.builder;
  builder.SetInsertPoint(warp_done_);
  block_done_ = batch_.newBlock("block.done");
  if (!batch_.grid.warps) {
    builder.CreateBr(block_done_);
    return true;
  }
  BasicBlock *header = batch_.grid.warps->getHeader(), *latch = batch_.grid.warps->getLoopLatch();
  Values known;
  auto atEnd = [&](Value *value) {
    return recompute(builder, value, known, [&](Instruction &instruction) {
      return way_.contains(instruction.getParent()) ? Recompute::kNot
             : onlyComputes(instruction)            ? Recompute::kCopy
                                                    : Recompute::kImpossible;
    });
  };
  auto *branch = cast<BranchInst>(latch->getTerminator());
  Value *more = atEnd(branch->getCondition());
  if (!more)
    return false;
  for (PHINode &phi : header->phis()) {
    Value *next = atEnd(phi.getIncomingValueForBlock(latch));
    if (!next)
      next = batch_.get(unknown(phi.getType()));
    phi.addIncoming(next, warp_done_);
  }
  const bool if_true = branch->getSuccessor(0) == header;
  builder.CreateCondBr(more, if_true ? header : block_done_, if_true ? block_done_ : header);
  return true;
}

void FrameCollector::writeNextBlock() {
  IRBuilder<> &builder = batch_.builder;
  builder.SetInsertPoint(block_done_);
  builder.CreateStore(batch_.get(cursor_), batch_.complete_frames);
  Value *number = builder.CreateAdd(batch_.get(batch_.complete_blocks), builder.getInt32(1));
  builder.CreateStore(number, batch_.complete_blocks);
  builder.CreateCondBr(builder.CreateICmpULT(number, batch_.mostBlocks()), next_block_, close_);
}

void FrameCollector::writeClose(BasicBlock *steps) {
  IRBuilder<> &builder = batch_.builder;
  BasicBlock *none = batch_.newBlock("none");
  builder.SetInsertPoint(close_);
  builder.CreateCondBr(builder.CreateICmpUGT(batch_.get(batch_.complete_blocks), builder.getInt32(1)), steps,
                       none);
  builder.SetInsertPoint(none);
  builder.CreateRet(builder.getInt32(0));
}

void FrameCollector::replaceBlockIndex() {
  SmallVector<Instruction *, 4> loads;
  for (Instruction &instruction : instructions(batch_.function))
    if (isInvariantLoad(instruction) && isBlockIndex(instruction, batch_.function))
      loads.push_back(&instruction);
  for (Instruction *load : loads) {
    batch_.builder.SetInsertPoint(load);
    load->replaceAllUsesWith(batch_.builder.CreateAdd(batch_.base, batch_.get(batch_.complete_blocks)));
    load->eraseFromParent();
  }
}

} // namespace raddle::vectorize
