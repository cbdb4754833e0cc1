// What waits only at barriers needs no fibers: the warps of a block run one after the other up to the
// barrier, and then from there on.
//
//   x = f(thread)                            for (warp = 0; warp < warps; ++warp)
//   __syncthreads()               becomes      xs[warp] = f(threads[warp])
//   g(thread, x)                             for (warp = 0; warp < warps; ++warp)
//                                              g(threads[warp], xs[warp])
//
// Values that live across a barrier have a place for each warp, unless they are the same for all warps or
// cheap to compute again.

#include "abi/kernel_abi.h"
#include "analysis/address_taken.h"
#include "analysis/recursion.h"
#include "nvvm/intrinsics.h"
#include "vectorize/fields.h"
#include "vectorize/function_passes.h"
#include "vectorize/passes.h"
#include "vectorize/warp_loops/barrier_regions.h"
#include "vectorize/warp_loops/warp_cursor.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SCCP.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// More bytes of local arrays, of all warps together, no stack should need.
constexpr std::uint64_t kMostLocalBytes = 1 << 20;
// So many operations to compute a value again are cheaper than to keep it.
constexpr unsigned kFewOperations = 6;

bool isBarrier(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == "raddle_syncthreads";
}

// Barriers are all that the kernel waits at, and stand in the kernel itself.
bool waitsAtBarriersOnly(const CompileJob &job) {
  for (const Function &function : *job.module) {
    if (job.indirect_calls_may_wait && analysis::callsIndirectly(function))
      return false;
    if (!function.isDeclaration() || !nvvm::runtimeFunctionWaits(function.getName()))
      continue;
    for (const User *user : function.users()) {
      auto *call = dyn_cast<CallInst>(user);
      if (!call || call->getFunction() != job.kernel || !isBarrier(*call))
        return false;
    }
  }
  return true;
}

// From variables in memory, as widen leaves them, to values; without what is known not to happen.
void cleanUp(Function &kernel, TargetMachine &target) {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass());
  passes.addPass(SCCPPass());
  passes.addPass(SimplifyCFGPass());
  runPasses(passes, kernel, target);
}

// The field of a RaddleThread at `address`, by its offset, or -1.
std::int64_t fieldAt(const Value &address, const Value &thread) {
  if (&address == &thread)
    return 0;
  auto *element = dyn_cast<GetElementPtrInst>(&address);
  APInt offset(64, 0);
  return element && element->getPointerOperand() == &thread &&
                 element->accumulateConstantOffset(element->getDataLayout(), offset)
             ? offset.getSExtValue()
             : -1;
}

// Addresses within the RaddleThread are computed where they are used.
void sinkFieldAddresses(Function &kernel) {
  for (User *user : make_early_inc_range(kernel.getArg(0)->users())) {
    auto *address = dyn_cast<GetElementPtrInst>(user);
    if (!address || !address->hasAllConstantIndices())
      continue;
    for (Use &use : make_early_inc_range(address->uses())) {
      auto *access = cast<Instruction>(use.getUser());
      if (access->getParent() == address->getParent() || isa<PHINode>(access))
        continue;
      Instruction *copy = address->clone();
      copy->insertBefore(access);
      use.set(copy);
    }
    if (address->use_empty())
      address->eraseFromParent();
  }
}

// Phis that only say that a value leaves a loop.
void dropClosingPhis(Function &kernel, const WarpVariance &variance) {
  for (BasicBlock &block : kernel)
    for (PHINode &phi : make_early_inc_range(block.phis())) {
      Value *value = phi.getIncomingValue(0);
      if (phi.getNumIncomingValues() != 1 || variance.differs(&phi) != variance.differs(value))
        continue;
      phi.replaceAllUsesWith(value);
      phi.eraseFromParent();
    }
}

class WarpLooper {
public:
  explicit WarpLooper(CompileJob &job)
      : job_(job), kernel_(*job.kernel), thread_(*kernel_.getArg(0)), layout_(job.module->getDataLayout()) {}

  // False when warps may come to different barriers; the kernel is none the worse.
  bool run() {
    if (!separateBarriers())
      return false;
    const WarpVariance variance(kernel_);
    variance_ = &variance;
    dropClosingPhis(kernel_, variance);
    if (!regions_.find(kernel_, behind_barriers_, variance))
      return false;
    removeBarriers();
    regions_.dissolve([&](const Instruction &instruction) {
      return !differs(instruction) && !instruction.mayHaveSideEffects();
    });
    separateWaysToPhis();
    describeWarps();
    for (auto &[start, region] : regions_.all())
      loops_.insert({start, openLoop(region)});
    keepPhis();
    for (auto &[start, region] : regions_.all())
      findWarpsOwn(region);
    for (auto [use, own] : replacements_)
      use->set(own);
    for (PHINode *phi : phis_)
      phi->eraseFromParent();
    for (AllocaInst *local : locals_)
      local->eraseFromParent();
    for (auto &[start, region] : regions_.all())
      leaveBehindLastWarp(region, loops_.find(start)->second);
    for (auto &[start, region] : regions_.all())
      enterWithFirstWarp(region, loops_.find(start)->second);
    return true;
  }

private:
  // for (warp = 0; ...) of a region: `before` leads to `begin`, which leads to the region's start.
  struct Loop {
    BasicBlock *before, *begin;
    PHINode *warp;
    Value *thread;
    DenseMap<Value *, Value *> own; // what stands for a value in this region
  };

  // ---- regions ----

  bool separateBarriers() {
    for (Instruction &instruction : make_early_inc_range(instructions(kernel_)))
      if (isBarrier(instruction))
        barriers_.push_back(cast<CallInst>(&instruction));
      else if (instruction.isLifetimeStartOrEnd())
        instruction.eraseFromParent();
      else if (auto *local = dyn_cast<AllocaInst>(&instruction))
        locals_.push_back(local);
    std::uint64_t bytes = 0;
    for (AllocaInst *local : locals_) {
      if (!local->isStaticAlloca())
        return false;
      bytes += local->getAllocationSize(layout_)->getFixedValue() * mostWarps();
    }
    if (barriers_.empty() || bytes > kMostLocalBytes)
      return false;
    // The entry, which belongs to no region, holds the locals.
    BasicBlock *entry = &kernel_.getEntryBlock();
    for (AllocaInst *local : locals_)
      local->moveBefore(*entry, entry->getFirstInsertionPt());
    SplitBlock(entry, entry->getFirstNonPHIOrDbgOrAlloca());
    for (CallInst *barrier : barriers_)
      behind_barriers_.insert(SplitBlock(barrier->getParent(), barrier->getNextNode()));
    for (BasicBlock &block : make_early_inc_range(kernel_))
      if (isa<ReturnInst>(block.getTerminator()))
        SplitBlock(&block, block.getTerminator());
      else if (isa<UnreachableInst>(block.getTerminator()))
        giveEachPredecessorItsOwn(block);
    FunctionPassManager passes;
    passes.addPass(LoopSimplifyPass());
    passes.addPass(LCSSAPass());
    runPasses(passes, kernel_, *job_.target);
    const DominatorTree dominators(kernel_);
    const LoopInfo loops(dominators);
    const ReversePostOrderTraversal<const Function *> order(&kernel_);
    return !containsIrreducibleCFG<const BasicBlock *>(order, loops);
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

  unsigned mostWarps() const { return 1024 / kRaddleWarpSize / job_.fused_warps; }

  void removeBarriers() {
    for (CallInst *barrier : barriers_)
      barrier->eraseFromParent();
    // How many lanes are there mattered only to those who wait.
    for (Instruction &instruction : make_early_inc_range(instructions(kernel_)))
      if (auto *store = dyn_cast<StoreInst>(&instruction);
          store && fieldAt(*store->getPointerOperand(), thread_) == offsetof(RaddleThread, lanes_here)) {
        Value *address = store->getPointerOperand();
        store->eraseFromParent();
        RecursivelyDeleteTriviallyDeadInstructions(address);
      }
  }

  bool differs(const Value &value) const { return variance_->differs(&value); }

  // What is written into the places of phis is written in regions.
  void separateWaysToPhis() {
    SmallVector<BasicBlock *, 8> starts;
    for (auto &[start, region] : regions_.all())
      starts.push_back(start);
    for (BasicBlock *start : starts) {
      for (PHINode &phi : start->phis())
        if (differs(phi))
          phis_.push_back(&phi);
      if (none_of(start->phis(), [&](const PHINode &phi) { return differs(phi); }))
        continue;
      const SmallSetVector<BasicBlock *, 4> ways(pred_begin(start), pred_end(start));
      for (BasicBlock *before : ways)
        if (!regions_.of(before))
          regions_.insertBetween(before, start);
    }
  }

  // ---- the loops over the warps ----

  // In the entry: a RaddleThread for each warp.
  void describeWarps() {
    BasicBlock *entry = &kernel_.getEntryBlock();
    BasicBlock *first = entry->getSingleSuccessor();
    entry->getTerminator()->eraseFromParent();
    IRBuilder<> builder(entry);
    threads_ = builder.CreateAlloca(warpArray(threadType()), nullptr, "threads");
    threads_->setAlignment(Align(alignof(RaddleThread)));
    block_ = loadBlock(builder, &thread_);
    WarpCursor cursor(job_, builder, block_);
    count_ = builder.CreateZExt(cursor.count(), builder.getInt64Ty());
    CountedLoop loop(builder, count_, "describe.warp");
    const Align align(alignof(RaddleThread));
    builder.CreateMemCpy(builder.CreateInBoundsGEP(threadType(), threads_, loop.index), align, &thread_,
                         align, sizeof(RaddleThread));
    cursor.advance(&thread_);
    loop.close();
    builder.CreateBr(first);
    first->replacePhiUsesWith(entry, builder.GetInsertBlock());
  }

  Type *threadType() const {
    return ArrayType::get(Type::getInt8Ty(kernel_.getContext()), sizeof(RaddleThread));
  }
  ArrayType *warpArray(Type *type) const { return ArrayType::get(type, mostWarps()); }

  Loop openLoop(const BarrierRegion &region) {
    const Twine name = region.start()->getName();
    LLVMContext &context = kernel_.getContext();
    Loop loop;
    loop.before = BasicBlock::Create(context, name + ".warps", &kernel_, region.start());
    loop.begin = BasicBlock::Create(context, name + ".warp", &kernel_, region.start());
    IRBuilder<> builder(loop.before);
    builder.CreateBr(loop.begin);
    builder.SetInsertPoint(loop.begin);
    loop.warp = builder.CreatePHI(builder.getInt64Ty(), 2, "warp");
    loop.warp->addIncoming(builder.getInt64(0), loop.before);
    loop.thread = builder.CreateInBoundsGEP(threadType(), threads_, loop.warp, "thread");
    noteRunningWarp(job_, builder, block_, loop.warp);
    builder.CreateBr(region.start());
    return loop;
  }

  void leaveBehindLastWarp(const BarrierRegion &region, Loop &loop) {
    if (!region.behind)
      return; // no warp leaves it
    const Twine name = region.start()->getName();
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
    for (BasicBlock *way : ways)
      way->getTerminator()->replaceSuccessorWith(region.behind, next);
    Value *warp = builder.CreateAdd(loop.warp, builder.getInt64(1), "", /*HasNUW=*/true, /*HasNSW=*/true);
    BranchInst *again = builder.CreateCondBr(builder.CreateICmpULT(warp, count_), loop.begin, last);
    doNotUnroll(*again);
    loop.warp->addIncoming(warp, next);
    BranchInst::Create(region.behind, last);
  }

  // What a warp does is long enough. It saves compile time too.
  static void doNotUnroll(BranchInst &back_edge) {
    LLVMContext &context = back_edge.getContext();
    MDNode *disable = MDNode::get(context, MDString::get(context, "llvm.loop.unroll.disable"));
    MDNode *loop = MDNode::getDistinct(context, {nullptr, disable});
    loop->replaceOperandWith(0, loop);
    back_edge.setMetadata(LLVMContext::MD_loop, loop);
  }

  // Only what is the same for all warps is still a phi at the start.
  void enterWithFirstWarp(const BarrierRegion &region, const Loop &loop) {
    BasicBlock *start = region.start();
    for (BasicBlock *before : SmallSetVector<BasicBlock *, 4>(pred_begin(start), pred_end(start)))
      if (before != loop.begin)
        before->getTerminator()->replaceSuccessorWith(start, loop.before);
    for (PHINode &phi : make_early_inc_range(start->phis()))
      phi.moveBefore(*loop.before, loop.before->begin());
  }

  // ---- values ----

  AllocaInst *placeFor(Type *type, const Twine &name) {
    BasicBlock &entry = kernel_.getEntryBlock();
    return new AllocaInst(warpArray(type), layout_.getAllocaAddrSpace(), name, entry.begin());
  }

  static Value *ofWarp(AllocaInst *array, Type *type, const Loop &loop) {
    IRBuilder<> builder(loop.begin->getTerminator());
    return builder.CreateInBoundsGEP(type, array, loop.warp, array->getName());
  }

  Loop &loopOf(BasicBlock *block) { return loops_.find(regions_.of(block)->start())->second; }

  void keepPhis() {
    for (PHINode *phi : phis_) {
      AllocaInst *place = places_[phi] = placeFor(phi->getType(), phi->getName() + ".kept");
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        BasicBlock *way = phi->getIncomingBlock(i);
        // Both sides of a branch may lead here.
        if (phi->getBasicBlockIndex(way) == static_cast<int>(i))
          new StoreInst(phi->getIncomingValue(i), ofWarp(place, phi->getType(), loopOf(way)),
                        way->getTerminator()->getIterator());
      }
    }
  }

  AllocaInst *placeOf(Instruction &value) {
    AllocaInst *&place = places_[&value];
    if (place)
      return place;
    place = placeFor(value.getType(), value.getName() + ".kept");
    auto behind =
        isa<PHINode>(value) ? value.getParent()->getFirstInsertionPt() : std::next(value.getIterator());
    new StoreInst(&value, ofWarp(place, value.getType(), loopOf(value.getParent())), behind);
    return place;
  }

  void findWarpsOwn(const BarrierRegion &region) {
    Loop &loop = loops_.find(region.start())->second;
    for (BasicBlock *block : region.blocks)
      for (Instruction &instruction : *block) {
        if (isa<PHINode>(instruction) && block == region.start())
          continue;
        for (Use &operand : instruction.operands())
          if (isWarpsOwn(*operand, region) && !isSharedField(instruction))
            replacements_.push_back({&operand, ownOf(*operand, region, loop)});
      }
  }

  // Whether something else stands for the value in this region.
  bool isWarpsOwn(const Value &value, const BarrierRegion &region) {
    if (&value == &thread_ || is_contained(locals_, &value))
      return true;
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || !differs(value))
      return false;
    auto *phi = dyn_cast<PHINode>(instruction);
    return (phi && is_contained(phis_, phi)) || !region.holds(*instruction);
  }

  bool isSharedField(const Instruction &instruction) const {
    return fieldAt(instruction, thread_) == offsetof(RaddleThread, block);
  }

  Value *ownOf(Value &value, const BarrierRegion &region, Loop &loop) {
    if (&value == &thread_)
      return loop.thread;
    if (Value *own = loop.own.lookup(&value))
      return own;
    auto &instruction = cast<Instruction>(value);
    Value *own;
    unsigned operations = 0;
    if (auto *local = dyn_cast<AllocaInst>(&instruction)) {
      AllocaInst *&all = places_[local];
      if (!all) {
        all = placeFor(local->getAllocatedType(), local->getName() + ".of.warps");
        all->setAlignment(local->getAlign());
      }
      own = ofWarp(all, local->getAllocatedType(), loop);
    } else if (isCheap(instruction, region, operations)) {
      Instruction *copy = instruction.clone();
      copy->setName(instruction.getName());
      for (Use &operand : copy->operands())
        if (&*operand == &thread_ || differs(*operand))
          operand.set(ownOf(*operand, region, loop));
      copy->insertBefore(loop.begin->getTerminator());
      own = copy;
    } else {
      AllocaInst *place = placeOf(instruction);
      IRBuilder<> builder(loop.begin->getTerminator());
      own = builder.CreateLoad(instruction.getType(), ofWarp(place, instruction.getType(), loop),
                               instruction.getName());
    }
    loop.own[&value] = own;
    return own;
  }

  // A few operations on what the warp is and on what is the same for all warps.
  bool isCheap(const Instruction &instruction, const BarrierRegion &region, unsigned &operations) const {
    if (++operations > kFewOperations)
      return false;
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      return !load->isVolatile() && !load->isAtomic() && fieldAt(*load->getPointerOperand(), thread_) >= 0;
    if (!isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst, InsertElementInst,
             ShuffleVectorInst, FreezeInst>(instruction) ||
        instruction.isIntDivRem())
      return false;
    return all_of(instruction.operands(), [&](const Use &operand) {
      if (operand == &thread_)
        return true;
      auto *input = dyn_cast<Instruction>(operand);
      if (!input)
        return true;
      // What the region itself computes is not there yet at its start.
      return differs(*input) ? isCheap(*input, region, operations) : !region.holds(*input);
    });
  }

  CompileJob &job_;
  Function &kernel_;
  Argument &thread_;
  const DataLayout &layout_;
  SmallVector<CallInst *, 8> barriers_;
  SmallVector<AllocaInst *, 8> locals_;
  SetVector<BasicBlock *> behind_barriers_;
  const WarpVariance *variance_ = nullptr;
  BarrierRegions regions_;
  SmallVector<PHINode *, 8> phis_; // at the start of a region, other values for other warps
  AllocaInst *threads_ = nullptr;
  Value *block_ = nullptr, *count_ = nullptr;
  DenseMap<BasicBlock *, Loop> loops_;                 // by the region's start
  DenseMap<const Instruction *, AllocaInst *> places_; // for each warp, of values and locals
  SmallVector<std::pair<Use *, Value *>, 64> replacements_;
};

} // namespace

void loopOverWarps(CompileJob &job) {
  if (job.lanes != kRaddleWarpSize || !job.kernel || !job.optimize || !waitsAtBarriersOnly(job))
    return;
  if (none_of(instructions(*job.kernel), isBarrier) || analysis::hasUnboundedStack(*job.module))
    return;
  cleanUp(*job.kernel, *job.target);
  sinkFieldAddresses(*job.kernel);
  job.loops_over_warps = WarpLooper(job).run();
}

} // namespace raddle::vectorize
