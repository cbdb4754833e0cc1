// A step takes a frame, runs a few iterations, and writes the frame back; then comes the next frame's step.
//
//   entry        number = 0, cursor = frames
//   next block   the way of a warp to the loop, for blockIdx.x = base + number         <--+
//   push         *cursor++ = the warp's values; it must have enough iterations before it  |
//   warp done    to the next warp of the block, or else                                   |
//   block done   ++number; to the next block, or else ------------------------------------+
//   close        to the steps, but returns 0 if only one block has come so far
//   step         do enough iterations of a frame follow, and the last one after them?  <--+
//   iterations   if so, they run one after the other; the next frame, or the first again -+
//   few          if not, the loop runs up to the last one; the next frame, or done -------+
//   done         returns the number of blocks

#include "vectorize/tune/block_batches/batch_entry_writer.h"

#include "abi/kernel_abi.h"
#include "analysis/induction_step.h"
#include "vectorize/block_copies.h"
#include "vectorize/fields.h"
#include "vectorize/function_passes.h"
#include "vectorize/prefetches.h"
#include "vectorize/tune/block_batches/batch_function.h"
#include "vectorize/tune/block_batches/cache_lines_of_step.h"

#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Two blocks of one warp at least have room for their frames, which shall stay in the first-level cache.
constexpr std::uint64_t kMostFrameBytes = 10 * 1024;
static_assert(2 * kMostFrameBytes <= kRaddleFramesBytes);

// The steps that a frame takes at least. Nothing prefetches what the first one reads, so that a frame of one step gains nothing.
constexpr unsigned kFewestSteps = 2;

// Whether a field of the block is the same for all blocks of a row of the grid, or a parameter is loaded.
bool isKnownField(const LoadInst &load, const Function &entry) {
  const auto offset = blockOffset(*load.getPointerOperand(), entry);
  if (!offset)
    return getUnderlyingObject(load.getPointerOperand()) == entry.getArg(1) ||
           isa<GlobalVariable>(getUnderlyingObject(load.getPointerOperand()));
  const auto size = static_cast<std::int64_t>(entry.getDataLayout().getTypeStoreSize(load.getType()));
  auto within = [&](std::int64_t first, std::int64_t end) {
    return first <= *offset && *offset + size <= end;
  };
  return within(offsetof(RaddleBlock, block_idx.y), offsetof(RaddleBlock, shared)) ||
         within(offsetof(RaddleBlock, stream_words), offsetof(RaddleBlock, next_frame));
}

bool usesOnlyKnownFields(const Function &function) {
  return all_of(instructions(function), [&](const Instruction &instruction) {
    return !isInvariantLoad(instruction) || isKnownField(cast<LoadInst>(instruction), function);
  });
}

// Runs one warp after the other up to the loop, and writes a frame for each, as long as blocks have enough iterations.
class FrameCollector {
public:
  explicit FrameCollector(BatchFunction &batch) : batch_(batch), way_(batch.grid.blocksBeforeLoop()) {}

  // Writes the entry, and by which values it is decided whether a warp joins the batch. False where that takes more than
  // computing; what there is of the function is of no use then, here and below.
  bool begin() {
    writeEntry();
    builder_.SetInsertPoint(push_ = batch_.newBlock("push"));
    KnownValues last = batch_.later(batch_.firstVariables(), kFewestSteps * batch_.iterations_per_step - 2);
    Value *enough = batch_.goesOn(last);
    if (!enough)
      return false;
    joins_ = builder_.CreateAnd(enough, readsEnough());
    return true;
  }

  // Writes everything else. To be called when it is settled what a frame holds; `steps` is where the frames are run.
  bool finish(BasicBlock *steps) {
    endWay();
    writePush();
    if (!writeNextWarp())
      return false;
    writeNextBlock();
    writeClose(steps);
    replaceBlockIndex();
    return true;
  }

  // To be called when dead code is gone: whether the way to the loop needs nothing that warps hand on to each other after it.
  bool knowsAllWarps() const {
    return all_of(unknown_, [](const WeakVH &variable) { return !variable || variable->use_empty(); });
  }

private:
  void writeEntry() {
    BasicBlock *entry = &batch_.function.getEntryBlock();
    Instruction *after = &*entry->getFirstNonPHIOrDbgOrAlloca();
    next_block_ = entry->splitBasicBlock(after->getIterator(), "next.block");
    if (way_.contains(entry))
      way_.insert(next_block_);
    batch_.complete_blocks = batch_.variable(builder_.getInt32Ty(), "number");
    cursor_ = batch_.variable(builder_.getPtrTy(), "cursor");
    batch_.complete_frames = batch_.variable(builder_.getPtrTy(), "complete");
    builder_.SetInsertPoint(entry->getTerminator());
    builder_.SetCurrentDebugLocation(after->getDebugLoc());
    batch_.base = builder_.CreateLoad(builder_.getInt32Ty(), batch_.block(), "base");
    builder_.CreateStore(builder_.getInt32(0), batch_.complete_blocks);
    builder_.CreateStore(batch_.firstFrame(), cursor_);
    builder_.CreateStore(batch_.firstFrame(), batch_.complete_frames);
  }

  // Whether the launch reads more than the caches hold, as far as counters tell: the bound is the one beyond which stores are
  // non-temporal. What lies in the caches is read faster than frames are.
  Value *readsEnough() {
    const std::uint64_t words_of_iteration = std::max<std::uint64_t>(
        batch_.bytesOfIteration() / sizeof(std::uint32_t) / batch_.threads_of_warp, 1);
    Value *words =
        loadInvariant(builder_, batch_.block(), offsetof(RaddleBlock, stream_words), builder_.getInt32Ty());
    Value *iterations = builder_.CreateLShr(words, Log2_64(words_of_iteration));
    KnownValues then;
    for (const LoopVariable &variable : batch_.variables)
      if (Value *step = analysis::inductionStep(*cast<PHINode>(variable.now), *batch_.grid.loop))
        then[variable.now] = builder_.CreateAdd(
            variable.first,
            builder_.CreateMul(step, builder_.CreateZExtOrTrunc(iterations, step->getType())));
    Value *more = batch_.goesOn(then);
    return more ? more : builder_.getTrue();
  }

  // A warp that does not come to the loop ends the batch.
  void endWay() {
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

  void writePush() {
    builder_.SetInsertPoint(push_);
    Value *here = batch_.get(cursor_);
    Value *next = batch_.frameAfter(here);
    Value *last = batch_.frameAfter(batch_.firstFrame(), batch_.frameCount());
    Value *fits = builder_.CreateICmpULE(next, last);
    BasicBlock *joins = batch_.newBlock("joins");
    builder_.CreateCondBr(builder_.CreateAnd(fits, joins_), joins, close_);
    builder_.SetInsertPoint(joins);
    for (const LoopVariable &variable : batch_.variables)
      batch_.store(variable.first, here, variable.place);
    for (const LiveIn &live_in : batch_.live_ins)
      batch_.store(live_in.value, here, live_in.place);
    batch_.store(builder_.CreateAdd(batch_.base, batch_.get(batch_.complete_blocks)), here,
                 batch_.block_index_place);
    Value *warp = fieldOf(builder_, batch_.block(), offsetof(RaddleBlock, running_warp));
    batch_.store(builder_.CreateLoad(builder_.getInt32Ty(), warp, /*isVolatile=*/true), here,
                 batch_.warp_place);
    builder_.CreateStore(next, cursor_);
    warp_done_ = batch_.newBlock("warp.done");
    builder_.CreateBr(warp_done_);
  }

  // Decides whether another warp follows as the end of the loop over the warps does.
  bool writeNextWarp() {
    builder_.SetInsertPoint(warp_done_);
    block_done_ = batch_.newBlock("block.done");
    if (!batch_.grid.warps) {
      builder_.CreateBr(block_done_);
      return true;
    }
    BasicBlock *header = batch_.grid.warps->getHeader(), *latch = batch_.grid.warps->getLoopLatch();
    KnownValues known;
    auto atEnd = [&](Value *value) {
      return recompute(builder_, value, known, [&](Instruction &instruction) {
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
    builder_.CreateCondBr(more, if_true ? header : block_done_, if_true ? block_done_ : header);
    return true;
  }

  void writeNextBlock() {
    builder_.SetInsertPoint(block_done_);
    builder_.CreateStore(batch_.get(cursor_), batch_.complete_frames);
    Value *number = builder_.CreateAdd(batch_.get(batch_.complete_blocks), builder_.getInt32(1));
    builder_.CreateStore(number, batch_.complete_blocks);
    builder_.CreateCondBr(builder_.CreateICmpULT(number, batch_.mostBlocks()), next_block_, close_);
  }

  void writeClose(BasicBlock *steps) {
    BasicBlock *none = batch_.newBlock("none");
    builder_.SetInsertPoint(close_);
    builder_.CreateCondBr(builder_.CreateICmpUGT(batch_.get(batch_.complete_blocks), builder_.getInt32(1)),
                          steps, none);
    builder_.SetInsertPoint(none);
    builder_.CreateRet(builder_.getInt32(0));
  }

  void replaceBlockIndex() {
    SmallVector<Instruction *, 4> loads;
    for (Instruction &instruction : instructions(batch_.function))
      if (isInvariantLoad(instruction) && isBlockIndex(instruction, batch_.function))
        loads.push_back(&instruction);
    for (Instruction *load : loads) {
      builder_.SetInsertPoint(load);
      load->replaceAllUsesWith(builder_.CreateAdd(batch_.base, batch_.get(batch_.complete_blocks)));
      load->eraseFromParent();
    }
  }

  AllocaInst *unknown(Type *type) {
    AllocaInst *instead = batch_.variable(type, "unknown");
    unknown_.emplace_back(instead);
    return instead;
  }

  BatchFunction &batch_;
  IRBuilder<> &builder_ = batch_.builder;
  SetVector<BasicBlock *> way_; // of a warp, to the loop
  BasicBlock *next_block_ = nullptr, *push_ = nullptr, *warp_done_ = nullptr, *block_done_ = nullptr,
             *close_ = nullptr;
  AllocaInst *cursor_ = nullptr;    // the end of all frames
  Value *joins_ = nullptr;          // whether a warp has enough iterations
  SmallVector<WeakVH, 16> unknown_; // stand for values that a warp hands on to the next one after the loop
};

// Each load prefetches what the same load of a later frame's step reads, which lies as much further on as the first frame is
// from one some frames later, if the last frame is as far away as that says; else what it reads itself, which costs nothing.
class BatchPrefetches {
public:
  explicit BatchPrefetches(BatchFunction &batch) : batch_(batch) {}

  // Computes these distances where the builder stands, before all frames: they then take no instructions among those that read.
  void findDistances(Value *end_of_frames) {
    Type *offset = builder_.getInt64Ty();
    Value *first_frame = batch_.firstFrame();
    const std::uint64_t frames = divideCeil(batch_.processor.batch_prefetch_bytes, batch_.bytesOfIteration());
    Value *to_last = builder_.CreateSub(builder_.CreatePtrToInt(end_of_frames, offset),
                                        builder_.CreatePtrToInt(batch_.frameAfter(first_frame), offset));
    Value *to_later = builder_.CreateBinaryIntrinsic(Intrinsic::umin, to_last,
                                                     builder_.getInt64(frames * batch_.frame.bytes()));
    KnownValues in_first = batch_.loadAll(first_frame),
                in_later = batch_.loadAll(builder_.CreatePtrAdd(first_frame, to_later)),
                in_last = batch_.loadAll(builder_.CreatePtrAdd(first_frame, to_last));
    auto number = [&](Value *place) {
      return place->getType()->isPointerTy() ? builder_.CreatePtrToInt(place, offset)
                                             : builder_.CreateSExtOrTrunc(place, offset);
    };
    auto distanceOf = [&](Value *value) -> Value * {
      Value *first = batch_.inIteration(value, in_first), *later = batch_.inIteration(value, in_later),
            *last = batch_.inIteration(value, in_last);
      if (!first || !later || !last)
        return nullptr;
      Value *distance = builder_.CreateSub(number(later), number(first));
      Value *expected = builder_.CreateMul(distance, to_last);
      Value *found = builder_.CreateMul(builder_.CreateSub(number(last), number(first)), to_later);
      Value *is_even = builder_.CreateICmpEQ(expected, found);
      return builder_.CreateSelect(is_even, distance, builder_.getInt64(0));
    };
    for (LoadInst *load : batch_.loads()) {
      Value *address = load->getPointerOperand();
      if (batch_.grid.loop->isLoopInvariant(address))
        continue;
      if (auto *element = elementOfArray(*address)) {
        if (Value *elements = distanceOf(element->getOperand(1)))
          moved_arrays_[load] =
              builder_.CreateGEP(element->getSourceElementType(), element->getPointerOperand(), elements);
      } else if (Value *bytes = distanceOf(address)) {
        distances_[load] = bytes;
      }
    }
  }

  // Prefetches for `load` of the loop, before its copy.
  void insert(LoadInst &load, LoadInst &copy) {
    builder_.SetInsertPoint(&copy);
    Value *address = nullptr;
    if (Value *array = moved_arrays_.lookup(&load)) {
      auto *element = cast<GetElementPtrInst>(copy.getPointerOperand());
      address = builder_.CreateGEP(element->getSourceElementType(), array, element->getOperand(1));
    } else if (Value *bytes = distances_.lookup(&load)) {
      address = builder_.CreatePtrAdd(copy.getPointerOperand(), bytes);
    } else {
      return;
    }
    const std::uint64_t bytes = batch_.bytesOf(load);
    for (std::uint64_t offset = 0; offset < bytes; offset += kCacheLineBytes)
      createPrefetch(builder_, fieldOf(builder_, address, offset), batch_.processor.batch_prefetch_level);
  }

private:
  // The address as an element of an array that lies in the same place for all frames; else null.
  GetElementPtrInst *elementOfArray(Value &address) const {
    auto *element = dyn_cast<GetElementPtrInst>(&address);
    if (!element || element->getNumIndices() != 1)
      return nullptr;
    const Value *array = element->getPointerOperand();
    const bool is_common =
        batch_.grid.loop->isLoopInvariant(array) &&
        none_of(batch_.live_ins, [&](const LiveIn &live_in) { return live_in.here == array; });
    return is_common ? element : nullptr;
  }

  BatchFunction &batch_;
  IRBuilder<> &builder_ = batch_.builder;
  // By how many bytes further a load reads in the later frame, or where its array would lie then.
  DenseMap<const LoadInst *, Value *> distances_, moved_arrays_;
};

// Runs the grid loop for the frames of a batch.
class FrameStepper {
public:
  explicit FrameStepper(BatchFunction &batch) : batch_(batch), prefetches_(batch) {}

  // Settles what a frame holds. False where that takes more than computing.
  bool write() {
    start_ = batch_.newBlock("start");
    step_ = batch_.newBlock("step");
    few_ = batch_.newBlock("few");
    iterations_ = batch_.newBlock("iterations");
    builder_.SetInsertPoint(start_);
    end_ = builder_.CreateLoad(builder_.getPtrTy(), batch_.complete_frames, "end");
    BranchInst *start_end = builder_.CreateBr(step_);
    builder_.SetInsertPoint(step_);
    frame_now_ = builder_.CreatePHI(builder_.getPtrTy(), 3, "frame");
    frame_now_->addIncoming(batch_.firstFrame(), start_);
    noteRunningBlock();
    // The loop begins with what the frame says.
    BasicBlock *before = batch_.grid.loop->getLoopPreheader();
    for (const LoopVariable &variable : batch_.variables)
      cast<PHINode>(variable.now)->removeIncomingValue(before, /*DeletePHIIfEmpty=*/false);
    findLiveIns(*start_end);
    builder_.SetInsertPoint(step_);
    Value *enough = batch_.goesOnFor(batch_.iterations_per_step, batch_.loadVariables(frame_now_));
    if (!enough)
      return false;
    if (batch_.processor.batch_prefetch_bytes) {
      builder_.SetInsertPoint(start_end);
      prefetches_.findDistances(end_);
      builder_.SetInsertPoint(step_);
    }
    builder_.CreateCondBr(enough, iterations_, few_);
    dropPrefetches();
    writeStep();
    writeLastIterations();
    return true;
  }

  // The block from which the steps begin.
  BasicBlock *start() const { return start_; }

  // To be called when the function is simplified: a step's iterations have become one block then, unless they have branches.
  void orderIterations() {
    auto *store = cast_if_present<StoreInst>(last_store_);
    if (!store)
      return;
    // Splitting may replace the store.
    BasicBlock &block = *store->getParent();
    splitByCacheLines(block, *frame_now_);
    interleaveCacheLines(block, *frame_now_);
  }

private:
  // Notes for the report of a fault which block and which warp run.
  void noteRunningBlock() {
    batch_.block_index_place = batch_.frame.add(builder_.getInt32Ty());
    batch_.warp_place = batch_.frame.add(builder_.getInt32Ty());
    for (auto [place, field] : {std::pair(batch_.block_index_place, offsetof(RaddleBlock, block_idx.x)),
                                std::pair(batch_.warp_place, offsetof(RaddleBlock, running_warp))})
      builder_.CreateStore(batch_.load(builder_.getInt32Ty(), frame_now_, place),
                           fieldOf(builder_, batch_.block(), field), /*isVolatile=*/true);
  }

  // A value from outside the loop is the same for all warps of all blocks, and computed before the first step, or lies in the
  // frame.
  void findLiveIns(Instruction &start_end) {
    MapVector<Value *, SmallVector<Use *, 4>> outside;
    for (BasicBlock *block : batch_.body)
      for (Instruction &instruction : *block)
        for (Use &operand : instruction.operands())
          if (auto *other = dyn_cast<Instruction>(operand.get()); other && !batch_.grid.loop->contains(other))
            outside[other].push_back(&operand);
    KnownValues common;
    for (auto &[value, uses] : outside) {
      builder_.SetInsertPoint(&start_end);
      Value *here = recompute(builder_, value, common, [&](const Instruction &instruction) {
        const bool is_common = isInvariantLoad(instruction) ? !isBlockIndex(instruction, batch_.function)
                                                            : onlyComputes(instruction);
        return is_common ? Recompute::kCopy : Recompute::kImpossible;
      });
      builder_.SetInsertPoint(step_);
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
  void dropPrefetches() {
    for (BasicBlock *block : batch_.body)
      for (Instruction &instruction : make_early_inc_range(*block))
        if (isPrefetch(instruction))
          instruction.eraseFromParent();
  }

  // The iterations are copies of the loop's body, one after the other: in a loop, the same instruction would read in all
  // iterations, and the processor would take the distance from one to the next for the stride of a stream.
  void writeStep() {
    builder_.SetInsertPoint(iterations_);
    KnownValues now = batch_.loadVariables(frame_now_);
    for (unsigned i = 0; i < batch_.iterations_per_step; ++i)
      now = writeIteration(now);
    for (const LoopVariable &variable : batch_.variables)
      batch_.store(now[variable.now], frame_now_, variable.place);
    last_store_ = &builder_.GetInsertBlock()->back();
    Value *next = batch_.frameAfter(frame_now_);
    next = builder_.CreateSelect(builder_.CreateICmpEQ(next, end_), batch_.firstFrame(), next);
    frame_now_->addIncoming(next, builder_.GetInsertBlock());
    builder_.CreateBr(step_);
  }

  // Writes a copy of the loop's body; returns the variables after it.
  KnownValues writeIteration(const KnownValues &now) {
    const BlockCopies copies(batch_.body, "", now);
    builder_.CreateBr(copies.of(batch_.header));
    for (LoadInst *load : batch_.loads())
      prefetches_.insert(*load, *copies.of(load));
    BasicBlock *latch = copies.of(batch_.latch);
    latch->getTerminator()->eraseFromParent();
    builder_.SetInsertPoint(latch);
    KnownValues next;
    for (const LoopVariable &variable : batch_.variables)
      next[variable.now] = copies.of(variable.next);
    return next;
  }

  // Fewer iterations are left than a step has: the loop itself runs all but the last one, which the block runs, to decide what
  // comes after it.
  void writeLastIterations() {
    for (LoadInst *load : batch_.loads())
      prefetches_.insert(*load, *load);
    builder_.SetInsertPoint(few_);
    KnownValues now = batch_.loadVariables(frame_now_);
    BasicBlock *left = batch_.newBlock("left"), *done = batch_.newBlock("done");
    for (const LoopVariable &variable : batch_.variables)
      cast<PHINode>(variable.now)->addIncoming(now[variable.now], few_);
    BasicBlock *step_end = batch_.newBlock("step.end");
    builder_.CreateCondBr(batch_.goesOn(now), batch_.header, step_end);

    builder_.SetInsertPoint(batch_.latch->getTerminator());
    KnownValues next;
    for (const LoopVariable &variable : batch_.variables)
      next[variable.now] = variable.next;
    builder_.CreateCondBr(batch_.goesOn(next), batch_.header, left);
    batch_.latch->getTerminator()->eraseFromParent();
    builder_.SetInsertPoint(left);
    for (const LoopVariable &variable : batch_.variables)
      batch_.store(variable.next, frame_now_, variable.place);
    builder_.CreateBr(step_end);

    builder_.SetInsertPoint(step_end);
    Value *following = batch_.frameAfter(frame_now_);
    frame_now_->addIncoming(following, step_end);
    builder_.CreateCondBr(builder_.CreateICmpEQ(following, end_), done, step_);
    builder_.SetInsertPoint(done);
    builder_.CreateStore(batch_.base, batch_.block(), /*isVolatile=*/true);
    builder_.CreateRet(batch_.get(batch_.complete_blocks));
  }

  BatchFunction &batch_;
  IRBuilder<> &builder_ = batch_.builder;
  BatchPrefetches prefetches_;
  BasicBlock *start_ = nullptr, *step_ = nullptr, *iterations_ = nullptr, *few_ = nullptr;
  Value *end_ = nullptr; // of the last frame
  PHINode *frame_now_ = nullptr;
  WeakVH last_store_; // of a step
};

} // namespace

std::optional<BatchFrames> writeBatchEntry(Function &function, const GridLoop &loop, unsigned threads_of_warp,
                                           TargetMachine &machine) {
  BatchFunction batch(function, loop, threads_of_warp, Processor::of(machine));
  FrameCollector collector(batch);
  FrameStepper stepper(batch);
  if (batch.iterations_per_step == 0 || !collector.begin() || !stepper.write() ||
      batch.frame.bytes() > kMostFrameBytes || !collector.finish(stepper.start()))
    return std::nullopt;
  removeUnreachableBlocks(function);
  auto run = [&](auto... passes) {
    FunctionPassManager manager;
    (manager.addPass(std::move(passes)), ...);
    runPasses(manager, function, machine);
  };
  run(ADCEPass());
  if (!collector.knowsAllWarps())
    return std::nullopt;
  run(PromotePass(), EarlyCSEPass(), SimplifyCFGPass(), ADCEPass());
  if (!usesOnlyKnownFields(function))
    return std::nullopt;
  stepper.orderIterations();
  return BatchFrames{batch.frame.bytes(), batch.frameCount()};
}

} // namespace raddle::vectorize
