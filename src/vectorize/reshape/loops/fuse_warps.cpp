// Between two barriers the warps of a block may run in any order, also fused into one. Where their control flow is
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
// Where warps diverge between two barriers, one runs after the other (divergent_regions). Loops that they leave at
// different times are first run by all of them together, as long as all of their lanes take part (full_warp_loops).

#include "vectorize/reshape/passes.h"

#include "analysis/lane_shapes.h"
#include "vectorize/reshape/loops/divergent_regions.h"
#include "vectorize/reshape/loops/drop_barriers.h"
#include "vectorize/reshape/loops/full_warp_loops.h"
#include "vectorize/reshape/loops/fused_warp_count.h"
#include "vectorize/reshape/loops/warp_steps.h"
#include "vectorize/reshape/loops/warp_variants.h"
#include "vectorize/widen/plan/vector_registers.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kMostThreads = 1024; // of a block

// For each warp but the first: what takes the place of the first warp's values.
using Twins = SmallVector<DenseMap<Value *, Value *>, 8>;

// Stores that follow each other, with no barrier or load between, become those of the first warp, then those of the next:
// what a warp stores in several places may be one vector.
void storeWarpByWarp(Function &kernel, const Twins &twins) {
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
  for (BasicBlock &block : kernel) {
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

// The first of the fused warps begins at a multiple of as many threads as they have together.
void noteMultiples(Function &kernel, const BlockClass &block, const WarpVariants &variants, unsigned warps) {
  if (block.layout != BlockClass::Layout::kRows)
    return;
  for (Instruction &instruction : make_early_inc_range(instructions(kernel))) {
    if (variants.stepOf(instruction) != kRaddleWarpSize)
      continue;
    IRBuilder<> builder(instruction.getNextNode());
    Value *index = builder.CreateAnd(&instruction, (kMostThreads - 1) & ~(kRaddleWarpSize * (warps - 1)));
    instruction.replaceUsesWithIf(index, [&](const Use &use) { return use.getUser() != index; });
  }
}

class WarpFuser {
public:
  WarpFuser(Function &kernel, WarpVariants &variants, unsigned warps)
      : kernel_(kernel), variants_(variants), warps_(warps), steps_(kernel, variants), twins_(warps) {}

  /// Returns what takes the place of the first warp's values in the others.
  const Twins &fuse() {
    SmallVector<WarpByWarp, 4> regions;
    for (const DivergentRegion &region : variants_.regions()) {
      regions.emplace_back(region, warps_);
      // They choose what the region's own phis chose so far.
      for (PHINode &phi : regions.back().entryEdge()->phis())
        if (any_of(phi.users(), [&](const User *user) { return variants_.contains(user); }))
          variants_.insert(&phi);
      for (const auto &results : regions.back().results())
        for (unsigned warp = 1; warp < warps_; ++warp)
          twins_[warp][results.front()] = results[warp];
    }
    copyWhatDiffers(regions);
    for (WarpByWarp &region : regions)
      enter(region);
    return twins_;
  }

private:
  void copyWhatDiffers(ArrayRef<WarpByWarp> regions) {
    SmallVector<Instruction *, 128> originals;
    SmallVector<CallInst *, 4> full_warps;
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&kernel_))
      if (none_of(regions, [&](const WarpByWarp &region) { return region.blocks().contains(block); }))
        for (Instruction &instruction : *block) {
          if (needsCopies(instruction))
            originals.push_back(&instruction);
          if (isFullWarpCall(instruction))
            full_warps.push_back(cast<CallInst>(&instruction));
        }
    SmallVector<std::pair<Instruction *, unsigned>, 128> copies;
    for (Instruction *original : originals) {
      Instruction *last = original;
      for (unsigned warp = 1; warp < warps_; ++warp) {
        auto *phi = dyn_cast<PHINode>(original);
        if (Value *twin = phi ? atDistance(*phi, warp) : nullptr) {
          twins_[warp][original] = twin;
          continue;
        }
        if (variants_.stepOf(*original) != 0) {
          IRBuilder<> builder(last->getNextNode());
          last = cast<Instruction>(movedBy(builder, *original, builder.getInt32(warp)));
          twins_[warp][original] = last;
          continue;
        }
        Instruction *copy = copyFor(*original, warp);
        if (isa<PHINode>(original))
          copy->insertBefore(original->getParent()->getFirstNonPHIIt());
        else
          copy->insertAfter(last);
        twins_[warp][original] = copy;
        last = copy;
        copies.push_back({copy, warp});
      }
    }
    for (auto [copy, warp] : copies)
      for (Use &operand : copy->operands())
        if (Value *twin = twins_[warp].lookup(operand))
          operand.set(twin);
    for (CallInst *call : full_warps)
      testAllWarps(*call);
  }

  // Whether all lanes of all warps go on. A count that grows from warp to warp, without wrapping, is largest
  // in the last.
  void testAllWarps(CallInst &full_warp) const {
    IRBuilder<> builder(&full_warp);
    auto ask = [&](Value *condition) { return builder.CreateCall(full_warp.getCalledFunction(), condition); };
    Value *condition = full_warp.getArgOperand(0), *all = nullptr;
    if (Value *fits = growsFromWarpToWarp(condition, builder)) {
      all = builder.CreateAnd(ask(fits), ask(twins_.back().lookup(condition)));
    } else {
      all = ask(condition);
      for (const auto &twin : drop_begin(twins_))
        if (Value *other = twin.lookup(condition))
          all = builder.CreateAnd(all, ask(other));
    }
    full_warp.replaceAllUsesWith(all);
    full_warp.eraseFromParent();
  }

  // From outside come the values of the warp that runs; the thread's fields are read where they are needed.
  void enter(WarpByWarp &region) const {
    DenseMap<Value *, Value *> picked;
    auto valueOf = [&](Instruction &outside) -> Value * {
      Value *&value = picked[&outside];
      if (!value) {
        IRBuilder<> builder(region.start());
        SmallVector<Value *, 8> values{&outside};
        for (const auto &twin : drop_begin(twins_))
          values.push_back(twin.lookup(&outside));
        value =
            variants_.stepOf(outside) != 0 ? movedBy(builder, outside, region.warp()) : region.pick(values);
      }
      return value;
    };
    SmallVector<Instruction *, 4> fields;
    for (BasicBlock *block : region.blocks()) {
      if (block == region.start()->getParent())
        continue;
      for (Instruction &instruction : *block) {
        if (variants_.stepOf(instruction) != 0)
          fields.push_back(&instruction);
        for (Use &operand : instruction.operands())
          if (auto *outside = dyn_cast<Instruction>(operand);
              outside && twins_[1].contains(outside) && !region.blocks().contains(outside->getParent()))
            operand.set(valueOf(*outside));
      }
    }
    for (Instruction *field : fields) {
      IRBuilder<> builder(field->getNextNode());
      Value *own = movedBy(builder, *field, region.warp());
      field->replaceUsesWithIf(own, [&](const Use &use) { return use.getUser() != own; });
    }
  }

  // Counters of loops: one for all warps.
  Value *atDistance(PHINode &original, unsigned warp) const {
    const std::optional<WarpStep> step = steps_.of(&original);
    if (!step)
      return nullptr;
    IRBuilder<> builder(&*original.getParent()->getFirstInsertionPt());
    return builder.CreateAdd(&original, ConstantInt::get(original.getType(), step->distance * warp), "",
                             step->holds_unsigned, step->holds_signed || isAskedBefore(original));
  }

  // Whether the loop is entered, and goes on, only where it has been asked that such a counter, as a signed number,
  // does not wrap up to the last warp (testAllWarps).
  bool isAskedBefore(const PHINode &counter) const {
    return all_of(counter.incoming_values(), [&](const Use &value) {
      const BasicBlock *to = counter.getParent(), *from = counter.getIncomingBlock(value);
      if (from->getSingleSuccessor())
        to = std::exchange(from, from->getSinglePredecessor());
      auto *branch = from ? dyn_cast<BranchInst>(from->getTerminator()) : nullptr;
      auto *call =
          branch && branch->isConditional() && branch->getSuccessor(0) == to && branch->getSuccessor(1) != to
              ? dyn_cast<CallInst>(branch->getCondition())
              : nullptr;
      auto *compare = call && isFullWarpCall(*call) ? dyn_cast<ICmpInst>(call->getArgOperand(0)) : nullptr;
      return compare && compare->isSigned() && compare->getOperand(0) == value.get() &&
             largestInFirstWarp(*compare);
    });
  }

  // For i < bound, where i is larger in the next warp: that it does not wrap up to the last; else null.
  Value *growsFromWarpToWarp(Value *condition, IRBuilder<> &builder) const {
    auto *compare = dyn_cast<ICmpInst>(condition);
    const std::optional<APInt> largest = compare ? largestInFirstWarp(*compare) : std::nullopt;
    if (!largest)
      return nullptr;
    Value *count = compare->getOperand(0);
    return builder.CreateICmp(compare->isSigned() ? ICmpInst::ICMP_SLE : ICmpInst::ICMP_ULE, count,
                              ConstantInt::get(count->getType(), *largest));
  }

  // Up to which number i does not wrap up to the last warp.
  std::optional<APInt> largestInFirstWarp(const ICmpInst &compare) const {
    if (!variants_.contains(&compare) || variants_.contains(compare.getOperand(1)) ||
        !(ICmpInst::isLT(compare.getPredicate()) || ICmpInst::isLE(compare.getPredicate())))
      return std::nullopt;
    const Value *count = compare.getOperand(0);
    const std::optional<WarpStep> step = steps_.of(count);
    if (!step)
      return std::nullopt;
    const unsigned width = count->getType()->getIntegerBitWidth();
    const APInt most = compare.isSigned() ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
    bool overflows = false;
    const APInt to_last = APInt(width, step->distance).umul_ov(APInt(width, warps_ - 1), overflows);
    if (overflows || to_last.ugt(most.lshr(1)))
      return std::nullopt;
    return most - to_last;
  }

  bool needsCopies(const Instruction &instruction) const {
    if (instruction.isTerminator() || isDoneTogether(instruction))
      return false;
    if (variants_.contains(&instruction))
      return true;
    // Warps that store the same value in the same place need only do it once.
    return instruction.mayHaveSideEffects() && !isa<StoreInst>(instruction) && !isa<FenceInst>(instruction) &&
           !isFullWarpCall(instruction);
  }

  static Instruction *copyFor(const Instruction &original, unsigned warp) {
    Instruction *copy = original.clone();
    if (original.hasName())
      copy->setName(original.getName() + ".warp" + Twine(warp));
    return copy;
  }

  // A thread field of another warp: that of the first, and the step.
  Value *movedBy(IRBuilder<> &builder, Instruction &field, Value *warps) const {
    Value *distance = builder.CreateMul(warps, builder.getInt32(variants_.stepOf(field)), "", /*HasNUW=*/true,
                                        /*HasNSW=*/true);
    return builder.CreateAdd(&field, distance, "", /*HasNUW=*/true, /*HasNSW=*/true);
  }

  Function &kernel_;
  WarpVariants &variants_;
  const unsigned warps_;
  const WarpSteps steps_;
  Twins twins_;
};

} // namespace

bool fuseWarps(Function &kernel, const Input &input, const TargetMachine &machine, Facts &facts,
               Report &report) {
  const BlockClass &block = input.block;
  if (block.group == 1)
    return false;
  WarpVariants variants(kernel, block);
  if (variants.find(report))
    facts.fused_warps = fusedWarpCount(kernel, block, variants, block.group, facts.warps_per_exchange,
                                       VectorRegisters::of(machine), report);
  if (facts.fused_warps == 1) {
    variants.giveUp();
    return false;
  }
  const bool has_exchanges = facts.warps_per_exchange > 1;
  WarpFuser fuser(kernel, variants, facts.fused_warps);
  const Twins &twins = fuser.fuse();
  if (has_exchanges) {
    storeWarpByWarp(kernel, twins);
    noteMultiples(kernel, block, variants, facts.fused_warps);
    dropBarriersWithin(kernel, facts.fused_warps);
  }
  return true;
}

} // namespace raddle::vectorize
