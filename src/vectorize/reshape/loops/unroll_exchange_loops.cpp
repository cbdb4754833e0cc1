// Loops over the stages of an exchange network (bitonic sort, butterfly, tree reduction).

#include "vectorize/reshape/passes.h"

#include "analysis/lane_shapes.h"
#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/block_copies.h"
#include "vectorize/fields.h"
#include "vectorize/function_passes.h"
#include "vectorize/reshape/loops/drop_barriers.h"
#include "vectorize/widen/plan/lane_strides.h"
#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Utils/LoopPeel.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

// Instructions of a stage, of which five to eight are unrolled.
constexpr unsigned kMostInstructions = 80;

// A loop around a barrier that is left at its end only, whose counter is halved from stage to stage.
class ExchangeLoop {
public:
  explicit ExchangeLoop(Loop &loop) : loop_(loop), header_(loop.getHeader()), latch_(loop.getLoopLatch()) {}

  bool find(unsigned most_warps, VectorRegisters registers, const analysis::LaneShapes &shapes) {
    masks_ = doubledMasks(loop_.getBlocks(), shapes);
    if (!loop_.isInnermost() || !loop_.getLoopPreheader() || !latch_ || loop_.getExitingBlock() != latch_ ||
        !loop_.getExitBlock() || shapes.branchDiverges(latch_))
      return false;
    warps_ = warpsToFuse(most_warps, registers, shapes);
    unsigned instructions = 0, barriers = 0;
    for (BasicBlock *block : loop_.blocks())
      for (Instruction &instruction : *block) {
        if (instruction.hasMetadata(marker::kUnrolledStage))
          return false;
        barriers += nvvm::isSyncthreads(instruction);
        if (auto *call = dyn_cast<CallInst>(&instruction);
            call && !nvvm::isSyncthreads(instruction) &&
            (call->isConvergent() || !call->doesNotAccessMemory()))
          return false;
        if (Value *stride = strideOf(instruction, shapes))
          findCounter(*stride);
        ++instructions;
      }
    return counter_ && barriers > 0 && instructions <= kMostInstructions;
  }

  // The stages from the largest stride within those warps on become a loop of their own, which is to be unrolled.
  void versionStages() {
    IRBuilder<> builder(loop_.getLoopPreheader()->getTerminator());
    Value *fits = blockHasOneRow(builder);
    BlockCopies::Values multiples;
    for (Value *mask : masks_) {
      auto [is_multiple, multiple] = asMultiple(builder, *mask, warps_);
      fits = builder.CreateAnd(fits, is_multiple);
      multiples[mask] = multiple;
    }
    const BlockCopies copies(loop_.getBlocks(), ".stage", multiples);
    copies.addPathsOut();
    markForUnrolling(copies.blocks(), *copies.of(latch_)->getTerminator());
    BasicBlock *stages = BasicBlock::Create(header_->getContext(), header_->getName() + ".stages",
                                            header_->getParent(), copies.of(header_));
    BranchInst::Create(copies.of(header_), stages)->setDebugLoc(header_->getTerminator()->getDebugLoc());
    for (PHINode &phi : header_->phis()) {
      PHINode *copied = copies.of(&phi);
      copied->setIncomingValueForBlock(
          loop_.getLoopPreheader(),
          &phi == counter_ ? static_cast<Value *>(ConstantInt::get(phi.getType(), first_)) : &phi);
      copied->replaceIncomingBlockWith(loop_.getLoopPreheader(), stages);
    }
    BasicBlock *body = SplitBlock(header_, header_->getFirstNonPHIOrDbg());
    if (latch_ == header_)
      latch_ = body;
    builder.SetInsertPoint(header_->getTerminator());
    builder.SetCurrentDebugLocation(body->getTerminator()->getDebugLoc());
    Value *begins = builder.CreateAnd(
        builder.CreateICmpEQ(counter_, ConstantInt::get(counter_->getType(), first_)), fits);
    builder.CreateCondBr(begins, stages, body);
    header_->getTerminator()->eraseFromParent();
  }

  // Where the loop lies in another one that doubles the first stride from a constant on: the iterations of the outer
  // loop that begin with smaller strides come before it.
  bool peel(DominatorTree &dominators, LoopInfo &loops) {
    Loop *outer = loop_.getParentLoop();
    const unsigned count = outer ? shortIterations(*outer) : 0;
    if (count == 0 || !canPeel(outer))
      return false;
    BasicBlock *preheader = outer->getLoopPreheader(), *header = outer->getHeader();
    SmallVector<std::pair<PHINode *, Value *>, 4> first_values;
    for (PHINode &phi : header->phis())
      first_values.push_back({&phi, phi.getIncomingValueForBlock(preheader)});
    Instruction *branch = latch_->getTerminator();
    MDNode *id = branch->getMetadata(LLVMContext::MD_loop);
    markForUnrolling(loop_.getBlocks(), *branch);
    {
      const TargetLibraryInfoImpl functions(Triple(header->getModule()->getTargetTriple()));
      TargetLibraryInfo library(functions);
      AssumptionCache assumptions(*header->getParent());
      ScalarEvolution evolution(*header->getParent(), library, assumptions, dominators, loops);
      ValueToValueMapTy last;
      peelLoop(outer, count, &loops, &evolution, dominators, &assumptions, /*PreserveLCSSA=*/true, last);
    }
    branch->setMetadata(LLVMContext::MD_loop, id);
    for (BasicBlock *block : loop_.blocks())
      for (Instruction &instruction : *block)
        instruction.setMetadata(marker::kUnrolledStage, nullptr);
    // Blocks of several rows begin with the loop itself.
    auto *skip =
        BasicBlock::Create(header->getContext(), header->getName() + ".all", header->getParent(), header);
    BranchInst::Create(header, skip)->setDebugLoc(preheader->getTerminator()->getDebugLoc());
    for (auto [phi, value] : first_values)
      phi->addIncoming(value, skip);
    IRBuilder<> builder(preheader->getTerminator());
    builder.CreateCondBr(blockHasOneRow(builder), preheader->getSingleSuccessor(), skip);
    preheader->getTerminator()->eraseFromParent();
    return true;
  }

  unsigned warps() const { return warps_; }

private:
  // So many that half of the registers hold what a stage loads: the rest is for what it computes.
  unsigned warpsToFuse(unsigned most, VectorRegisters registers, const analysis::LaneShapes &shapes) const {
    const DataLayout &layout = header_->getDataLayout();
    unsigned registers_of_loads = 0;
    for (const BasicBlock *block : loop_.blocks())
      for (const Instruction &instruction : *block)
        if (auto *load = dyn_cast<LoadInst>(&instruction); load && !shapes.of(load).isUniform())
          registers_of_loads += registers.neededFor(load->getType(), layout);
    unsigned warps = 1;
    while (registers_of_loads > 0 && 2 * warps <= most &&
           2 * warps * registers_of_loads <= registers.count / 2)
      warps *= 2;
    return warps;
  }

  // Partners at this stride, as in `2 * t - (t & (stride - 1))`, belong to the same warps.
  unsigned largestStride() const { return kRaddleWarpSize * warps_; }

  static Value *blockHasOneRow(IRBuilder<> &builder) {
    auto extentIsOne = [&](unsigned offset) {
      return builder.CreateICmpEQ(blockField(builder, offset, builder.getInt32Ty()), builder.getInt32(1));
    };
    return builder.CreateAnd(extentIsOne(offsetof(RaddleBlock, block_dim.y)),
                             extentIsOne(offsetof(RaddleBlock, block_dim.z)));
  }

  // How often the outer loop comes here with a first stride smaller than the largest one within those warps, counted
  // from its beginning.
  unsigned shortIterations(const Loop &outer) const {
    Value *first = counter_->getIncomingValueForBlock(loop_.getLoopPreheader());
    auto *phi = dyn_cast<PHINode>(first);
    if (!phi || phi->getParent() != outer.getHeader() || outer.getSubLoops().size() != 1 ||
        !outer.getLoopPreheader() || !outer.getLoopLatch() ||
        !match(phi->getIncomingValueForBlock(outer.getLoopLatch()), m_Shl(m_Specific(phi), m_One())))
      return 0;
    unsigned instructions = 0;
    for (const BasicBlock *block : outer.blocks())
      instructions += static_cast<unsigned>(block->size());
    auto *begin = dyn_cast<ConstantInt>(phi->getIncomingValueForBlock(outer.getLoopPreheader()));
    if (!begin || begin->isZero() || instructions > kMostInstructions)
      return 0;
    unsigned count = 0;
    for (std::uint64_t value = begin->getZExtValue(); value < first_; value *= 2)
      ++count;
    return count;
  }

  static void markForUnrolling(ArrayRef<BasicBlock *> blocks, Instruction &latch_branch) {
    LLVMContext &context = latch_branch.getContext();
    for (BasicBlock *block : blocks)
      for (Instruction &instruction : *block)
        if (nvvm::isSyncthreads(instruction))
          instruction.setMetadata(marker::kUnrolledStage, MDNode::get(context, {}));
    MDNode *unroll = MDNode::get(context, MDString::get(context, "llvm.loop.unroll.full"));
    MDNode *id = MDNode::getDistinct(context, {nullptr, unroll});
    id->replaceOperandWith(0, id);
    latch_branch.setMetadata(LLVMContext::MD_loop, id);
  }

  // The phi that the stride is, or is half of.
  void findCounter(Value &stride) {
    for (PHINode &phi : header_->phis()) {
      Value *next = phi.getIncomingValueForBlock(latch_);
      if (&stride == &phi && match(next, m_LShr(m_Specific(&phi), m_One())))
        counter_ = &phi, first_ = largestStride();
      else if (&stride == next && match(next, m_LShr(m_Specific(&phi), m_One())))
        counter_ = &phi, first_ = 2 * largestStride();
    }
  }

  Loop &loop_;
  BasicBlock *header_, *latch_;
  PHINode *counter_ = nullptr;
  unsigned warps_ = 1;            // that are to be fused
  std::uint64_t first_ = 0;       // of the counter, where the stride is the largest one
  SmallVector<Value *, 2> masks_; // that are multiples of kMultiple for each warp in the copy
};

// Peeling has made some conditions and trip counts constants.
void foldConstants(Function &kernel, TargetMachine &machine) {
  FunctionPassManager passes;
  passes.addPass(InstSimplifyPass());
  runPasses(passes, kernel, machine);
  for (BasicBlock &block : kernel)
    ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
  removeUnreachableBlocks(kernel);
}

// t & 1039 is t & 15 where t is less than 1024.
void forgetBitsThatAreZero(Function &kernel) {
  for (Instruction &instruction : instructions(kernel)) {
    Value *value;
    const APInt *mask;
    if (match(&instruction, m_c_And(m_Value(value), m_APInt(mask))) && value->getType()->isIntegerTy()) {
      const APInt zero = computeKnownBits(value, kernel.getParent()->getDataLayout()).Zero;
      Constant *needed = ConstantInt::get(value->getType(), *mask & ~zero);
      instruction.setOperand(0, value);
      instruction.setOperand(1, needed);
    }
  }
}

// Offers each exchange loop to `change`, which returns whether it has changed the kernel. In blocks with several rows the warps
// that follow each other do not hold neighbouring elements.
bool changeExchangeLoops(Function &kernel, const Input &input, const TargetMachine &machine, Facts &facts,
                         function_ref<bool(ExchangeLoop &, DominatorTree &, LoopInfo &)> change) {
  const BlockClass &block = input.block;
  if (block.one_warp ||
      (block.layout != BlockClass::Layout::kRows && block.layout != BlockClass::Layout::kLine))
    return false;
  const analysis::LaneShapes &shapes = facts.shapes.of(kernel, block);
  const VectorRegisters registers = VectorRegisters::of(machine);
  DominatorTree dominators(kernel);
  LoopInfo loops(dominators);
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (ExchangeLoop stages(*loop); stages.find(block.group, registers, shapes)) {
      changed |= change(stages, dominators, loops);
      facts.warps_per_exchange = std::max(facts.warps_per_exchange, stages.warps());
    }
  return changed;
}

} // namespace

bool peelExchangeLoops(Function &kernel, const Input &input, TargetMachine &machine, Facts &facts) {
  const bool changed = changeExchangeLoops(kernel, input, machine, facts,
                                           [](ExchangeLoop &stages, DominatorTree &dominators,
                                              LoopInfo &loops) { return stages.peel(dominators, loops); });
  if (changed)
    foldConstants(kernel, machine);
  return changed;
}

bool unrollExchangeLoops(Function &kernel, const Input &input, TargetMachine &machine, Facts &facts) {
  changeExchangeLoops(kernel, input, machine, facts, [](ExchangeLoop &stages, DominatorTree &, LoopInfo &) {
    stages.versionStages();
    return true;
  });
  auto barriersOfStages = [&] {
    SmallVector<CallInst *, 8> barriers;
    for (Instruction &instruction : instructions(kernel))
      if (instruction.hasMetadata(marker::kUnrolledStage))
        barriers.push_back(cast<CallInst>(&instruction));
    return barriers;
  };
  if (barriersOfStages().empty())
    return false;
  FunctionPassManager passes;
  passes.addPass(LoopUnrollPass(LoopUnrollOptions(/*OptLevel=*/2, /*OnlyWhenForced=*/true)));
  runPasses(passes, kernel, machine);
  forgetBitsThatAreZero(kernel);
  facts.warps_per_exchange = dropBarriers(barriersOfStages(), facts.warps_per_exchange);
  return true;
}

} // namespace raddle::vectorize
