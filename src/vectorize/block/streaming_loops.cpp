#include "vectorize/block/streaming_loops.h"

#include "vectorize/block/prepare_kernel.h"
#include "vectorize/block/warp_variance.h"
#include "vectorize/function_passes.h"
#include "vectorize/tune/shuffles/sum_before_shuffles.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// A warp reads so much in an iteration, at least. For less, it does not pay to keep the warp's accumulators in memory.
constexpr std::uint64_t kFewestBytes = 512;
// Vectors that a warp computes for each one that it reads, at most. With more the processor does not look ahead to what the
// next warp reads: sums of float4, which take seven, then take up to twice as long beyond the caches on a Zen 5.
constexpr std::uint64_t kMostComputed = 3;

// Bytes of vectors that one warp handles in an iteration.
struct Work {
  std::uint64_t read = 0;     // from memory that a pointer leads to, which is not the warp's own
  std::uint64_t computed = 0; // results of all other instructions
};

Work workOf(const Loop &loop) {
  Work work;
  const DataLayout &layout = loop.getHeader()->getModule()->getDataLayout();
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      if (!instruction.getType()->isVectorTy() || isa<PHINode>(instruction))
        continue;
      const std::uint64_t bytes = layout.getTypeStoreSize(instruction.getType()).getFixedValue();
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (!load)
        work.computed += bytes;
      else if (!loop.isLoopInvariant(load->getPointerOperand()) &&
               !isa<AllocaInst>(getUnderlyingObject(load->getPointerOperand())))
        work.read += bytes;
    }
  return work;
}

// Counts the vectors that a warp carries from iteration to iteration.
std::uint64_t bytesKept(const Loop &loop) {
  std::uint64_t bytes = 0;
  const DataLayout &layout = loop.getHeader()->getModule()->getDataLayout();
  for (const PHINode &phi : loop.getHeader()->phis())
    if (phi.getType()->isVectorTy())
      bytes += layout.getTypeStoreSize(phi.getType()).getFixedValue();
  return bytes;
}

bool onlyReadsAndWrites(const Loop &loop) {
  return all_of(loop.blocks(), [](const BasicBlock *block) {
    return all_of(*block, [](const Instruction &instruction) {
      auto *call = dyn_cast<CallBase>(&instruction);
      return !(call && !isa<IntrinsicInst>(call)) && !instruction.isAtomic() && !instruction.isVolatile();
    });
  });
}

bool readsMuch(const Loop &loop) {
  return loop.isInnermost() && workOf(loop).read >= kFewestBytes && onlyReadsAndWrites(loop);
}

bool isStreamingLoop(const Loop &loop) {
  const Work work = workOf(loop);
  return readsMuch(loop) && work.computed <= kMostComputed * work.read && 2 * bytesKept(loop) <= work.read;
}

// Whether all warps that enter the loop leave it in the same iteration.
bool isLeftTogether(const Loop &loop, const WarpVariance &variance) {
  SmallVector<BasicBlock *, 2> exiting;
  loop.getExitingBlocks(exiting);
  return exiting.size() == 1 && loop.getLoopLatch() && all_of(exiting, [&](const BasicBlock *block) {
           auto *branch = dyn_cast<BranchInst>(block->getTerminator());
           return branch && branch->isConditional() && !variance.differs(branch->getCondition());
         });
}

} // namespace

bool mayHaveStreamingLoops(const Function &kernel) {
  const DominatorTree dominators(const_cast<Function &>(kernel));
  const LoopInfo loops(dominators);
  return any_of(loops.getLoopsInPreorder(), [](const Loop *loop) { return readsMuch(*loop); });
}

bool divideStreamingLoops(Function &kernel, TargetMachine &machine) {
  FunctionPassManager passes;
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  runPasses(passes, kernel, machine);
  FunctionAnalysisManager none;
  sumBeforeShuffles(kernel, none);
  const WarpVariance variance(kernel);
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  bool divides = false;
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (isStreamingLoop(*loop) && isLeftTogether(*loop, variance)) {
      createFissionPoint(*loop->getLoopLatch()->getTerminator());
      divides = true;
    }
  return divides;
}

} // namespace raddle::vectorize
