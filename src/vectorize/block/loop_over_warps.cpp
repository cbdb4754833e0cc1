// Warps that wait only at barriers need no fibers: the warps of a block run one after the other up to the
// barrier, and then from there on.
//
//   x = f(thread)                            for (warp = 0; warp < warps; ++warp)
//   __syncthreads()               becomes      xs[warp] = f(threads[warp])
//   g(thread, x)                             for (warp = 0; warp < warps; ++warp)
//                                              g(threads[warp], xs[warp])
//
// warp_values.h tells what becomes of values that live across a barrier. Where all warps of a block come to the
// same barriers, tiles of several warps may wait for the whole block at theirs.

#include "abi/kernel_abi.h"
#include "analysis/recursion.h"
#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/block/barrier_regions.h"
#include "vectorize/block/fibers.h"
#include "vectorize/block/fission_points.h"
#include "vectorize/block/prepare_kernel.h"
#include "vectorize/block/rematerialise_in_regions.h"
#include "vectorize/block/segments.h"
#include "vectorize/block/warp_values.h"
#include "vectorize/block/write_warp_loops.h"
#include "vectorize/block_copies.h"
#include "vectorize/function_passes.h"
#include "vectorize/passes.h"
#include "vectorize/prefetches.h"
#include "vectorize/remarks.h"
#include "vectorize/reshape/lanes/call_effects.h"
#include "vectorize/widen/plan/vector_registers.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

// No stack shall have to hold more bytes of local arrays, those of all warps of a block together.
constexpr std::uint64_t kMostLocalBytes = 1 << 20;

bool isTileBarrier(const CallInst *barrier) { return isCallOf(*barrier, Runtime::raddle_barrier_tile); }

// Ends that several regions have in common would be regions themselves, so each way to the end gets a copy of it.
void giveEachPredecessorItsOwn(BasicBlock &end) {
  const SmallSetVector<BasicBlock *, 4> ways(pred_begin(&end), pred_end(&end));
  for (BasicBlock *before : drop_begin(ways)) {
    BlockCopies::Values values;
    for (PHINode &phi : end.phis())
      values[&phi] = phi.getIncomingValueForBlock(before);
    const BlockCopies copies(&end, "", values);
    end.removePredecessor(before);
    before->getTerminator()->replaceSuccessorWith(&end, copies.of(&end));
  }
}

// A short block before the return to which several ways lead would be a region of its own, too, to which some warps go on while
// others return.
bool isShortEnd(const BasicBlock &block, const BasicBlock &return_block) {
  constexpr unsigned kMostInstructions = 16;
  return block.getSingleSuccessor() == &return_block && block.hasNPredecessorsOrMore(2) &&
         block.sizeWithoutDebug() <= kMostInstructions && isa<ReturnInst>(return_block.front()) &&
         none_of(block, [](const Instruction &each) { return asBarrier(each) || isFissionPoint(each); });
}

// Whether a store that notes the active lanes belongs to a poll: reports of hangs name the lanes that poll.
bool comesBeforePoll(const StoreInst &store) {
  const Instruction *next = store.getNextNode();
  while (next && !isa<CallBase>(next))
    next = next->getNextNode();
  return next && mayPoll(*next);
}

// If all accesses to a scratch variable stand in one region, each warp writes the variable before it reads it, without a barrier in
// between.
bool isUsedInOneRegion(const AllocaInst &variable, BarrierRegions &regions) {
  const BarrierRegion *only = nullptr;
  SmallVector<const User *, 16> users(variable.users());
  while (!users.empty()) {
    auto *user = cast<Instruction>(users.pop_back_val());
    if (isa<GetElementPtrInst>(user))
      append_range(users, user->users());
    const BarrierRegion *region = regions.of(user->getParent());
    if (!region || (only && region != only))
      return false;
    only = region;
  }
  return true;
}

// Takes a kernel apart at its barriers. Until it is known what becomes of a barrier, placeholders stand for what it yields, and
// for what the block does once for all warps: calls that are the same for all warps and that LLVM does not move.
class BarrierSites {
public:
  BarrierSites(Function &kernel, const Facts &facts, const Report &report)
      : kernel_(kernel), facts_(facts), report_(report), layout_(kernel.getDataLayout()) {}

  // After: a block ends at each barrier, local arrays stand in the entry, the one return stands alone, and loops are simplified
  // and closed. False, and the reason is told, where the kernel has no such form; restore() is to be called then.
  bool separate(TargetMachine &machine) {
    collect();
    if (barriers_.empty() || !mayMoveLocals() || asksForPhaseElsewhere())
      return false;
    // The entry, which belongs to no region, holds the locals.
    BasicBlock *entry = &kernel_.getEntryBlock();
    for (AllocaInst *local : locals_)
      local->moveBefore(*entry, entry->getFirstInsertionPt());
    SplitBlock(entry, entry->getFirstNonPHIOrDbgOrAlloca());
    for (CallInst *barrier : barriers_)
      split(*barrier);
    if (!isolateReturn())
      return false;
    FunctionPassManager passes;
    passes.addPass(LoopSimplifyPass());
    passes.addPass(LCSSAPass());
    runPasses(passes, kernel_, machine);
    const DominatorTree dominators(kernel_);
    const LoopInfo loops(dominators);
    are_in_loops_ =
        any_of(after_barriers_, [&](const BasicBlock *block) { return loops.getLoopFor(block) != nullptr; });
    const ReversePostOrderTraversal<const Function *> order(&kernel_);
    if (!containsIrreducibleCFG<const BasicBlock *>(order, loops))
      return true;
    refuse(report_, first(), "the kernel jumps into the middle of a loop");
    return false;
  }

  // After: the placeholders are gone, and the kernel does what it did.
  void restore() {
    for (ArrayRef<std::pair<CallInst *, CallInst *>> list : {ArrayRef(counts_), ArrayRef(phases_)})
      for (auto [original, placeholder] : list) {
        placeholder->replaceAllUsesWith(original);
        placeholder->eraseFromParent();
      }
    for (CallInst *added : concat<CallInst *>(meetings_, next_phases_))
      added->eraseFromParent();
  }

  // To be called when the regions are known. After: placeholders have become values in memory that all warps share, and the
  // barriers are gone.
  void dissolve() {
    for (auto [count, sum] : counts_)
      addUp(*count, *sum);
    countPhases();
    for (CallInst *barrier : barriers_)
      barrier->eraseFromParent();
    dropLaneNotes();
  }

  // After: the local arrays of which each warp needs its own are left.
  void shareScratch(BarrierRegions &regions) {
    erase_if(locals_, [&](const AllocaInst *local) {
      return local->hasMetadata(marker::kScratch) && isUsedInOneRegion(*local, regions);
    });
  }

  const CallInst &first() const { return *barriers_.front(); }
  /// Whether a loop of the kernel stands around some of them; known after separate().
  bool areInLoops() const { return are_in_loops_; }
  bool hasTileBarrier() const { return any_of(barriers_, isTileBarrier); }
  // Whether something is done, or computed, at a barrier for all warps together.
  bool doesMoreThanWait() const { return !counts_.empty() || !meetings_.empty() || !phases_.empty(); }
  // Calls at which the block meets others.
  ArrayRef<CallInst *> meetings() const { return meetings_; }
  ArrayRef<AllocaInst *> locals() const { return locals_; }
  BasicBlock *returnBlock() const { return return_; }
  // The blocks that barriers lead to, and those in between that run once for all warps.
  const BarrierRegions::Blocks &blocksAfter() const { return after_barriers_; }
  const BarrierRegions::Blocks &blocksRunOnce() const { return once_; }
  // Whether all 32 lanes of each warp come to each barrier; known after dissolve().
  bool allLanesCome() const { return all_lanes_come_; }

private:
  void collect() {
    for (Instruction &instruction : make_early_inc_range(instructions(kernel_)))
      if (asBarrier(instruction)) {
        barriers_.push_back(cast<CallInst>(&instruction));
      } else if (instruction.isLifetimeStartOrEnd()) {
        instruction.eraseFromParent();
      } else if (auto *local = dyn_cast<AllocaInst>(&instruction)) {
        locals_.push_back(local);
      } else if (isCallOf(instruction, Runtime::raddle_tile_phase)) {
        auto &phase = cast<CallInst>(instruction);
        phases_.push_back(
            {&phase, placeholder(marker::kPhase, "phase", phase.getType(), phase.getIterator())});
        phase.replaceAllUsesWith(phases_.back().second);
      }
  }

  bool mayMoveLocals() const {
    std::uint64_t bytes = 0;
    for (AllocaInst *local : locals_) {
      if (!local->isStaticAlloca()) {
        refuse(report_, *local, "a local array has a size that only the run knows");
        return false;
      }
      if (!local->hasMetadata(marker::kScratch))
        bytes += local->getAllocationSize(layout_)->getFixedValue() * mostRuns(facts_);
    }
    if (bytes <= kMostLocalBytes)
      return true;
    refuse(report_, first(), "the local arrays of a block's warps are too large for one stack");
    return false;
  }

  bool asksForPhaseElsewhere() const {
    const Function *phase = kernel_.getParent()->getFunction(rowOf(Runtime::raddle_tile_phase).name);
    return phase && any_of(phase->users(), [&](const User *user) {
             auto *call = dyn_cast<CallInst>(user);
             return !call || call->getFunction() != &kernel_;
           });
  }

  CallInst *placeholder(StringRef marker, StringRef name, Type *type, BasicBlock::iterator place) const {
    FunctionCallee function = kernel_.getParent()->getOrInsertFunction(marker, type);
    // The phase changes at a place, so that call stays where it is.
    if (!type->isVoidTy())
      cast<Function>(function.getCallee())->setDoesNotAccessMemory();
    return CallInst::Create(function, name, place);
  }

  void split(CallInst &barrier) {
    BasicBlock *after = SplitBlock(barrier.getParent(), barrier.getNextNode());
    // What the block does once for all warps stands in a block of its own.
    auto runOnce = [&](CallInst *call) {
      once_.insert(after);
      after = SplitBlock(after, call->getNextNode());
    };
    if (!barrier.getType()->isVoidTy()) {
      CallInst *sum = placeholder(marker::kSum, "sum", barrier.getType(), after->begin());
      barrier.replaceAllUsesWith(sum);
      counts_.push_back({&barrier, sum});
      runOnce(sum);
    }
    if (meetsOtherBlocks(barrier)) {
      meetings_.push_back(cast<CallInst>(barrier.clone()));
      meetings_.back()->insertBefore(after->begin());
      runOnce(meetings_.back());
    }
    if (isTileBarrier(&barrier) && !phases_.empty()) {
      next_phases_.push_back(
          placeholder(marker::kNextPhase, "", Type::getVoidTy(kernel_.getContext()), after->begin()));
      runOnce(next_phases_.back());
    }
    after_barriers_.insert(after);
  }

  bool isolateReturn() {
    for (BasicBlock &block : make_early_inc_range(kernel_))
      if (isa<UnreachableInst>(block.getTerminator()))
        giveEachPredecessorItsOwn(block);
    return_ = returnOf(kernel_);
    if (!return_) {
      refuse(report_, first(), "the kernel never returns, or does so in several places");
      return false;
    }
    if (return_->size() > 1)
      return_ = SplitBlock(return_, return_->getTerminator());
    // Without barriers of its own, a kernel had rather not be divided than have warps return before others.
    if (!all_of(barriers_, [](const CallInst *barrier) { return isFissionPoint(*barrier); }))
      for (BasicBlock *end : shortEndsOfBlocks())
        giveEachPredecessorItsOwn(*end);
    return true;
  }

  // Those that all warps of a block come to on the same way. Where each warp has its own, one may get there without having come to a
  // barrier at which others wait: as fibers, all of them are named where that hangs.
  SmallVector<BasicBlock *, 4> shortEndsOfBlocks() const {
    const DominatorTree dominators(kernel_);
    const WarpVariance variance(kernel_);
    SmallVector<BasicBlock *, 4> ends;
    for (BasicBlock *end : predecessors(return_)) {
      if (!isShortEnd(*end, *return_))
        continue;
      BasicBlock *decides = *pred_begin(end);
      for (BasicBlock *way : predecessors(end))
        decides = dominators.findNearestCommonDominator(decides, way);
      auto *branch = dyn_cast<BranchInst>(decides->getTerminator());
      if (branch && !(branch->isConditional() && variance.differs(branch->getCondition())))
        ends.push_back(end);
    }
    return ends;
  }

  AllocaInst *zeroInEntry(Type *type, StringRef name) {
    IRBuilder<> builder(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
    AllocaInst *place = builder.CreateAlloca(type, nullptr, name);
    builder.SetInsertPoint(kernel_.getEntryBlock().getTerminator());
    builder.CreateStore(ConstantInt::get(type, 0), place);
    return place;
  }

  // Each warp adds its number before the barrier.
  void addUp(CallInst &count, CallInst &sum) {
    Type *type = sum.getType();
    AllocaInst *place = zeroInEntry(type, "sum");
    IRBuilder<> builder(&count);
    builder.CreateStore(builder.CreateAdd(builder.CreateLoad(type, place), count.getArgOperand(1)), place);
    builder.SetInsertPoint(&sum);
    Value *all = builder.CreateLoad(type, place);
    builder.CreateStore(ConstantInt::get(type, 0), place);
    sum.replaceAllUsesWith(all);
    sum.eraseFromParent();
  }

  // All tiles of a size come to all of its barriers, so one count serves all tiles of all sizes.
  void countPhases() {
    if (phases_.empty())
      return;
    IRBuilder<> builder(kernel_.getContext());
    Type *type = builder.getInt32Ty();
    AllocaInst *place = zeroInEntry(type, "phase");
    for (auto [phase, placeholder] : phases_) {
      builder.SetInsertPoint(placeholder);
      placeholder->replaceAllUsesWith(builder.CreateLoad(type, place));
      placeholder->eraseFromParent();
      phase->eraseFromParent();
    }
    for (CallInst *next : next_phases_) {
      builder.SetInsertPoint(next);
      builder.CreateStore(builder.CreateXor(builder.CreateLoad(type, place), 1), place);
      next->eraseFromParent();
    }
  }

  // The number of active lanes mattered to warps that wait, and to nothing else.
  void dropLaneNotes() {
    const Argument &thread = *kernel_.getArg(0);
    all_lanes_come_ = true;
    for (Instruction &instruction : make_early_inc_range(instructions(kernel_)))
      if (auto *store = dyn_cast<StoreInst>(&instruction);
          store && threadFieldAt(*store->getPointerOperand(), thread) == offsetof(RaddleThread, lanes_here) &&
          !comesBeforePoll(*store)) {
        auto *lanes = dyn_cast<ConstantInt>(store->getValueOperand());
        all_lanes_come_ &= lanes && lanes->isMinusOne();
        Value *address = store->getPointerOperand();
        store->eraseFromParent();
        RecursivelyDeleteTriviallyDeadInstructions(address);
      }
  }

  Function &kernel_;
  const Facts &facts_;
  const Report &report_;
  const DataLayout &layout_;
  SmallVector<CallInst *, 8> barriers_;
  SmallVector<AllocaInst *, 8> locals_;
  // Barriers that add up a number of each warp, and the placeholders of the sums.
  SmallVector<std::pair<CallInst *, CallInst *>, 2> counts_;
  // Calls that ask for a tile's phase, and their placeholders; placeholders where the phase changes.
  SmallVector<std::pair<CallInst *, CallInst *>, 2> phases_;
  SmallVector<CallInst *, 2> next_phases_;
  SmallVector<CallInst *, 4> meetings_;
  BarrierRegions::Blocks after_barriers_, once_;
  BasicBlock *return_ = nullptr;
  bool are_in_loops_ = false, all_lanes_come_ = false;
};

// An unrolled warp loop has at most so many instructions, those of all warps together, for each value of a warp that the
// registers can hold: longer code spills, and fills the instruction cache.
constexpr unsigned kInstructionsForEachValue = 256;

unsigned mostUnrolledInstructions(const TargetMachine &machine) {
  const auto registers = VectorRegisters::of(machine);
  const unsigned bits_of_value = kRaddleWarpSize * 32;
  return kInstructionsForEachValue * (registers.count * registers.bits / bits_of_value);
}

// Where the number of a block's warps is known, and small, the loops over them are unrolled: values that a warp keeps, or that
// one warp stores and another one reads, may stay in registers, and no instruction asks which warp it is. In a kernel with
// loops, those take the time.
bool mayUnroll(Function &kernel, const BarrierSites &barriers, const WarpLoopPlan &plan,
               unsigned most_instructions, unsigned most_warps) {
  if (barriers.doesMoreThanWait() || !barriers.locals().empty() || plan.warps_may_return ||
      kernel.getInstructionCount() * most_warps > most_instructions)
    return false;
  const DominatorTree dominators(kernel);
  return LoopInfo(dominators).empty();
}

// Where warps may return in a region, the last warp's values are not those of the last one that goes on.
void keepInMemory(const BarrierRegion &region, const WarpVariance &variance) {
  for (PHINode &phi : make_early_inc_range(region.next->phis()))
    if (!variance.differs(&phi))
      DemotePHIToStack(&phi);
  SmallVector<Instruction *, 16> used_elsewhere;
  for (BasicBlock *block : region.blocks)
    for (Instruction &instruction : *block)
      // A phi at the start gets its value on the way there.
      if (!variance.differs(&instruction) && any_of(instruction.users(), [&](const User *user) {
            auto *use = cast<Instruction>(user);
            return !region.holds(*use) || (isa<PHINode>(use) && use->getParent() == region.start());
          }))
        used_elsewhere.push_back(&instruction);
  for (Instruction *instruction : used_elsewhere)
    DemoteRegToStack(*instruction);
}

// Whether nobody can tell that only one warp has done it. Fields of the thread are read again wherever they are used.
bool isOnceEnough(const Instruction &instruction, const WarpVariance &variance, const Argument &thread) {
  if (isPrefetch(instruction))
    return none_of(instruction.operands(), [&](const Use &operand) { return variance.differs(operand); });
  if (auto *load = dyn_cast<LoadInst>(&instruction);
      load && load->isSimple() && threadFieldAt(*load->getPointerOperand(), thread) >= 0)
    return true;
  if (threadFieldAt(instruction, thread) >= 0)
    return true;
  return !variance.differs(&instruction) && !instruction.mayHaveSideEffects();
}

bool someWarpMayReturn(BarrierRegions &regions) {
  return any_of(regions.all(), [](const auto &entry) { return entry.second.may_return; });
}

// Finds the regions. False where warps may come to different barriers, or to a tile's barrier after others have returned.
bool planRegions(Function &kernel, const BarrierSites &barriers, const WarpVariance &variance,
                 const Report &report, WarpLoopPlan &plan) {
  if (!plan.regions.find(kernel, barriers.blocksAfter(), barriers.blocksRunOnce(), variance)) {
    refuse(report, barriers.first(), "warps may come to different barriers, so that each needs a fiber");
    return false;
  }
  plan.warps_may_return = someWarpMayReturn(plan.regions);
  // A tile waits for warps that have returned, and a report says so.
  if (plan.warps_may_return && barriers.hasTileBarrier()) {
    refuse(report, barriers.first(),
           "warps of a tile may return before its barrier, so that each needs a fiber");
    return false;
  }
  return true;
}

// False where the loops are not possible; the kernel does what it did then.
bool loopBetweenBarriers(Function &kernel, const Input &input, TargetMachine &machine, Facts &facts,
                         const Report &report, bool has_fission_points) {
  BarrierSites barriers(kernel, facts, report);
  const bool may_loop = barriers.separate(machine);
  facts.barriers_in_loops = barriers.areInLoops();
  if (!may_loop) {
    barriers.restore();
    return false;
  }
  WarpVariance variance(kernel);
  dropClosingPhis(kernel, variance, barriers.blocksAfter());
  WarpLoopPlan plan;
  if (!planRegions(kernel, barriers, variance, report, plan)) {
    barriers.restore();
    return false;
  }
  barriers.dissolve();
  plan.meetings = barriers.meetings();
  plan.all_lanes_come = barriers.allLanesCome();
  plan.return_block = barriers.returnBlock();
  plan.regions.dissolve(
      [&](const Instruction &instruction) { return isOnceEnough(instruction, variance, *kernel.getArg(0)); });
  plan.warps_may_return = someWarpMayReturn(plan.regions);
  barriers.shareScratch(plan.regions);
  WarpValues values(kernel, facts, variance, plan.regions, barriers.locals(), hasFeature(machine, "avx512f"));
  rematerialiseInRegions(kernel, variance, plan.regions, values);
  for (auto &[start, region] : plan.regions.all())
    if (region.may_return)
      keepInMemory(region, variance);
  values.separateWays();
  plan.unrolled = facts.warp_loop_unrolled =
      !has_fission_points && input.block.one_group &&
      mayUnroll(kernel, barriers, plan, mostUnrolledInstructions(machine),
                input.block.group / facts.fused_warps);
  writeWarpLoops(kernel, input.block, facts, plan, values);
  facts.loops_over_warps = true;
  return true;
}

} // namespace

bool loopOverWarps(Function &kernel, const Input &input, TargetMachine &machine, Facts &facts,
                   const Report &report) {
  if (const auto reason = reasonForFibers(kernel, facts)) {
    for (const Instruction *place : reason->places)
      refuse(report, *place, reason->why);
    if (reason->places.empty())
      refuse(report, kernel.getEntryBlock(), reason->why);
    return false;
  }
  if (none_of(instructions(kernel), asBarrier))
    return false;
  const bool has_fission_points = any_of(instructions(kernel), isFissionPoint);
  if (!has_fission_points) // or else insert-fission-points has done so
    cleanUp(kernel, machine);
  sinkFieldAddresses(kernel);
  // Not all warps may come to the fission points of a kernel that has barriers of its own, to which they come.
  const bool may_drop =
      has_fission_points && any_of(instructions(kernel), [](const Instruction &instruction) {
        return asBarrier(instruction) && !isFissionPoint(instruction);
      });
  const Report unheard;
  if (!loopBetweenBarriers(kernel, input, machine, facts, may_drop ? unheard : report, has_fission_points) &&
      may_drop) {
    dropFissionPoints(*kernel.getParent());
    loopBetweenBarriers(kernel, input, machine, facts, report, /*has_fission_points=*/false);
  }
  return true;
}

} // namespace raddle::vectorize
