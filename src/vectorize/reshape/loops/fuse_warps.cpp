// Between two barriers the warps of a block may run in any order, also in step. Where their control flow is
// the same,
//
//   for (k = 0; k < 32; ++k)                         becomes     for (k = 0; k < 32; ++k) {
//     sum += a[threadIdx.y][k] * b[k][threadIdx.x];                x = b[k][threadIdx.x];
//                                                                  sum0 += a[threadIdx.y][k] * x;
//                                                                  sum1 += a[threadIdx.y + 1][k] * x; ...
//
// in blocks that are 32 wide: what the warps have in common is computed once, the processor finds chains of
// operations that do not wait for each other, and there are fewer fibers to switch between at a barrier. On
// GPUs this is known as thread coarsening. Nothing is computed in another way, so that results keep their
// bits.
//
// Where warps part between two barriers, one runs after the other (divergent_regions). Loops that they leave at
// different times first run in step as long as all lanes of all of them take part (full_warp_loops).

#include "vectorize/reshape/loops/fuse_warps.h"

#include "analysis/lane_shapes.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/remarks.h"
#include "vectorize/reshape/lanes/exiting_lanes.h"
#include "vectorize/reshape/loops/divergent_regions.h"
#include "vectorize/reshape/loops/drop_barriers.h"
#include "vectorize/reshape/loops/full_warp_loops.h"
#include "vectorize/reshape/loops/warp_steps.h"
#include "vectorize/reshape/normal_form.h"
#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Registers that the values of one instruction need beside those that live through a loop.
constexpr unsigned kRegistersInUse = 6;
// No kernel becomes larger than this, in instructions for one thread.
constexpr unsigned kMostInstructions = 2000;
// Nor than this where rounds of exchanges go without barriers: most of them are a shuffle and a minimum, or the like.
constexpr unsigned kMostInstructionsOfRounds = 5000;
// Local arrays of all warps, a part of a core's second cache. One warp after the other has its own in the same place.
constexpr std::uint64_t kMostBytesOfArrays = 256 * 1024;

// What a group of warps does once, for all of them: it meets at a barrier, or reports that it divides by zero.
bool isDoneTogether(const Instruction &instruction) {
  const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(instruction);
  return function && function->fusion == nvvm::RuntimeFunction::Fusion::Shared;
}

// Only barriers may wait for other warps.
bool mayBeFused(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  if (!call)
    return !isa<UnreachableInst>(instruction);
  const Function *callee = call->getCalledFunction();
  if (!callee || !callee->isDeclaration())
    return false;
  const nvvm::RuntimeFunction *function = nvvm::findRuntimeFunction(callee->getName());
  return !function || function->fusion != nvvm::RuntimeFunction::Fusion::Never;
}

class WarpFuser {
public:
  // `rounds` is how many warps it takes for loops to go without barriers, 1 where there are none.
  WarpFuser(Function &kernel, const BlockClass &block, unsigned rounds)
      : kernel_(kernel), block_(block), rounds_(rounds) {}

  // Finds what differs between the warps of a group, and where they part; false where they would meet in
  // different places, or where lanes of a warp return while the others come to its operations.
  bool mayRunInStep(const CompileJob &job) {
    for (Instruction &instruction : instructions(kernel_))
      if (!mayBeFused(instruction)) {
        refuse(job, instruction, "warps in step have no form of this call");
        return false;
      }
    for (Instruction &instruction : instructions(kernel_))
      if (differsByItself(instruction))
        noteDifference(instruction);
    // Local arrays stay in the first block, so no region begins with it.
    if (BasicBlock &first = kernel_.getEntryBlock(); first.getTerminator()->getNumSuccessors() > 1)
      split_.push_back(SplitBlock(&first, first.getTerminator()));
    for (size_t known = 0; known != differ_.size();) {
      known = differ_.size();
      auto regions = regionsAround(kernel_, partingBranches());
      if (!regions || any_of(*regions, holdsWhatIsDoneTogether)) {
        refuse(job, kernel_.getEntryBlock().front(), "warps may part around a barrier");
        return false;
      }
      regions_ = std::move(*regions);
      for (const DivergentRegion &region : regions_)
        noteResults(region);
    }
    if (regions_.empty())
      return true;
    const analysis::LaneShapes shapes(kernel_, block_);
    const LeavingLanes lanes(kernel_, shapes);
    return none_of(regions_, [&](const DivergentRegion &region) {
      return lanes.leaveOthersWaiting(region.blocks.getArrayRef());
    });
  }

  // How many of `warps` are worth it and fit into vector registers of so many bits.
  unsigned choose(unsigned warps, VectorRegisters registers) const {
    DominatorTree dominators(kernel_);
    LoopInfo loops(dominators);
    const bool has_barrier = any_of(instructions(kernel_), nvvm::isSyncthreads);
    // A region in the middle of a loop costs more, each time, than the rest of the loop gains.
    bool has_loop_in_step = false;
    for (const Loop *loop : loops.getLoopsInPreorder()) {
      if (isInRegion(*loop->getHeader()))
        continue;
      const bool holds_region =
          any_of(regions_, [&](const DivergentRegion &region) { return loop->contains(region.entry()); });
      if (holds_region && !(rounds_ > 1 && holdsBarrier(*loop)) &&
          none_of(loop->getSubLoops(), [&](const Loop *inner) { return !isInRegion(*inner->getHeader()); }))
        return 1;
      has_loop_in_step |= !holds_region;
    }
    if (!has_loop_in_step && !(has_barrier && regions_.empty()) && rounds_ == 1)
      return 1;
    analysis::LaneShapes shapes(kernel_, block_);
    SmallVector<Needed, 8> needed;
    for (Loop *loop : loops.getLoopsInPreorder())
      if (!isInRegion(*loop->getHeader()))
        needed.push_back(registersIn(*loop, shapes, registers));
    const unsigned size = kernel_.getInstructionCount();
    auto fits = [&](const Needed &loop) {
      return loop.of_each * warps + loop.of_all + kRegistersInUse <= registers.count;
    };
    const unsigned most = rounds_ > 1 ? kMostInstructionsOfRounds : kMostInstructions;
    if (rounds_ > 1)
      warps = std::min(warps, rounds_);
    const std::uint64_t bytes = bytesOfArrays() * kRaddleWarpSize;
    while (warps > 1 && (!all_of(needed, fits) || size * warps > most || bytes * warps > kMostBytesOfArrays))
      warps /= 2;
    return warps;
  }

  /// Nothing is fused: the kernel is as it was.
  void giveUp() {
    for (BasicBlock *block : split_)
      MergeBlockIntoPredecessor(block);
  }

  // Of a group of warps, the first one's threads begin at a multiple of the group's.
  void noteMultiples(unsigned warps) const {
    if (block_.layout != BlockClass::Layout::kRows)
      return;
    for (Instruction &instruction : make_early_inc_range(instructions(kernel_))) {
      if (stepOf(instruction) != kRaddleWarpSize)
        continue;
      IRBuilder<> builder(instruction.getNextNode());
      Value *index = builder.CreateAnd(&instruction, 1023 & ~(kRaddleWarpSize * (warps - 1)));
      instruction.replaceUsesWithIf(index, [&](const Use &use) { return use.getUser() != index; });
    }
  }

  void fuse(unsigned warps) {
    Twins twins(warps);
    findSteps();
    SmallVector<WarpByWarp, 4> parts;
    for (const DivergentRegion &region : regions_) {
      parts.emplace_back(region, warps);
      // They choose what the region's own phis chose so far.
      for (PHINode &phi : parts.back().ahead()->phis())
        if (any_of(phi.users(), [&](const User *user) { return differ_.contains(user); }))
          differ_.insert(&phi);
      for (const auto &results : parts.back().results())
        for (unsigned warp = 1; warp < warps; ++warp)
          twins[warp][results.front()] = results[warp];
    }
    copyWhatDiffers(twins, parts);
    for (WarpByWarp &part : parts)
      enter(part, twins);
  }

private:
  using Twins = SmallVector<DenseMap<Value *, Value *>, 8>; // of each warp but the first

  void noteDifference(Instruction &first) {
    SmallVector<Instruction *, 64> work;
    if (differ_.insert(&first).second)
      work.push_back(&first);
    while (!work.empty())
      for (User *user : work.pop_back_val()->users()) {
        // All warps go on together, or none.
        auto *instruction = cast<Instruction>(user);
        if (!isWholeWarpCall(*instruction) && differ_.insert(instruction).second)
          work.push_back(instruction);
      }
  }

  // Each becomes a block of its own: what stands before it does not depend on where it goes.
  SmallVector<BasicBlock *, 8> partingBranches() {
    SmallVector<BasicBlock *, 8> branches;
    for (BasicBlock &block : kernel_)
      if (block.getTerminator()->getNumSuccessors() > 1 && differ_.contains(block.getTerminator()))
        branches.push_back(&block);
    for (BasicBlock *&block : branches)
      if (block->getTerminator() != &block->front()) {
        block = SplitBlock(block, block->getTerminator());
        split_.push_back(block);
      }
    return branches;
  }

  static bool holdsWhatIsDoneTogether(const DivergentRegion &region) {
    return any_of(region.blocks, [](const BasicBlock *block) { return any_of(*block, isDoneTogether); });
  }
  static bool holdsBarrier(const Loop &loop) {
    return any_of(loop.blocks(), [](const BasicBlock *block) { return any_of(*block, nvvm::isSyncthreads); });
  }

  bool isInRegion(const BasicBlock &block) const {
    return any_of(regions_, [&](const DivergentRegion &region) { return region.contains(&block); });
  }

  // What comes out of a region depends on the way through it.
  void noteResults(const DivergentRegion &region) {
    for (BasicBlock *block : region.blocks)
      for (Instruction &instruction : *block)
        if (any_of(instruction.users(),
                   [&](const User *user) { return !region.contains(cast<Instruction>(user)->getParent()); }))
          noteDifference(instruction);
    for (PHINode &phi : region.behind->phis())
      if (any_of(phi.blocks(), [&](const BasicBlock *before) { return region.contains(before); }))
        noteDifference(phi);
  }

  void findSteps() {
    using Given = WarpSteps::Given;
    SmallPtrSet<const Instruction *, 16> depend_on_the_way;
    for (const DivergentRegion &region : regions_)
      for (const PHINode &phi : region.behind->phis())
        depend_on_the_way.insert(&phi);
    steps_.emplace(kernel_, [&](const Instruction &instruction) -> std::pair<Given, WarpStep> {
      if (!differ_.contains(&instruction))
        return {Given::kStep, {}};
      if (unsigned step = stepOf(instruction))
        return {Given::kStep, {step, true, true}};
      const bool has_none = differsByItself(instruction) || depend_on_the_way.contains(&instruction) ||
                            isInRegion(*instruction.getParent());
      return {has_none ? Given::kNone : Given::kOfOperands, {}};
    });
  }

  // Counters of loops: one for all warps.
  Value *atDistance(PHINode &original, unsigned warp, unsigned warps) const {
    const std::optional<WarpStep> step = steps_->of(&original);
    if (!step)
      return nullptr;
    IRBuilder<> builder(&*original.getParent()->getFirstInsertionPt());
    return builder.CreateAdd(&original, ConstantInt::get(original.getType(), step->distance * warp), "",
                             step->holds_unsigned, step->holds_signed || isAskedBefore(original, warps));
  }

  // Whether the loop is entered, and goes on, only where it has been asked that such a counter, as a signed number,
  // does not wrap up to the last warp (askAll).
  bool isAskedBefore(const PHINode &counter, unsigned warps) const {
    return all_of(counter.incoming_values(), [&](const Use &value) {
      const BasicBlock *to = counter.getParent(), *from = counter.getIncomingBlock(value);
      if (from->getSingleSuccessor())
        to = std::exchange(from, from->getSinglePredecessor());
      auto *branch = from ? dyn_cast<BranchInst>(from->getTerminator()) : nullptr;
      auto *call =
          branch && branch->isConditional() && branch->getSuccessor(0) == to && branch->getSuccessor(1) != to
              ? dyn_cast<CallInst>(branch->getCondition())
              : nullptr;
      auto *compare = call && isWholeWarpCall(*call) ? dyn_cast<ICmpInst>(call->getArgOperand(0)) : nullptr;
      return compare && compare->isSigned() && compare->getOperand(0) == value.get() &&
             largestInFirstWarp(*compare, warps);
    });
  }

  void copyWhatDiffers(Twins &twins, ArrayRef<WarpByWarp> parts) {
    const unsigned warps = static_cast<unsigned>(twins.size());
    SmallVector<Instruction *, 128> originals;
    SmallVector<CallInst *, 4> whole_warps;
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&kernel_))
      if (none_of(parts, [&](const WarpByWarp &part) { return part.blocks().contains(block); }))
        for (Instruction &instruction : *block) {
          if (needsCopies(instruction))
            originals.push_back(&instruction);
          if (isWholeWarpCall(instruction))
            whole_warps.push_back(cast<CallInst>(&instruction));
        }
    SmallVector<std::pair<Instruction *, unsigned>, 128> copies;
    for (Instruction *original : originals) {
      Instruction *last = original;
      for (unsigned warp = 1; warp < warps; ++warp) {
        auto *phi = dyn_cast<PHINode>(original);
        if (Value *twin = phi ? atDistance(*phi, warp, warps) : nullptr) {
          twins[warp][original] = twin;
          continue;
        }
        if (stepOf(*original) != 0) {
          IRBuilder<> builder(last->getNextNode());
          last = cast<Instruction>(movedBy(builder, *original, builder.getInt32(warp)));
          twins[warp][original] = last;
          continue;
        }
        Instruction *copy = copyFor(*original, warp);
        if (isa<PHINode>(original))
          copy->insertBefore(original->getParent()->getFirstNonPHIIt());
        else
          copy->insertAfter(last);
        twins[warp][original] = copy;
        last = copy;
        copies.push_back({copy, warp});
      }
    }
    for (auto [copy, warp] : copies)
      for (Use &operand : copy->operands())
        if (Value *twin = twins[warp].lookup(operand))
          operand.set(twin);
    for (CallInst *call : whole_warps)
      askAll(*call, twins);
    if (rounds_ > 1)
      storeWarpByWarp(twins);
  }

  // Stores behind each other, with no barrier or load between, become those of the first warp, then those of the next:
  // what a warp stores in several places may be one vector.
  void storeWarpByWarp(const Twins &twins) const {
    SmallVector<StoreInst *, 4> run;
    auto endRun = [&](Instruction *last) {
      for (unsigned warp = 0; run.size() > 1 && warp < twins.size(); ++warp)
        for (StoreInst *store : run)
          if (auto *own = warp == 0 ? store : cast_or_null<Instruction>(twins[warp].lookup(store));
              own && own != last) {
            own->moveAfter(last);
            last = own;
          }
      run.clear();
    };
    for (BasicBlock &block : kernel_) {
      Instruction *last = nullptr; // of the run
      SmallPtrSet<const Value *, 16> copies;
      for (Instruction &instruction : make_early_inc_range(block)) {
        if (copies.contains(&instruction)) {
          last = &instruction;
        } else if (auto *store = dyn_cast<StoreInst>(&instruction);
                   store && store->isSimple() && twins[1].contains(store)) {
          run.push_back(store);
          last = store;
          for (const auto &twin : drop_begin(twins))
            copies.insert(twin.lookup(store));
        } else if (instruction.mayReadOrWriteMemory() || instruction.isTerminator()) {
          endRun(last);
        }
      }
    }
  }

  // Whether all lanes of all warps go on. A count that grows from warp to warp, without wrapping, is largest
  // in the last.
  void askAll(CallInst &whole_warp, const Twins &twins) const {
    IRBuilder<> builder(&whole_warp);
    auto ask = [&](Value *condition) {
      return builder.CreateCall(whole_warp.getCalledFunction(), condition);
    };
    const unsigned warps = static_cast<unsigned>(twins.size());
    Value *condition = whole_warp.getArgOperand(0), *all = nullptr;
    if (Value *fits = growsFromWarpToWarp(condition, warps, builder)) {
      all = builder.CreateAnd(ask(fits), ask(twins[warps - 1].lookup(condition)));
    } else {
      all = ask(condition);
      for (const auto &twin : drop_begin(twins))
        if (Value *other = twin.lookup(condition))
          all = builder.CreateAnd(all, ask(other));
    }
    whole_warp.replaceAllUsesWith(all);
    whole_warp.eraseFromParent();
  }

  // For i < bound, where i is larger in the next warp: that it does not wrap up to the last; else null.
  Value *growsFromWarpToWarp(Value *condition, unsigned warps, IRBuilder<> &builder) const {
    auto *compare = dyn_cast<ICmpInst>(condition);
    const std::optional<APInt> largest = compare ? largestInFirstWarp(*compare, warps) : std::nullopt;
    if (!largest)
      return nullptr;
    Value *count = compare->getOperand(0);
    return builder.CreateICmp(compare->isSigned() ? ICmpInst::ICMP_SLE : ICmpInst::ICMP_ULE, count,
                              ConstantInt::get(count->getType(), *largest));
  }

  // Up to which number i does not wrap up to the last warp.
  std::optional<APInt> largestInFirstWarp(const ICmpInst &compare, unsigned warps) const {
    if (!differ_.contains(&compare) || differ_.contains(compare.getOperand(1)) ||
        !(ICmpInst::isLT(compare.getPredicate()) || ICmpInst::isLE(compare.getPredicate())))
      return std::nullopt;
    const Value *count = compare.getOperand(0);
    const std::optional<WarpStep> step = steps_->of(count);
    if (!step)
      return std::nullopt;
    const unsigned width = count->getType()->getIntegerBitWidth();
    const APInt most = compare.isSigned() ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
    bool overflows = false;
    const APInt to_last = APInt(width, step->distance).umul_ov(APInt(width, warps - 1), overflows);
    if (overflows || to_last.ugt(most.lshr(1)))
      return std::nullopt;
    return most - to_last;
  }

  // From outside come the values of the warp that runs; the thread's fields are read where they are needed.
  void enter(WarpByWarp &part, const Twins &twins) const {
    DenseMap<Value *, Value *> picked;
    auto valueOf = [&](Instruction &outside) -> Value * {
      Value *&value = picked[&outside];
      if (!value) {
        IRBuilder<> builder(part.start());
        SmallVector<Value *, 8> values{&outside};
        for (const auto &twin : drop_begin(twins))
          values.push_back(twin.lookup(&outside));
        value = stepOf(outside) != 0 ? movedBy(builder, outside, part.warp()) : part.pick(values);
      }
      return value;
    };
    SmallVector<Instruction *, 4> fields;
    for (BasicBlock *block : part.blocks()) {
      if (block == part.start()->getParent())
        continue;
      for (Instruction &instruction : *block) {
        if (stepOf(instruction) != 0)
          fields.push_back(&instruction);
        for (Use &operand : instruction.operands())
          if (auto *outside = dyn_cast<Instruction>(operand);
              outside && twins[1].contains(outside) && !part.blocks().contains(outside->getParent()))
            operand.set(valueOf(*outside));
      }
    }
    for (Instruction *field : fields) {
      IRBuilder<> builder(field->getNextNode());
      Value *own = movedBy(builder, *field, part.warp());
      field->replaceUsesWithIf(own, [&](const Use &use) { return use.getUser() != own; });
    }
  }

  // A field of the thread that is another one in the next warp: by how much, else 0.
  unsigned stepOf(const Instruction &instruction) const {
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

  bool differsByItself(const Instruction &instruction) const {
    return stepOf(instruction) != 0 || isa<AllocaInst>(instruction) || instruction.isAtomic() ||
           instruction.isVolatile();
  }

  bool needsCopies(const Instruction &instruction) const {
    if (instruction.isTerminator() || isDoneTogether(instruction))
      return false;
    if (differ_.contains(&instruction))
      return true;
    // Warps that store the same value in the same place need only do it once.
    return instruction.mayHaveSideEffects() && !isa<StoreInst>(instruction) && !isa<FenceInst>(instruction) &&
           !isWholeWarpCall(instruction);
  }

  static Instruction *copyFor(const Instruction &original, unsigned warp) {
    Instruction *copy = original.clone();
    if (original.hasName())
      copy->setName(original.getName() + ".warp" + Twine(warp));
    return copy;
  }

  // A thread field of another warp: that of the first, and the step.
  Value *movedBy(IRBuilder<> &builder, Instruction &field, Value *warps) const {
    Value *distance =
        builder.CreateMul(warps, builder.getInt32(stepOf(field)), "", /*HasNUW=*/true, /*HasNSW=*/true);
    return builder.CreateAdd(&field, distance, "", /*HasNUW=*/true, /*HasNSW=*/true);
  }

  std::uint64_t bytesOfArrays() const {
    std::uint64_t bytes = 0;
    for (const Instruction &instruction : kernel_.getEntryBlock())
      if (auto *array = dyn_cast<AllocaInst>(&instruction))
        if (auto size = array->getAllocationSize(array->getDataLayout()))
          bytes += size->getFixedValue();
    return bytes;
  }

  // Vector registers that are full all through a loop.
  struct Needed {
    unsigned of_each = 0; // warp
    unsigned of_all = 0;  // warps: what they compute with alike
  };

  // For values that are alive in the whole loop, and for constants and the like that all warps compute with.
  Needed registersIn(const Loop &loop, const analysis::LaneShapes &shapes, VectorRegisters registers) const {
    const DataLayout &layout = kernel_.getParent()->getDataLayout();
    SmallPtrSet<const Value *, 32> alive, alike;
    auto isVector = [&](const Value &value) {
      return differ_.contains(&value) && shapes.of(&value).isVarying() && !value.getType()->isVoidTy();
    };
    auto add = [&](const Value &value) {
      if (isVector(value))
        alive.insert(&value);
    };
    for (const PHINode &phi : loop.getHeader()->phis())
      add(phi);
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &instruction : *block) {
        // What a phi begins with is not needed any more behind it.
        if (isa<PHINode>(instruction) && block == loop.getHeader())
          continue;
        const bool computes =
            isVector(instruction) && !instruction.isShift() &&
            (isa<BinaryOperator>(instruction) || instruction.getType()->isFloatingPointTy());
        for (const Value *operand : instruction.operands()) {
          auto *outside = dyn_cast<Instruction>(operand);
          if (outside && loop.contains(outside))
            continue;
          if (outside)
            add(*outside);
          if (computes && operand->getType() == instruction.getType() && !isVector(*operand))
            alike.insert(operand);
        }
      }
    Needed needed{0, static_cast<unsigned>(alike.size())};
    for (const Value *value : alive)
      needed.of_each += registers.neededFor(value->getType(), layout);
    return needed;
  }

  Function &kernel_;
  const BlockClass &block_;
  unsigned rounds_;
  SmallPtrSet<const Value *, 32> differ_;
  DivergentRegions regions_;
  SmallVector<BasicBlock *, 8> split_;
  std::optional<WarpSteps> steps_;
};

} // namespace

void fuseWarps(CompileJob &job) {
  if (job.input.block.group == 1 || !job.input.optimize)
    return;
  job.facts.shapes.forget();
  WarpFuser fuser(*job.kernel, job.input.block, job.facts.warps_per_exchange);
  if (fuser.mayRunInStep(job)) {
    job.facts.fused_warps = fuser.choose(job.input.block.group, VectorRegisters::of(job));
    if (job.facts.fused_warps == 1)
      refuse(job, job.kernel->getEntryBlock().front(),
             "no loop that warps could share, or more registers would be needed than there are");
  }
  if (job.facts.fused_warps == 1)
    return fuser.giveUp();
  fuser.fuse(job.facts.fused_warps);
  if (job.facts.warps_per_exchange > 1) {
    fuser.noteMultiples(job.facts.fused_warps);
    dropBarriersWithin(*job.kernel, job.facts.fused_warps);
  }
  shapeLoops(*job.kernel, *job.target);
}

} // namespace raddle::vectorize
