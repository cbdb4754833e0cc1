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
#include "vectorize/widen/call_effects.h"

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
// The barrier that adds up a number of each warp.
constexpr StringLiteral kCount = "raddle_warp_syncthreads_count";
constexpr std::uint64_t kPageBytes = 4096, kLineBytes = 64;

const CallInst *asBarrier(const Instruction &instruction) {
  const StringRef callee = calledRuntimeFunction(instruction);
  return callee == "raddle_syncthreads" || callee == kCount ? cast<CallInst>(&instruction) : nullptr;
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
      if (!call || call->getFunction() != job.kernel || !asBarrier(*call))
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

// Phis that only say that a value leaves a loop around barriers. Those of other loops stay: what they close
// is kept behind the loop, not in it.
void dropClosingPhis(Function &kernel, const WarpVariance &variance,
                     const SetVector<BasicBlock *> &behind_barriers) {
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  auto leavesBarriers = [&](const PHINode &phi, const Value &value) {
    auto *instruction = dyn_cast<Instruction>(&value);
    const Loop *loop = instruction ? loops.getLoopFor(instruction->getParent()) : nullptr;
    if (!loop)
      return true;
    for (; loop && !loop->contains(&phi); loop = loop->getParentLoop())
      if (any_of(behind_barriers, [&](const BasicBlock *block) { return loop->contains(block); }))
        return true;
    return false;
  };
  for (BasicBlock &block : kernel)
    for (PHINode &phi : make_early_inc_range(block.phis())) {
      Value *value = phi.getIncomingValue(0);
      if (phi.getNumIncomingValues() != 1 || variance.differs(&phi) != variance.differs(value) ||
          !leavesBarriers(phi, *value))
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
    dropClosingPhis(kernel_, variance, behind_barriers_);
    if (!regions_.find(kernel_, behind_barriers_, behind_counts_, variance)) {
      for (auto [count, sum] : counts_)
        sum->replaceAllUsesWith(count);
      return false;
    }
    for (auto [count, sum] : counts_)
      addUp(*count, *sum);
    removeBarriers();
    regions_.dissolve([&](const Instruction &instruction) {
      return !differs(instruction) && !instruction.mayHaveSideEffects();
    });
    for (auto &[start, region] : regions_.all())
      if (region.may_return)
        keepInMemory(region);
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
    formFrames();
    return true;
  }

private:
  // for (warp = 0; ...) of a region: `before` leads to `begin`, which leads to the region's start.
  struct Loop {
    BasicBlock *before, *begin;
    PHINode *turn;
    Value *warp, *thread;           // `warp` is i64
    DenseMap<Value *, Value *> own; // what stands for a value in this region
  };

  // ---- regions ----

  bool separateBarriers() {
    for (Instruction &instruction : make_early_inc_range(instructions(kernel_)))
      if (asBarrier(instruction))
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
    const ReversePostOrderTraversal<const Function *> order(&kernel_);
    return !containsIrreducibleCFG<const BasicBlock *>(order, loops);
  }

  void separate(CallInst &barrier) {
    BasicBlock *behind = SplitBlock(barrier.getParent(), barrier.getNextNode());
    if (!barrier.getType()->isVoidTy()) {
      // The sum, once for all warps; until it is known what becomes of the barrier, something that stands for
      // it.
      auto *sum = new FreezeInst(PoisonValue::get(barrier.getType()), "sum", behind->begin());
      barrier.replaceAllUsesWith(sum);
      counts_.push_back({&barrier, sum});
      behind_counts_.insert(behind);
      behind = SplitBlock(behind, sum->getNextNode());
    }
    behind_barriers_.insert(behind);
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
        if (!differs(instruction) && any_of(instruction.users(), [&](const User *user) {
              return !region.holds(*cast<Instruction>(user));
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
    copyThread(builder, builder.CreateInBoundsGEP(threadType(), threads_, loop.index));
    if (someMayReturn()) {
      living_ = placeFor(builder.getInt64Ty(), "living.warps");
      builder.CreateStore(loop.index, builder.CreateInBoundsGEP(builder.getInt64Ty(), living_, loop.index));
    }
    cursor.advance(&thread_);
    loop.close();
    if (living_) {
      living_count_ =
          new AllocaInst(builder.getInt64Ty(), layout_.getAllocaAddrSpace(), "living", entry->begin());
      builder.CreateStore(count_, living_count_);
    }
    builder.CreateBr(first);
    first->replacePhiUsesWith(entry, builder.GetInsertBlock());
  }

  Type *threadType() const {
    return ArrayType::get(Type::getInt8Ty(kernel_.getContext()), sizeof(RaddleThread));
  }
  ArrayType *warpArray(Type *type) const { return ArrayType::get(type, mostWarps()); }

  // Writes down what the kernel reads of the thread; all of it when somebody else may read it too.
  void copyThread(IRBuilder<> &builder, Value *place) {
    SmallSetVector<std::pair<std::int64_t, Type *>, 8> fields;
    for (const User *user : thread_.users()) {
      auto *load = dyn_cast<LoadInst>(user);
      auto *element = dyn_cast<GetElementPtrInst>(user);
      const bool is_known =
          load || (element && fieldAt(*element, thread_) >= 0 &&
                   all_of(element->users(), [](const User *access) { return isa<LoadInst>(access); }));
      if (!is_known) {
        const Align align(alignof(RaddleThread));
        builder.CreateMemCpy(place, align, &thread_, align, sizeof(RaddleThread));
        return;
      }
      if (load)
        fields.insert({0, load->getType()});
      else if (fieldAt(*element, thread_) != offsetof(RaddleThread, block))
        for (const User *access : element->users())
          fields.insert({fieldAt(*element, thread_), access->getType()});
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

  Loop openLoop(const BarrierRegion &region) {
    const std::string name = region.start()->getName().str();
    LLVMContext &context = kernel_.getContext();
    Loop loop;
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
    noteRunningWarp(job_, builder, block_, loop.warp);
    builder.CreateBr(region.start());
    return loop;
  }

  void leaveBehindLastWarp(const BarrierRegion &region, Loop &loop) {
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
    doNotUnroll(*again);
    loop.turn->addIncoming(turn, next);
  }

  // Those that go on move up in the list; the others return when the last one's turn is over. The block for
  // those that go on, which leads to `next`.
  BasicBlock *countLivingWarps(const BarrierRegion &region, const Loop &loop, BasicBlock *next,
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

  // What a warp keeps lies together: lines that are used together do not push each other out of the cache,
  // and one address leads to all of them.
  void formFrames() {
    std::uint64_t bytes = 0;
    SmallVector<std::uint64_t, 16> offsets;
    for (AllocaInst *place : kept_) {
      Type *type = cast<ArrayType>(place->getAllocatedType())->getElementType();
      bytes = alignTo(bytes, place->getAlign());
      offsets.push_back(bytes);
      bytes += layout_.getTypeAllocSize(type);
    }
    if (kept_.size() < 2)
      return;
    Align align(1);
    for (AllocaInst *place : kept_)
      align = std::max(align, place->getAlign());
    bytes = alignTo(bytes, align);
    // Nor do different warps' frames.
    if (bytes % kPageBytes == 0)
      bytes += std::max<std::uint64_t>(align.value(), kLineBytes);
    auto *type = ArrayType::get(Type::getInt8Ty(kernel_.getContext()), bytes);
    AllocaInst *frames = placeFor(type, "kept");
    frames->setAlignment(align);
    for (auto [place, offset] : zip_equal(kept_, offsets)) {
      for (User *user : make_early_inc_range(place->users())) {
        auto *address = cast<GetElementPtrInst>(user);
        IRBuilder<> builder(address);
        Value *frame = builder.CreateInBoundsGEP(type, frames, address->getOperand(1));
        address->replaceAllUsesWith(builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), frame, offset));
        address->eraseFromParent();
      }
      place->eraseFromParent();
    }
  }

  AllocaInst *placeToKeep(const Instruction &value) {
    kept_.push_back(placeFor(value.getType(), value.getName() + ".kept"));
    return kept_.back();
  }

  void keepPhis() {
    for (PHINode *phi : phis_)
      places_[phi] = placeToKeep(*phi);
    for (PHINode *phi : phis_)
      sharePlace(*phi);
    for (PHINode *phi : phis_)
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        BasicBlock *way = phi->getIncomingBlock(i);
        AllocaInst *place = places_[phi];
        auto *value = dyn_cast<Instruction>(phi->getIncomingValue(i));
        // Both sides of a branch may lead here.
        if (phi->getBasicBlockIndex(way) == static_cast<int>(i) && !(value && places_.lookup(value) == place))
          new StoreInst(phi->getIncomingValue(i), ofWarp(place, phi->getType(), loopOf(way)),
                        way->getTerminator()->getIterator());
      }
  }

  // A sum of a loop around barriers: what it was is not needed any more in any other region than the one that
  // computes what it will be, and is loaded at the beginning of that.
  void sharePlace(PHINode &phi) {
    for (Value *incoming : phi.incoming_values()) {
      auto *next = dyn_cast<Instruction>(incoming);
      BarrierRegion *region = next ? regions_.of(next->getParent()) : nullptr;
      if (!region || !differs(*next) || places_.contains(next) ||
          (isa<PHINode>(next) && next->getParent() == region->start()))
        continue;
      const bool only_there = all_of(phi.users(), [&](const User *user) {
        auto *instruction = cast<Instruction>(user);
        return regions_.of(instruction->getParent()) == region &&
               !(isa<PHINode>(instruction) && instruction->getParent() == region->start());
      });
      if (!only_there)
        continue;
      keepIn(places_[&phi], *next);
      return;
    }
  }

  // Where the value is computed, it is stored.
  void keepIn(AllocaInst *place, Instruction &value) {
    places_[&value] = place;
    auto behind =
        isa<PHINode>(value) ? value.getParent()->getFirstInsertionPt() : std::next(value.getIterator());
    new StoreInst(&value, ofWarp(place, value.getType(), loopOf(value.getParent())), behind);
  }

  AllocaInst *placeOf(Instruction &value) {
    if (!places_.contains(&value))
      keepIn(placeToKeep(value), value);
    return places_[&value];
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
  bool isCheap(const Instruction &instruction, const BarrierRegion &region, unsigned &operations) {
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
      return differs(*input) ? isCheap(*input, region, operations)
                             : !region.holds(*input) && !mayBeMissing(*input);
    });
  }

  // Behind a region in which the last warp has returned.
  bool mayBeMissing(const Instruction &value) {
    const BarrierRegion *region = regions_.of(value.getParent());
    return region && region->may_return;
  }

  CompileJob &job_;
  Function &kernel_;
  Argument &thread_;
  const DataLayout &layout_;
  SmallVector<CallInst *, 8> barriers_;
  SmallVector<AllocaInst *, 8> locals_;
  SmallVector<std::pair<CallInst *, Instruction *>, 2> counts_; // and the sums
  BarrierRegions::Blocks behind_barriers_, behind_counts_;
  BasicBlock *return_ = nullptr;
  const WarpVariance *variance_ = nullptr;
  BarrierRegions regions_;
  SmallVector<PHINode *, 8> phis_; // at the start of a region, other values for other warps
  AllocaInst *threads_ = nullptr;
  Value *block_ = nullptr, *count_ = nullptr;
  AllocaInst *living_ = nullptr, *living_count_ = nullptr; // warps that have not returned, where some may
  DenseMap<BasicBlock *, Loop> loops_;                     // by the region's start
  DenseMap<const Instruction *, AllocaInst *> places_;     // for each warp, of values and locals
  SmallVector<AllocaInst *, 16> kept_;                     // those of values
  SmallVector<std::pair<Use *, Value *>, 64> replacements_;
};

} // namespace

void loopOverWarps(CompileJob &job) {
  if (job.lanes != kRaddleWarpSize || !job.kernel || !job.optimize || !waitsAtBarriersOnly(job))
    return;
  if (none_of(instructions(*job.kernel), asBarrier) || analysis::hasUnboundedStack(*job.module))
    return;
  cleanUp(*job.kernel, *job.target);
  sinkFieldAddresses(*job.kernel);
  job.loops_over_warps = WarpLooper(job).run();
}

} // namespace raddle::vectorize
