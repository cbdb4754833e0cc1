// A block that multiplies matrices loads tiles whose rows lie far apart, where no hardware prefetcher
// follows; so it waits for each line, and then computes for a while without touching memory. Prefetches that
// come all together wait for each other as the loads do, so they are spread over the computation:
//
//   for (tile ...) {                                   for (tile ...) {
//     for (warp ...) shared[...] = *p;                   for (warp ...) { shared[...] = *p;
//     for (warp ...)                        becomes                       list[listed++] = p + step; }
//       for (i ...) accumulators[warp] += ...            for (warp ...)
//   }                                                      for (i ...) { accumulators[warp] += ...
//                                                                        prefetch list[taken];
//                                                                        taken += taken < listed; }
//                                                      }
//
// A prefetch of a wrong address does no harm, so what is loaded in between (the warp's thread numbers) counts
// as what does not change from one tile to the next.

#include "vectorize/tune/tiles/spread_prefetches.h"

#include "nvvm/markers.h"
#include "vectorize/prefetches.h"
#include "vectorize/processor.h"
#include "vectorize/tune/job_pass.h"
#include "vectorize/tune/noted_numbers.h"
#include "vectorize/tune/tiles/arithmetic_of_loop.h"
#include "vectorize/tune/tiles/iteration_steps.h"
#include "vectorize/tune/tiles/pipeline_tile_copies.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <cstdint>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Lines: the list then takes 16 KiB.
constexpr std::uint64_t kMostListed = 2048;
constexpr std::uint64_t kMostWarps = 32; // of a block
/// Prefetches for a loop over tiles.
class PrefetchSpreader {
public:
  PrefetchSpreader(Loop &loop, LoopInfo &loops, ScalarEvolution &evolution)
      : tiles_(loop), loops_(loops), evolution_(evolution), steps_(loop),
        tiles_ahead_(std::max<std::uint64_t>(
            1, notedNumber(*loop.getLoopLatch()->getTerminator(), marker::kTilesOfBatch))) {}

  // Whether anything has changed.
  bool run(DominatorTree &dominators) {
    findComputations();
    if (computations_.empty())
      return false;
    findLoads();
    if (!chooseComputations())
      return true; // the steps of addresses have been computed, for nothing
    createList();
    addToList();
    for (const Computation &computation : computations_)
      takeFromList(*computation.loop->getHeader());
    PromoteMemToReg({listed_, taken_}, dominators);
    return true;
  }

private:
  struct Computation {
    Loop *loop;
    std::uint64_t iterations; // for each tile
  };
  struct TileLoad {
    Instruction *instruction;
    Value *address;
    Value *step;
    std::uint64_t lines;
  };

  // All computations are in one loop (over warps), or in the loop over tiles itself.
  void findComputations() {
    for (Loop *loop : tiles_.getLoopsInPreorder()) {
      Loop *around = loop->getParentLoop();
      if (loop == &tiles_ || (around != &tiles_ && around->getParentLoop() != &tiles_) ||
          (around_ && around != around_) || !loop->isInnermost() || loop->getNumBlocks() != 1 ||
          arithmeticOf(*loop->getHeader()) < kLeastArithmetic)
        continue;
      std::uint64_t iterations =
          notedNumber(*loop->getLoopLatch()->getTerminator(), marker::kMostIterations) / tiles_ahead_;
      if (iterations == 0)
        iterations = evolution_.getSmallConstantTripCount(loop);
      if (iterations <= 1)
        continue;
      around_ = around;
      computations_.push_back({loop, iterations});
    }
  }

  // All loads are in another loop (over warps), or in the loop over tiles itself.
  void findLoads() {
    for (BasicBlock *block : tiles_.blocks()) {
      Loop *home = loops_.getLoopFor(block);
      const bool may_load =
          around_ == &tiles_ ? home == &tiles_ : home != around_ && home->getParentLoop() == &tiles_;
      if (!may_load || (loading_ && home != loading_))
        continue;
      for (Instruction &instruction : *block)
        if (Value *address = addressOfLoad(instruction))
          findLoad(instruction, address);
      if (!loads_.empty())
        loading_ = home;
    }
  }

  // The address that all lanes load from, or those that take part; null: it loads nothing, or each lane from elsewhere.
  static Value *addressOfLoad(Instruction &instruction) {
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      return load->isSimple() ? load->getPointerOperand() : nullptr;
    auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    return intrinsic && intrinsic->getIntrinsicID() == Intrinsic::masked_load ? intrinsic->getArgOperand(0)
                                                                              : nullptr;
  }

  void findLoad(Instruction &load, Value *address) {
    if (isa<AllocaInst>(getUnderlyingObject(address)))
      return;
    Value *step = steps_.of(address);
    if (!step || IterationSteps::isZero(step))
      return;
    const std::uint64_t bytes = load.getDataLayout().getTypeStoreSize(load.getType()).getFixedValue();
    loads_.push_back({&load, address, step, divideCeil(bytes, kCacheLineBytes)});
    lines_ += loads_.back().lines;
  }

  // Keeps as many computations as it takes to prefetch all lines.
  bool chooseComputations() {
    std::uint64_t iterations = 0;
    auto *end = find_if(computations_, [&](const Computation &computation) {
      const bool enough = iterations >= lines_;
      iterations += computation.iterations;
      return enough;
    });
    computations_.erase(end, computations_.end());
    return !loads_.empty() && iterations >= lines_ && iterations <= lines_ * kMostIterationsPerLine;
  }

  void createList() {
    Function &function = *tiles_.getHeader()->getParent();
    IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    const std::uint64_t warps = loading_ == &tiles_ ? 1 : kMostWarps;
    most_listed_ = std::max(std::min(kMostListed, lines_ * tiles_ahead_ * warps), lines_);
    list_ = builder.CreateAlloca(ArrayType::get(builder.getPtrTy(), most_listed_), nullptr, "ahead");
    listed_ = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "listed");
    taken_ = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "taken");
    forgetList(*tiles_.getLoopPreheader()->getTerminator());
    SmallVector<BasicBlock *, 2> exits;
    (around_ == &tiles_ ? computations_.back().loop : around_)->getUniqueExitBlocks(exits);
    for (BasicBlock *exit : exits)
      forgetList(*exit->getFirstInsertionPt());
  }

  void forgetList(Instruction &before) {
    IRBuilder<> builder(&before);
    for (AllocaInst *counter : {listed_, taken_})
      builder.CreateStore(builder.getInt64(0), counter);
  }

  Value *placeOf(IRBuilder<> &builder, Value *line) {
    return builder.CreateInBoundsGEP(builder.getPtrTy(), list_, line);
  }

  // Each load has its own place among those of an iteration; where it is not performed, an old address stays there.
  void addToList() {
    IRBuilder<> builder(&*loading_->getHeader()->getFirstInsertionPt());
    Value *first =
        builder.CreateBinaryIntrinsic(Intrinsic::umin, builder.CreateLoad(builder.getInt64Ty(), listed_),
                                      builder.getInt64(most_listed_ - lines_));
    Value *place = placeOf(builder, first);
    builder.CreateStore(builder.CreateAdd(first, builder.getInt64(lines_), "", true, true), listed_);
    std::uint64_t index = 0;
    for (const TileLoad &load : loads_) {
      builder.SetInsertPoint(load.instruction);
      Value *address = builder.CreatePtrAdd(load.address, steps_.over(tiles_ahead_, load.step));
      for (std::uint64_t line = 0; line < load.lines; ++line)
        builder.CreateStore(builder.CreateConstGEP1_64(builder.getInt8Ty(), address, line * kCacheLineBytes),
                            builder.CreateConstInBoundsGEP1_64(builder.getPtrTy(), place, index++));
    }
  }

  void takeFromList(BasicBlock &body) {
    IRBuilder<> builder(&*body.getFirstInsertionPt());
    Value *line = builder.CreateLoad(builder.getInt64Ty(), taken_);
    Value *address = builder.CreateLoad(builder.getPtrTy(), placeOf(builder, line));
    // Rows far apart share few sets of the first level.
    createPrefetch(builder, address, CacheLevel::kSecond);
    // The last one stays.
    Value *next = builder.CreateAdd(line, builder.getInt64(1), "", true, true);
    Value *more = builder.CreateICmpULT(next, builder.CreateLoad(builder.getInt64Ty(), listed_));
    builder.CreateStore(builder.CreateSelect(more, next, line), taken_);
  }

  Loop &tiles_;
  LoopInfo &loops_;
  ScalarEvolution &evolution_;
  IterationSteps steps_;
  std::uint64_t tiles_ahead_; // are loaded before a computation
  SmallVector<Computation, 8> computations_;
  Loop *around_ = nullptr, *loading_ = nullptr; // the computations; around the loads
  SmallVector<TileLoad, 32> loads_;
  std::uint64_t lines_ = 0, most_listed_ = 0;                         // of one iteration; of all
  AllocaInst *list_ = nullptr, *listed_ = nullptr, *taken_ = nullptr; // counters of lines
};

PreservedAnalyses spreadOverComputations(const CompileJob &, Function &function,
                                         FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (!loop->isInnermost() && loop->isLoopSimplifyForm() && !hasPipelinedCopies(*loop))
      changed |= PrefetchSpreader(*loop, loops, evolution).run(dominators);
  return preservedUnless(changed);
}

} // namespace

void spreadPrefetches(const CompileJob &job, FunctionPassManager &passes) {
  passes.addPass(LoopSimplifyPass());
  passes.addPass(JobPass<spreadOverComputations>(job));
}

} // namespace raddle::vectorize
