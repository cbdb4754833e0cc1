#include "vectorize/block/barrier_sites.h"

#include "abi/kernel_abi.h"
#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/block/prepare_kernel.h"
#include "vectorize/block/warp_values.h"
#include "vectorize/function_passes.h"
#include "vectorize/remarks.h"
#include "vectorize/reshape/lanes/call_effects.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

// The local arrays of all warps lie on one stack, which has 8 MiB by default and holds other frames, too.
constexpr std::uint64_t kMostLocalBytes = 1 << 20;

bool isTileBarrier(const CallInst *barrier) { return isCallOf(*barrier, Runtime::raddle_barrier_tile); }

// Ends that several regions have in common would be regions themselves, so each way to the end gets a copy of it.
void giveEachPredecessorItsOwn(BasicBlock &end) {
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

// Whether a store that notes the active lanes belongs to a poll: reports of hangs name the lanes that poll.
bool comesBeforePoll(const StoreInst &store) {
  const Instruction *next = store.getNextNode();
  while (next && !isa<CallBase>(next))
    next = next->getNextNode();
  return next && mayPoll(*next);
}

} // namespace

bool BarrierSites::hasTileBarrier() const { return any_of(barriers_, isTileBarrier); }

bool BarrierSites::separate() {
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
  runPasses(passes, kernel_, *job_.target);
  const DominatorTree dominators(kernel_);
  const LoopInfo loops(dominators);
  job_.facts.barriers_in_loops =
      any_of(after_barriers_, [&](const BasicBlock *block) { return loops.getLoopFor(block) != nullptr; });
  const ReversePostOrderTraversal<const Function *> order(&kernel_);
  if (!containsIrreducibleCFG<const BasicBlock *>(order, loops))
    return true;
  refuse(job_, first(), "the kernel jumps into the middle of a loop");
  return false;
}

void BarrierSites::collect() {
  for (Instruction &instruction : make_early_inc_range(instructions(kernel_)))
    if (asBarrier(instruction)) {
      barriers_.push_back(cast<CallInst>(&instruction));
    } else if (instruction.isLifetimeStartOrEnd()) {
      instruction.eraseFromParent();
    } else if (auto *local = dyn_cast<AllocaInst>(&instruction)) {
      locals_.push_back(local);
    } else if (isCallOf(instruction, Runtime::raddle_tile_phase)) {
      auto &phase = cast<CallInst>(instruction);
      phases_.push_back({&phase, placeholder(marker::kPhase, "phase", phase.getType(), phase.getIterator())});
      phase.replaceAllUsesWith(phases_.back().second);
    }
}

bool BarrierSites::mayMoveLocals() const {
  std::uint64_t bytes = 0;
  for (AllocaInst *local : locals_) {
    if (!local->isStaticAlloca()) {
      refuse(job_, *local, "a local array has a size that only the run knows");
      return false;
    }
    bytes += local->getAllocationSize(layout_)->getFixedValue() * mostRuns(job_);
  }
  if (bytes <= kMostLocalBytes)
    return true;
  refuse(job_, first(), "the local arrays of a block's warps are too large for one stack");
  return false;
}

bool BarrierSites::asksForPhaseElsewhere() const {
  const Function *phase = job_.module->getFunction(rowOf(Runtime::raddle_tile_phase).name);
  return phase && any_of(phase->users(), [&](const User *user) {
           auto *call = dyn_cast<CallInst>(user);
           return !call || call->getFunction() != &kernel_;
         });
}

CallInst *BarrierSites::placeholder(StringRef marker, StringRef name, Type *type,
                                    BasicBlock::iterator place) const {
  FunctionCallee function = job_.module->getOrInsertFunction(marker, type);
  // The phase changes at a place, so that call stays where it is.
  if (!type->isVoidTy())
    cast<Function>(function.getCallee())->setDoesNotAccessMemory();
  return CallInst::Create(function, name, place);
}

void BarrierSites::split(CallInst &barrier) {
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

bool BarrierSites::isolateReturn() {
  SmallVector<BasicBlock *, 4> returns;
  for (BasicBlock &block : make_early_inc_range(kernel_))
    if (isa<ReturnInst>(block.getTerminator()))
      returns.push_back(&block);
    else if (isa<UnreachableInst>(block.getTerminator()))
      giveEachPredecessorItsOwn(block);
  if (returns.size() != 1) {
    refuse(job_, first(), "the kernel never returns, or does so in several places");
    return false;
  }
  return_ = returns.front();
  if (return_->size() > 1)
    return_ = SplitBlock(return_, return_->getTerminator());
  return true;
}

void BarrierSites::restore() {
  for (ArrayRef<std::pair<CallInst *, CallInst *>> list : {ArrayRef(counts_), ArrayRef(phases_)})
    for (auto [original, placeholder] : list) {
      placeholder->replaceAllUsesWith(original);
      placeholder->eraseFromParent();
    }
  for (CallInst *added : concat<CallInst *>(meetings_, next_phases_))
    added->eraseFromParent();
}

void BarrierSites::dissolve() {
  for (auto [count, sum] : counts_)
    addUp(*count, *sum);
  countPhases();
  for (CallInst *barrier : barriers_)
    barrier->eraseFromParent();
  dropLaneNotes();
}

AllocaInst *BarrierSites::zeroInEntry(Type *type, StringRef name) {
  IRBuilder<> builder(&kernel_.getEntryBlock(), kernel_.getEntryBlock().begin());
  AllocaInst *place = builder.CreateAlloca(type, nullptr, name);
  builder.SetInsertPoint(kernel_.getEntryBlock().getTerminator());
  builder.CreateStore(ConstantInt::get(type, 0), place);
  return place;
}

// Each warp adds its number before the barrier.
void BarrierSites::addUp(CallInst &count, CallInst &sum) {
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
void BarrierSites::countPhases() {
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
void BarrierSites::dropLaneNotes() {
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

} // namespace raddle::vectorize
