#include "vectorize/block/streaming_loops.h"

#include "nvvm/runtime_functions.h"
#include "vectorize/block/warp_variance.h"
#include "vectorize/function_passes.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <cstdlib>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// A warp reads so much in an iteration, at least. For less, it does not pay to keep the warp's accumulators in memory.
constexpr std::uint64_t kFewestBytes = 512;

// Counts whole vectors in memory that a pointer leads to, which is not the warp's own.
std::uint64_t bytesRead(const Loop &loop) {
  std::uint64_t bytes = 0;
  const DataLayout &layout = loop.getHeader()->getModule()->getDataLayout();
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      if (auto *load = dyn_cast<LoadInst>(&instruction);
          load && load->getType()->isVectorTy() && !loop.isLoopInvariant(load->getPointerOperand()) &&
          !isa<AllocaInst>(getUnderlyingObject(load->getPointerOperand())))
        bytes += layout.getTypeStoreSize(load->getType()).getFixedValue();
  return bytes;
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

bool isStreamingLoop(const Loop &loop) {
  const std::uint64_t bytes = bytesRead(loop);
  return loop.isInnermost() && bytes >= kFewestBytes && 2 * bytesKept(loop) <= bytes &&
         onlyReadsAndWrites(loop);
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

// Divides an iteration that is one block and only reads. Where a warp goes on with elements far from those it has read
// before, but beside those that the other warps have read, another barrier lets all warps get there first. So a block reads
// a tile from end to end.
class Divider {
public:
  explicit Divider(BasicBlock &block) : block_(block), layout_(block.getModule()->getDataLayout()) {}

  SmallVector<Instruction *, 4> places() {
    if (any_of(block_, [](const Instruction &instruction) { return instruction.mayWriteToMemory(); }))
      return {};
    moveToUses();
    SmallVector<Instruction *, 4> places;
    SmallDenseMap<const Value *, std::int64_t> ends; // behind what was read last, of each array
    std::uint64_t bytes = 0;
    for (Instruction &instruction : block_) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (!load || !load->getType()->isVectorTy())
        continue;
      std::int64_t begin = 0;
      const Value *array = GetPointerBaseWithConstantOffset(load->getPointerOperand(), begin, layout_);
      if (auto end = ends.find(array); end != ends.end() && std::abs(begin - end->second) >= kFarAway &&
                                       bytes >= kFewestBytes && bytesLiveAt(*load) <= bytes) {
        places.push_back(load);
        ends.clear();
        bytes = 0;
      }
      const auto size = layout_.getTypeStoreSize(load->getType()).getFixedValue();
      ends[array] = begin + static_cast<std::int64_t>(size);
      bytes += size;
    }
    return places;
  }

private:
  static constexpr std::int64_t kFarAway = 1024;

  // After this, a value is computed right before its first use.
  void moveToUses() {
    for (Instruction &instruction : make_early_inc_range(reverse(block_))) {
      if (isa<PHINode>(instruction) || instruction.isTerminator() || instruction.mayHaveSideEffects())
        continue;
      Instruction *first = nullptr;
      for (User *user : instruction.users())
        if (auto *use = cast<Instruction>(user);
            use->getParent() == &block_ && !isa<PHINode>(use) && (!first || use->comesBefore(first)))
          first = use;
      if (first)
        instruction.moveBefore(first);
    }
  }

  // Counts the vectors that are live across this place.
  std::uint64_t bytesLiveAt(const Instruction &place) const {
    std::uint64_t bytes = 0;
    for (const Instruction &instruction : block_) {
      if (&instruction == &place)
        break;
      if (instruction.getType()->isVectorTy() && any_of(instruction.users(), [&](const User *user) {
            auto *use = cast<Instruction>(user);
            return use->getParent() != &block_ || isa<PHINode>(use) || !use->comesBefore(&place);
          }))
        bytes += layout_.getTypeStoreSize(instruction.getType()).getFixedValue();
    }
    return bytes;
  }

  BasicBlock &block_;
  const DataLayout &layout_;
};

} // namespace

bool mayHaveStreamingLoops(const CompileJob &job) {
  if (job.input.block.one_warp || job.facts.fused_warps > 1)
    return false;
  const DominatorTree dominators(*job.kernel);
  const LoopInfo loops(dominators);
  return any_of(loops.getLoopsInPreorder(), [](const Loop *loop) { return isStreamingLoop(*loop); });
}

SmallVector<CallInst *, 4> interchangeStreamingLoops(CompileJob &job) {
  FunctionPassManager passes;
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  runPasses(passes, *job.kernel, *job.target);
  const WarpVariance variance(*job.kernel);
  const DominatorTree dominators(*job.kernel);
  const LoopInfo loops(dominators);
  FunctionCallee barrier = nvvm::declare(*job.module, nvvm::Runtime::raddle_syncthreads);
  SmallVector<CallInst *, 4> barriers;
  for (const Loop *loop : loops.getLoopsInPreorder())
    if (isStreamingLoop(*loop) && isLeftTogether(*loop, variance)) {
      SmallVector<Instruction *, 4> places{loop->getLoopLatch()->getTerminator()};
      if (loop->getNumBlocks() == 1)
        places.append(Divider(*loop->getHeader()).places());
      for (Instruction *place : places)
        barriers.push_back(CallInst::Create(barrier, job.kernel->getArg(0), "", place->getIterator()));
    }
  return barriers;
}

} // namespace raddle::vectorize
