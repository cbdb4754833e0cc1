// Loops in which each lane goes over a row of its own.

#include "vectorize/reshape/passes.h"

#include "nvvm/markers.h"
#include "vectorize/processor.h"
#include "vectorize/remarks.h"
#include "vectorize/reshape/loops/change_loops.h"
#include "vectorize/widen/plan/assumed_shape.h"

#include <llvm/ADT/bit.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

#include <algorithm>
#include <cstdint>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Instructions of the unrolled loop, which shall stay in the processor's cache of decoded instructions.
constexpr unsigned kMostInstructions = 400;
// Iterations in one, below which lanes would not come to a cache line less often.
constexpr unsigned kLeastTimes = 4;
constexpr std::int64_t kFar = 32; // bytes: lanes that are nearer share vectors

class RowLoop {
public:
  RowLoop(Loop &loop, const LoopFacts &facts)
      : loop_(loop), facts_(facts), layout_(loop.getHeader()->getDataLayout()) {}

  bool pays(const Report &report) {
    BasicBlock *body = loop_.getHeader();
    if (!loop_.isInnermost() || loop_.getNumBlocks() != 1 || !loop_.isLoopSimplifyForm() ||
        facts_.shapes.branchDiverges(body) || !facts_.evolution.hasLoopInvariantBackedgeTakenCount(&loop_))
      return false;
    std::uint64_t times = 0;
    for (Instruction &instruction : *body) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (instruction.mayHaveSideEffects() || (call && call->isConvergent())) {
        if (any_of(*body, [&](Instruction &other) { return isRowLoad(dyn_cast<LoadInst>(&other)); }))
          refuse(report, instruction,
                 "each lane loops over a row of its own, but this has effects in between");
        return false;
      }
      if (auto *load = dyn_cast<LoadInst>(&instruction); load && isRowLoad(load)) {
        times = std::max(times, kCacheLineBytes / std::max(bytesOf(*load), std::uint64_t(4)));
        row_loads_.push_back(load);
      }
    }
    const unsigned most = facts_.evolution.getSmallConstantMaxTripCount(&loop_);
    times = std::min<std::uint64_t>(times, kMostInstructions / body->size());
    times_ = bit_floor(static_cast<unsigned>(most ? std::min<std::uint64_t>(times, most) : times));
    return times_ >= kLeastTimes;
  }

  bool unroll(const TargetTransformInfo &target) {
    Function &function = *loop_.getHeader()->getParent();
    SmallVector<MDNode *, 4> marks;
    for (LoadInst *load : row_loads_) {
      marks.push_back(MDNode::getDistinct(load->getContext(), {}));
      load->setMetadata(marker::kUnrolledLoad, marks.back());
    }
    UnrollLoopOptions options{};
    options.Count = times_;
    options.Runtime = true;
    options.AllowExpensiveTripCount = true;
    if (UnrollLoop(&loop_, options, &facts_.loops, &facts_.evolution, &facts_.dominators, &facts_.assumptions,
                   &target, /*ORE=*/nullptr,
                   /*PreserveLCSSA=*/true) == LoopUnrollResult::Unmodified)
      return false;
    for (MDNode *mark : marks)
      for (BasicBlock &block : function)
        countFromFirst(block, mark);
    return true;
  }

private:
  std::uint64_t bytesOf(const LoadInst &load) const { return layout_.getTypeStoreSize(load.getType()); }

  // Whether it goes from element to element, and other lanes are elsewhere.
  bool isRowLoad(LoadInst *row_loop) const {
    if (!row_loop)
      return false;
    LoadInst &load = *row_loop;
    auto *address = dyn_cast<SCEVAddRecExpr>(facts_.evolution.getSCEV(load.getPointerOperand()));
    auto *step = address && address->getLoop() == &loop_ && address->isAffine()
                     ? dyn_cast<SCEVConstant>(address->getStepRecurrence(facts_.evolution))
                     : nullptr;
    if (!step || step->getAPInt() != bytesOf(load) || !load.isSimple() || !isPowerOf2_64(bytesOf(load)))
      return false;
    const analysis::LaneShape shape = assumedShape(*load.getPointerOperand(), facts_.shapes, layout_);
    const auto stride = shape.stride();
    return shape.run() == 1 || (stride && std::abs(*stride) >= kFar);
  }

  // Where a block holds the copies of all iterations: their addresses as what they are beyond the first one's. Of a load
  // that some iterations do not need copies are missing, and nobody knows which.
  void countFromFirst(BasicBlock &block, const MDNode *mark) const {
    SmallVector<LoadInst *, 16> copies;
    for (Instruction &instruction : block)
      if (instruction.getMetadata(marker::kUnrolledLoad) == mark)
        copies.push_back(cast<LoadInst>(&instruction));
    if (copies.size() != times_)
      return;
    Value *begin = copies.front()->getPointerOperand();
    std::uint64_t distance = 0;
    for (LoadInst *copy : drop_begin(copies)) {
      Value *pointer = copy->getPointerOperand();
      distance += bytesOf(*copy);
      IRBuilder<> builder(copy);
      copy->setOperand(0, builder.CreateConstGEP1_64(builder.getInt8Ty(), begin, distance));
      RecursivelyDeleteTriviallyDeadInstructions(pointer);
    }
  }

  Loop &loop_;
  const LoopFacts &facts_;
  const DataLayout &layout_;
  SmallVector<LoadInst *, 4> row_loads_;
  unsigned times_ = 0;
};

} // namespace

bool unrollRowLoops(Function &kernel, const Input &input, const TargetMachine &machine, Facts &facts,
                    Report &report) {
  const TargetTransformInfo target = machine.getTargetTransformInfo(kernel);
  return changeLoops(kernel, input.block, facts.shapes, [&](Loop &loop, const LoopFacts &facts) {
    RowLoop row_loop(loop, facts);
    return row_loop.pays(report) && row_loop.unroll(target);
  });
}

} // namespace raddle::vectorize
