// What waits only at barriers needs no fibers: the warps of a block run one after the other up to the
// barrier, and then from there on.
//
//   x = f(thread)                            for (warp = 0; warp < warps; ++warp)
//   __syncthreads()               becomes      xs[warp] = f(threads[warp])
//   g(thread, x)                             for (warp = 0; warp < warps; ++warp)
//                                              g(threads[warp], xs[warp])
//
// What becomes of values that live across a barrier is told in warp_values.h. Where all warps of a block come to the
// same barriers, tiles of several warps may wait for the whole block at theirs.

#include "abi/kernel_abi.h"
#include "analysis/recursion.h"
#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/block/barrier_regions.h"
#include "vectorize/block/prepare_kernel.h"
#include "vectorize/block/seams.h"
#include "vectorize/block/streaming_loops.h"
#include "vectorize/block/warp_cursor.h"
#include "vectorize/block/warp_values.h"
#include "vectorize/fields.h"
#include "vectorize/function_passes.h"
#include "vectorize/never_unrolled.h"
#include "vectorize/passes.h"
#include "vectorize/remarks.h"
#include "vectorize/reshape/lanes/call_effects.h"
#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

// More bytes of local arrays, of all warps together, no stack should need.
constexpr std::uint64_t kMostLocalBytes = 1 << 20;
// Of a kernel whose turns stand one behind the other, for each value of a warp that the registers hold. Where these are
// few, and instructions many, code spills and fills the cache for instructions.
constexpr unsigned kInstructionsForEachValue = 256;

class WarpLooper {
public:
  // `has_barriers`: else the kernel has only those that were added to it.
  WarpLooper(CompileJob &job, bool has_barriers)
      : job_(job), has_barriers_(has_barriers), kernel_(*job.kernel), thread_(*kernel_.getArg(0)),
        layout_(job.module->getDataLayout()) {}

  // False when warps may come to different barriers; the kernel is none the worse. Those that were added to it may be taken
  // out again.
  bool run(ArrayRef<CallInst *> added = {}) {
    if (!separateBarriers())
      return giveUp();
    const WarpVariance variance(kernel_);
    variance_ = &variance;
    dropClosingPhis(kernel_, variance, behind_barriers_);
    if (!regions_.find(kernel_, behind_barriers_, once_, variance)) {
      if (added.empty())
        refuse(job_, *barriers_.front(), "warps may come to different barriers, so that each needs a fiber");
      return giveUp();
    }
    // A tile waits for warps that have returned, and a report says so.
    if (someMayReturn() && any_of(barriers_, isTileBarrier))
      return giveUp();
    for (auto [count, sum] : counts_)
      addUp(*count, *sum);
    countPhases();
    removeBarriers();
    regions_.dissolve([&](const Instruction &instruction) {
      return !differs(instruction) && !instruction.mayHaveSideEffects();
    });
    for (auto &[start, region] : regions_.all())
      if (region.may_return)
        keepInMemory(region);
    WarpValues values(job_, variance, regions_, locals_);
    values.separateWays();
    job_.turns_in_a_row = putsTurnsInARow();
    describeWarps();
    WarpLoops loops;
    for (auto &[start, region] : regions_.all())
      loops.insert({start, openLoop(region)});
    values.keep(loops);
    for (auto &[start, region] : regions_.all())
      leaveBehindLastWarp(region, loops.find(start)->second);
    for (auto &[start, region] : regions_.all())
      enterWithFirstWarp(region, loops.find(start)->second);
    return true;
  }

private:
  bool giveUp() {
    for (auto [count, sum] : counts_) {
      sum->replaceAllUsesWith(count);
      sum->eraseFromParent();
    }
    for (auto [phase, stands_for_it] : phases_) {
      stands_for_it->replaceAllUsesWith(phase);
      stands_for_it->eraseFromParent();
    }
    for (CallInst *added : concat<CallInst *>(meetings_, next_phases_))
      added->eraseFromParent();
    return false;
  }

  // ---- regions ----

  bool separateBarriers() {
    for (Instruction &instruction : make_early_inc_range(instructions(kernel_)))
      if (asBarrier(instruction))
        barriers_.push_back(cast<CallInst>(&instruction));
      else if (instruction.isLifetimeStartOrEnd())
        instruction.eraseFromParent();
      else if (auto *local = dyn_cast<AllocaInst>(&instruction))
        locals_.push_back(local);
      else if (isCallOf(instruction, Runtime::raddle_tile_phase))
        standInFor(cast<CallInst>(instruction));
    std::uint64_t bytes = 0;
    for (AllocaInst *local : locals_) {
      if (!local->isStaticAlloca())
        return false;
      bytes += local->getAllocationSize(layout_)->getFixedValue() * mostRuns(job_);
    }
    if (barriers_.empty() || bytes > kMostLocalBytes || asksForPhaseElsewhere())
      return false;
    // The entry, which belongs to no region, holds the locals.
    BasicBlock *entry = &kernel_.getEntryBlock();
    for (AllocaInst *local : locals_)
      local->moveBefore(*entry, entry->getFirstInsertionPt());
    SplitBlock(entry, entry->getFirstNonPHIOrDbgOrAlloca());
    for (CallInst *barrier : barriers_)
      separate(*barrier);
    SmallVector<BasicBlock *, 4> returns;
    for (BasicBlock &block : make_early_inc_range(kernel_))
      if (isa<ReturnInst>(block.getTerminator()))
        returns.push_back(&block);
      else if (isa<UnreachableInst>(block.getTerminator()))
        giveEachPredecessorItsOwn(block);
    if (returns.size() != 1)
      return false;
    return_ = returns.front();
    if (return_->size() > 1)
      return_ = SplitBlock(return_, return_->getTerminator());
    FunctionPassManager passes;
    passes.addPass(LoopSimplifyPass());
    passes.addPass(LCSSAPass());
    runPasses(passes, kernel_, *job_.target);
    const DominatorTree dominators(kernel_);
    const LoopInfo loops(dominators);
    job_.barriers_in_loops =
        any_of(behind_barriers_, [&](const BasicBlock *block) { return loops.getLoopFor(block) != nullptr; });
    const ReversePostOrderTraversal<const Function *> order(&kernel_);
    return !containsIrreducibleCFG<const BasicBlock *>(order, loops);
  }

  // The same for all warps, as the call does not know; not to be moved across a barrier.
  void standInFor(CallInst &phase) {
    FunctionCallee stands_for_it = job_.module->getOrInsertFunction(marker::kPhase, phase.getType());
    cast<Function>(stands_for_it.getCallee())->setDoesNotAccessMemory();
    phases_.push_back({&phase, CallInst::Create(stands_for_it, "phase", phase.getIterator())});
    phase.replaceAllUsesWith(phases_.back().second);
  }

  bool asksForPhaseElsewhere() const {
    const Function *phase = job_.module->getFunction(rowOf(Runtime::raddle_tile_phase).name);
    return phase && any_of(phase->users(), [&](const User *user) {
             auto *call = dyn_cast<CallInst>(user);
             return !call || call->getFunction() != &kernel_;
           });
  }

  static bool isTileBarrier(const CallInst *barrier) {
    return isCallOf(*barrier, Runtime::raddle_barrier_tile);
  }

  void separate(CallInst &barrier) {
    BasicBlock *behind = SplitBlock(barrier.getParent(), barrier.getNextNode());
    if (!barrier.getType()->isVoidTy()) {
      // The sum, once for all warps; until it is known what becomes of the barrier, a call stands for it: the
      // same for all, but not to be moved.
      FunctionCallee stands_for_sum = job_.module->getOrInsertFunction(marker::kSum, barrier.getType());
      cast<Function>(stands_for_sum.getCallee())->setDoesNotAccessMemory();
      Instruction *sum = CallInst::Create(stands_for_sum, "sum", behind->begin());
      barrier.replaceAllUsesWith(sum);
      counts_.push_back({&barrier, sum});
      once_.insert(behind);
      behind = SplitBlock(behind, sum->getNextNode());
    }
    if (meetsOtherBlocks(barrier)) {
      auto *meeting = cast<CallInst>(barrier.clone());
      meeting->insertBefore(behind->begin());
      meetings_.push_back(meeting);
      once_.insert(behind);
      behind = SplitBlock(behind, meeting->getNextNode());
    }
    if (isTileBarrier(&barrier) && !phases_.empty()) {
      FunctionCallee next =
          job_.module->getOrInsertFunction(marker::kNextPhase, Type::getVoidTy(kernel_.getContext()));
      next_phases_.push_back(CallInst::Create(next, "", behind->begin()));
      once_.insert(behind);
      behind = SplitBlock(behind, next_phases_.back()->getNextNode());
    }
    behind_barriers_.insert(behind);
  }

  // All tiles of a size come to all of its barriers: one count serves all tiles of all sizes.
  void countPhases() {
    if (phases_.empty())
      return;
    IRBuilder<> builder(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
    Type *type = builder.getInt32Ty();
    AllocaInst *place = builder.CreateAlloca(type, nullptr, "phase");
    builder.SetInsertPoint(kernel_.getEntryBlock().getTerminator());
    builder.CreateStore(ConstantInt::get(type, 0), place);
    for (auto [phase, stands_for_it] : phases_) {
      builder.SetInsertPoint(stands_for_it);
      stands_for_it->replaceAllUsesWith(builder.CreateLoad(type, place));
      stands_for_it->eraseFromParent();
      phase->eraseFromParent();
    }
    for (CallInst *next : next_phases_) {
      builder.SetInsertPoint(next);
      builder.CreateStore(builder.CreateXor(builder.CreateLoad(type, place), 1), place);
      next->eraseFromParent();
    }
  }

  // Each warp adds its number before the barrier.
  void addUp(CallInst &count, Instruction &sum) {
    IRBuilder<> builder(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
    Type *type = sum.getType();
    AllocaInst *place = builder.CreateAlloca(type, nullptr, "sum");
    builder.SetInsertPoint(kernel_.getEntryBlock().getTerminator());
    builder.CreateStore(ConstantInt::get(type, 0), place);
    builder.SetInsertPoint(&count);
    builder.CreateStore(builder.CreateAdd(builder.CreateLoad(type, place), count.getArgOperand(1)), place);
    builder.SetInsertPoint(&sum);
    Value *all = builder.CreateLoad(type, place);
    builder.CreateStore(ConstantInt::get(type, 0), place);
    sum.replaceAllUsesWith(all);
    sum.eraseFromParent();
  }

  // Where warps may return in a region, the last one's values are not those of the last that goes on.
  void keepInMemory(const BarrierRegion &region) {
    for (PHINode &phi : make_early_inc_range(region.behind->phis()))
      if (!differs(phi))
        DemotePHIToStack(&phi);
    SmallVector<Instruction *, 16> used_elsewhere;
    for (BasicBlock *block : region.blocks)
      for (Instruction &instruction : *block)
        // A phi at the start gets its value on the way there.
        if (!differs(instruction) && any_of(instruction.users(), [&](const User *user) {
              auto *use = cast<Instruction>(user);
              return !region.holds(*use) || (isa<PHINode>(use) && use->getParent() == region.start());
            }))
          used_elsewhere.push_back(&instruction);
    for (Instruction *instruction : used_elsewhere)
      DemoteRegToStack(*instruction);
  }

  // Ends that several regions have in common would be regions themselves.
  static void giveEachPredecessorItsOwn(BasicBlock &end) {
    const SmallSetVector<BasicBlock *, 4> ways(pred_begin(&end), pred_end(&end));
    for (BasicBlock *before : drop_begin(ways)) {
      ValueToValueMapTy twins;
      BasicBlock *copy = CloneBasicBlock(&end, twins, "", end.getParent());
      for (PHINode &phi : make_early_inc_range(copy->phis())) {
        twins[&*std::next(end.begin(), std::distance(copy->begin(), phi.getIterator()))] =
            phi.getIncomingValueForBlock(before);
      }
      for (Instruction &instruction : make_early_inc_range(*copy))
        if (isa<PHINode>(instruction))
          instruction.eraseFromParent();
      remapInstructionsInBlocks({copy}, twins);
      end.removePredecessor(before);
      before->getTerminator()->replaceSuccessorWith(&end, copy);
    }
  }

  // Reports of hangs name the lanes that poll.
  static bool comesBeforePoll(const StoreInst &store) {
    const Instruction *next = store.getNextNode();
    while (next && !isa<CallBase>(next))
      next = next->getNextNode();
    return next && mayPoll(*next);
  }

  void removeBarriers() {
    for (CallInst *barrier : barriers_)
      barrier->eraseFromParent();
    // How many lanes are there mattered only to those who wait.
    all_lanes_come_ = true;
    for (Instruction &instruction : make_early_inc_range(instructions(kernel_)))
      if (auto *store = dyn_cast<StoreInst>(&instruction);
          store &&
          threadFieldAt(*store->getPointerOperand(), thread_) == offsetof(RaddleThread, lanes_here) &&
          !comesBeforePoll(*store)) {
        auto *lanes = dyn_cast<ConstantInt>(store->getValueOperand());
        all_lanes_come_ &= lanes && lanes->isMinusOne();
        Value *address = store->getPointerOperand();
        store->eraseFromParent();
        RecursivelyDeleteTriviallyDeadInstructions(address);
      }
  }

  bool differs(const Value &value) const { return variance_->differs(&value); }

  // ---- all turns, one behind the other ----

  // Where a block has no more warps than are known, what they keep, and what one stores and another one reads, may stay in
  // registers; who a warp is need not be asked. Where these are too few, it lies where it would lie in a loop. In a kernel
  // with loops those take the time.
  bool putsTurnsInARow() {
    if (!has_barriers_ || !job_.block.one_group || !counts_.empty() || !meetings_.empty() ||
        !phases_.empty() || !locals_.empty() || someMayReturn() ||
        kernel_.getInstructionCount() * (job_.block.group / job_.fused_warps) > mostInstructionsInARow())
      return false;
    const DominatorTree dominators(kernel_);
    return LoopInfo(dominators).empty();
  }

  unsigned mostInstructionsInARow() const {
    const auto registers = VectorRegisters::of(job_);
    const unsigned bits_of_value = kRaddleWarpSize * 32;
    return kInstructionsForEachValue * (registers.count * registers.bits / bits_of_value);
  }

  // ---- the loops over the warps ----

  // In the entry: a RaddleThread for each warp.
  void describeWarps() {
    BasicBlock *entry = &kernel_.getEntryBlock();
    BasicBlock *first = entry->getSingleSuccessor();
    entry->getTerminator()->eraseFromParent();
    IRBuilder<> builder(entry);
    threads_ = placeForEachWarp(job_, threadType(), "threads");
    threads_->setAlignment(Align(alignof(RaddleThread)));
    block_ = loadBlock(builder, &thread_);
    WarpCursor cursor(job_, builder, block_);
    if (job_.turns_in_a_row)
      noteRunningWarp(job_, builder, block_, builder.getInt64(0));
    count_ = builder.CreateZExt(cursor.count(), builder.getInt64Ty());
    CountedLoop loop(builder, count_, "describe.warp");
    copyThread(builder, builder.CreateInBoundsGEP(threadType(), threads_, loop.index));
    if (someMayReturn()) {
      living_ = placeForEachWarp(job_, builder.getInt64Ty(), "living.warps");
      builder.CreateStore(loop.index, builder.CreateInBoundsGEP(builder.getInt64Ty(), living_, loop.index));
    }
    cursor.advance(&thread_);
    Instruction *back = loop.close();
    if (job_.turns_in_a_row)
      markTurnsInARow(*back);
    if (living_) {
      living_count_ =
          new AllocaInst(builder.getInt64Ty(), layout_.getAllocaAddrSpace(), "living", entry->begin());
      builder.CreateStore(count_, living_count_);
    }
    if (!meetings_.empty())
      noteWhoMeets(builder);
    builder.CreateBr(first);
    first->replacePhiUsesWith(entry, builder.GetInsertBlock());
  }

  // For reports on blocks that wait for others: all threads, or it is not known which.
  void noteWhoMeets(IRBuilder<> &builder) {
    const bool all = all_lanes_come_ && !living_;
    builder.CreateStore(builder.getInt32(all ? ~0u : 0),
                        builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), &thread_,
                                                           offsetof(RaddleThread, lanes_here)));
  }

  Type *threadType() const {
    return ArrayType::get(Type::getInt8Ty(kernel_.getContext()), sizeof(RaddleThread));
  }

  // Writes down what the kernel reads of the thread; all of it when somebody else may read it too.
  void copyThread(IRBuilder<> &builder, Value *place) {
    SmallSetVector<std::pair<std::int64_t, Type *>, 8> fields;
    for (const User *user : thread_.users()) {
      if (is_contained(meetings_, user))
        continue;
      auto *load = dyn_cast<LoadInst>(user);
      auto *element = dyn_cast<GetElementPtrInst>(user);
      const bool is_known =
          load || (element && threadFieldAt(*element, thread_) >= 0 &&
                   all_of(element->users(), [](const User *access) { return isa<LoadInst>(access); }));
      if (!is_known) {
        const Align align(alignof(RaddleThread));
        builder.CreateMemCpy(place, align, &thread_, align, sizeof(RaddleThread));
        return;
      }
      if (load)
        fields.insert({0, load->getType()});
      else if (threadFieldAt(*element, thread_) != offsetof(RaddleThread, block))
        for (const User *access : element->users())
          fields.insert({threadFieldAt(*element, thread_), access->getType()});
    }
    for (auto [offset, type] : fields) {
      auto at = [&](Value *base) {
        return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
      };
      builder.CreateStore(builder.CreateLoad(type, at(&thread_)), at(place));
    }
  }

  bool someMayReturn() {
    return any_of(regions_.all(), [](const auto &entry) { return entry.second.may_return; });
  }

  WarpLoop openLoop(const BarrierRegion &region) {
    const std::string name = region.start()->getName().str();
    LLVMContext &context = kernel_.getContext();
    WarpLoop loop;
    loop.before = BasicBlock::Create(context, name + ".warps", &kernel_, region.start());
    loop.begin = BasicBlock::Create(context, name + ".warp", &kernel_, region.start());
    IRBuilder<> builder(loop.before);
    builder.CreateBr(loop.begin);
    builder.SetInsertPoint(loop.begin);
    loop.turn = builder.CreatePHI(builder.getInt64Ty(), 2, "turn");
    loop.turn->addIncoming(builder.getInt64(0), loop.before);
    loop.warp = loop.turn;
    if (living_)
      loop.warp = builder.CreateLoad(
          builder.getInt64Ty(), builder.CreateInBoundsGEP(builder.getInt64Ty(), living_, loop.turn), "warp");
    loop.thread = builder.CreateInBoundsGEP(threadType(), threads_, loop.warp, "thread");
    if (!job_.turns_in_a_row)
      noteRunningWarp(job_, builder, block_, loop.warp);
    builder.CreateBr(region.start());
    return loop;
  }

  void leaveBehindLastWarp(const BarrierRegion &region, WarpLoop &loop) {
    if (!region.behind)
      return; // no warp leaves it
    const std::string name = region.start()->getName().str();
    auto *next = BasicBlock::Create(kernel_.getContext(), name + ".next.warp", &kernel_);
    auto *last = BasicBlock::Create(kernel_.getContext(), name + ".all.warps", &kernel_);
    IRBuilder<> builder(next);
    SmallVector<BasicBlock *, 4> ways;
    for (BasicBlock *block : region.blocks)
      if (is_contained(successors(block), region.behind))
        ways.push_back(block);
    for (PHINode &phi : region.behind->phis()) {
      PHINode *left = builder.CreatePHI(phi.getType(), static_cast<unsigned>(ways.size()), phi.getName());
      for (BasicBlock *way : ways) {
        left->addIncoming(phi.getIncomingValueForBlock(way), way);
        while (phi.getBasicBlockIndex(way) >= 0)
          phi.removeIncomingValue(way, /*DeletePHIIfEmpty=*/false);
      }
      phi.addIncoming(left, last);
    }
    BasicBlock *goes_on = next;
    if (region.may_return)
      goes_on = countLivingWarps(region, loop, next, last);
    else
      BranchInst::Create(region.behind, last);
    for (BasicBlock *way : ways)
      way->getTerminator()->replaceSuccessorWith(region.behind, goes_on);
    builder.SetInsertPoint(next);
    Value *turn = builder.CreateAdd(loop.turn, builder.getInt64(1), "", /*HasNUW=*/true, /*HasNSW=*/true);
    Value *count = living_ ? builder.CreateLoad(builder.getInt64Ty(), living_count_) : count_;
    BranchInst *again = builder.CreateCondBr(builder.CreateICmpULT(turn, count), loop.begin, last);
    // What a warp does is long enough. It saves compile time too.
    if (job_.turns_in_a_row)
      markTurnsInARow(*again);
    else if (region.may_return)
      again->setMetadata(LLVMContext::MD_loop, neverUnrolled(again->getContext()));
    else
      markLoopOfTurns(*again);
    loop.turn->addIncoming(turn, next);
  }

  // Those that go on move up in the list; the others return when the last one's turn is over. The block for
  // those that go on, which leads to `next`.
  BasicBlock *countLivingWarps(const BarrierRegion &region, const WarpLoop &loop, BasicBlock *next,
                               BasicBlock *last) {
    BasicBlock *entry = &kernel_.getEntryBlock();
    Type *number = Type::getInt64Ty(kernel_.getContext());
    auto *so_far = new AllocaInst(number, layout_.getAllocaAddrSpace(), "so.far", entry->begin());
    IRBuilder<> builder(loop.before->getTerminator());
    builder.CreateStore(builder.getInt64(0), so_far);
    auto *goes_on =
        BasicBlock::Create(kernel_.getContext(), region.start()->getName() + ".goes.on", &kernel_, next);
    builder.SetInsertPoint(goes_on);
    Value *place = builder.CreateLoad(number, so_far);
    builder.CreateStore(loop.warp, builder.CreateInBoundsGEP(number, living_, place));
    builder.CreateStore(builder.CreateAdd(place, builder.getInt64(1)), so_far);
    builder.CreateBr(next);
    for (BasicBlock *block : region.blocks)
      block->getTerminator()->replaceSuccessorWith(return_, next);
    builder.SetInsertPoint(last);
    Value *count = builder.CreateLoad(number, so_far);
    builder.CreateStore(count, living_count_);
    builder.CreateCondBr(builder.CreateIsNull(count), return_, region.behind);
    return goes_on;
  }

  // Only what is the same for all warps is still a phi at the start.
  void enterWithFirstWarp(const BarrierRegion &region, const WarpLoop &loop) {
    BasicBlock *start = region.start();
    for (BasicBlock *before : SmallSetVector<BasicBlock *, 4>(pred_begin(start), pred_end(start)))
      if (before != loop.begin)
        before->getTerminator()->replaceSuccessorWith(start, loop.before);
    for (PHINode &phi : make_early_inc_range(start->phis()))
      phi.moveBefore(*loop.before, loop.before->begin());
  }

  CompileJob &job_;
  const bool has_barriers_;
  Function &kernel_;
  Argument &thread_;
  const DataLayout &layout_;
  SmallVector<CallInst *, 8> barriers_;
  SmallVector<AllocaInst *, 8> locals_;
  SmallVector<std::pair<CallInst *, Instruction *>, 2> counts_; // and the sums
  SmallVector<CallInst *, 4> meetings_;                         // of the block with others
  SmallVector<std::pair<CallInst *, CallInst *>, 2> phases_;    // of tiles, and what stands for them
  SmallVector<CallInst *, 2> next_phases_;
  BarrierRegions::Blocks behind_barriers_, once_;
  bool all_lanes_come_ = false; // to each barrier
  BasicBlock *return_ = nullptr;
  const WarpVariance *variance_ = nullptr;
  BarrierRegions regions_;
  AllocaInst *threads_ = nullptr;
  Value *block_ = nullptr, *count_ = nullptr;
  AllocaInst *living_ = nullptr, *living_count_ = nullptr; // warps that have not returned, where some may
};

} // namespace

void loopOverWarps(CompileJob &job) {
  if (job.lanes != kRaddleWarpSize || !job.kernel || !job.optimize || !waitsAtBarriersOnly(job))
    return;
  const bool has_barriers = any_of(instructions(*job.kernel), asBarrier);
  const bool may_stream = mayHaveStreamingLoops(job);
  if (!(has_barriers || (!job.polls_for_blocks && (may_stream || mayHaveSeams(job)))) ||
      analysis::hasUnboundedStack(*job.module))
    return;
  cleanUp(*job.kernel, *job.target);
  SmallVector<CallInst *, 4> added;
  if (may_stream)
    added = meetInStreamingLoops(job);
  if (!has_barriers && added.empty())
    added = insertSeams(job);
  if (!has_barriers && added.empty())
    return;
  sinkFieldAddresses(*job.kernel);
  job.loops_over_warps = WarpLooper(job, has_barriers).run(added);
  if (job.loops_over_warps || added.empty())
    return;
  for (CallInst *call : added)
    call->eraseFromParent();
  if (has_barriers)
    job.loops_over_warps = WarpLooper(job, has_barriers).run();
}

} // namespace raddle::vectorize
