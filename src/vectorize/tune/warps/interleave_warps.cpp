// Where each iteration of a loop waits for the one before, one warp leaves the vector units idle for half of the time;
// two fill them. Warps of a block may run in any order, also by turns:
//
//   for (warp = 0; warp < warps; ++warp) {          a = 0, b = 1, next = 2
//     x = before(warp);                             for (;;) {
//     while (some lane of x goes on)       becomes    x = f(x);  if (none of x goes on) after(a, x), a = next++, x = before(a)
//       x = f(x);                                     y = f(y);  if (none of y goes on) after(b, y), b = next++, y = before(b)
//     after(warp, x);                               }
//   }
//
// and when no warp is left, the one that is still on its way goes on alone. So there are three copies of what
// a warp does, A, B and C (alone), each with variables of its own; they become values again in the end.
// A and B hand over to each other at the end of an iteration of that loop, wherever it stands.

#include "vectorize/tune/warps/interleave_warps.h"

#include "vectorize/block/warp_cursor.h"
#include "vectorize/remarks.h"
#include "vectorize/tune/warps/loop_latency.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Of all that a warp does, which is there three times in the end.
constexpr unsigned kMostInstructions = 400;
// Registers that the values of one instruction need beside those that live through a loop.
constexpr unsigned kRegistersInUse = 6;
// What waits for itself so long, as a part of the time in which the units are busy, leaves them idle between.
constexpr double kWaits = 0.75;
// Loops that are known to end sooner are unrolled, or not worth handing over.
constexpr unsigned kFewestIterations = 32;

bool pays(const Loop &loop, const LoopInfo &loops, ScalarEvolution &evolution, VectorRegisters registers) {
  if (!loop.isInnermost() || !loop.isLoopSimplifyForm())
    return false;
  const unsigned most = evolution.getSmallConstantMaxTripCount(const_cast<Loop *>(&loop));
  if (most != 0 && most < kFewestIterations)
    return false;
  const LoopTiming timing = LoopTiming::of(loop, loops, registers);
  return timing.busy > 0 && timing.latency >= kWaits * timing.busy &&
         2 * registersAliveIn(loop, registers) + kRegistersInUse <= registers.count;
}

class WarpInterleaver {
public:
  WarpInterleaver(Loop &warps, Loop &hot)
      : warps_(warps), hot_(hot), context_(warps.getHeader()->getContext()),
        function_(*warps.getHeader()->getParent()), ahead_(warps.getLoopPreheader()),
        header_(warps.getHeader()), latch_(warps.getLoopLatch()), behind_(warps.getExitBlock()) {}

  bool mayInterleave() const {
    if (!ahead_ || !latch_ || !behind_ || !behind_->phis().empty() || warps_.getExitingBlock() != latch_)
      return false;
    unsigned count = 0;
    for (const BasicBlock *block : warps_.blocks())
      for (const Instruction &instruction : *block) {
        if (++count > kMostInstructions || isa<AllocaInst>(instruction))
          return false;
        if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction))
          return false;
        // What lies on the stack is there once.
        for (const Value *operand : instruction.operands())
          if (operand->getType()->isPtrOrPtrVectorTy() && isa<AllocaInst>(getUnderlyingObject(operand)))
            return false;
        for (const User *user : instruction.users())
          if (!warps_.contains(cast<Instruction>(user)))
            return false;
      }
    return isCounted();
  }

  void interleave() {
    noteWhoRunsBehindHandover();
    writeCursor();
    separateVariables();
    for (Slot &slot : slots_)
      copyInto(slot);
    connect();
    // The originals are among them.
    removeUnreachableBlocks(function_);
    promote();
  }

private:
  // A warp on its way, with its variables.
  struct Slot {
    ValueToValueMapTy twins;
    BasicBlock *take = nullptr;                   // takes the next warp, if there is one
    BasicBlock *taken = nullptr, *none = nullptr; // there was; there is none
  };
  enum { kA, kB, kAlone, kSlots };

  // What tells one turn from the next follows from the turn before alone.
  bool isCounted() const {
    for (const Instruction *instruction : cursor())
      if (!instruction || instruction->mayReadOrWriteMemory() || isa<PHINode>(instruction) ||
          instruction->mayHaveSideEffects())
        return false;
    return true;
  }

  // All that the next turn's numbers are computed by, in order; with a null where that is no simple matter.
  SmallVector<Instruction *, 16> cursor() const {
    SetVector<Instruction *> needed;
    auto add = [&](Value *value) {
      auto *instruction = dyn_cast<Instruction>(value);
      if (instruction && warps_.contains(instruction) &&
          !(isa<PHINode>(instruction) && instruction->getParent() == header_))
        needed.insert(instruction);
    };
    for (PHINode &phi : header_->phis())
      add(phi.getIncomingValueForBlock(latch_));
    add(cast<BranchInst>(latch_->getTerminator())->getCondition());
    for (size_t i = 0; i < needed.size(); ++i) {
      if (needed.size() > 64)
        return {nullptr};
      for (Value *operand : needed[i]->operands())
        add(operand);
    }
    // Those in the order of execution: each block of a loop without others inside dominates the latch.
    SmallVector<Instruction *, 16> ordered;
    SmallPtrSet<Instruction *, 16> done;
    while (ordered.size() < needed.size()) {
      const size_t before = ordered.size();
      for (Instruction *instruction : needed)
        if (!done.contains(instruction) && all_of(instruction->operands(), [&](Value *operand) {
              auto *other = dyn_cast<Instruction>(operand);
              return !other || !needed.contains(other) || done.contains(other);
            })) {
          ordered.push_back(instruction);
          done.insert(instruction);
        }
      if (ordered.size() == before)
        return {nullptr};
    }
    return ordered;
  }

  // For the report of a fault the runtime is told at the beginning of a turn which warp it is.
  void noteWhoRunsBehindHandover() {
    StoreInst *note = nullptr;
    for (Instruction &instruction : *header_)
      if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isVolatile() && !note)
        note = store;
    if (!note)
      return;
    const bool touches_memory = any_of(hot_.blocks(), [](const BasicBlock *block) {
      return any_of(*block, [](const Instruction &each) { return each.mayReadOrWriteMemory(); });
    });
    SmallVector<BasicBlock *, 4> places{hot_.getHeader()};
    if (!touches_memory) {
      places.clear();
      hot_.getUniqueExitBlocks(places);
    }
    for (BasicBlock *place : places)
      if (place != header_)
        note->clone()->insertInto(place, place->getFirstInsertionPt());
  }

  AllocaInst *variable(Type *type, const Twine &name) {
    return new AllocaInst(type, function_.getDataLayout().getAllocaAddrSpace(), name,
                          function_.getEntryBlock().begin());
  }

  // The numbers of the warp that comes next, and whether there is one; both slots take from there.
  void writeCursor() {
    ahead_->getTerminator()->eraseFromParent();
    IRBuilder<> builder(ahead_);
    more_ = variable(builder.getInt1Ty(), "more");
    both_ = variable(builder.getInt1Ty(), "both");
    builder.CreateStore(builder.getTrue(), more_);
    builder.CreateStore(builder.getFalse(), both_);
    SmallVector<AllocaInst *, 4> next;
    for (PHINode &phi : header_->phis()) {
      next.push_back(variable(phi.getType(), phi.getName() + ".next"));
      builder.CreateStore(phi.getIncomingValueForBlock(ahead_), next.back());
      numbers_.push_back(variable(phi.getType(), phi.getName()));
    }
    for (Slot *slot : {&slots_[kA], &slots_[kB]})
      writeTake(*slot, next);
    builder.SetInsertPoint(ahead_);
    builder.CreateBr(slots_[kA].take);
  }

  void writeTake(Slot &slot, ArrayRef<AllocaInst *> next) {
    const StringRef name = header_->getName();
    slot.take = BasicBlock::Create(context_, name + ".take", &function_, header_);
    slot.taken = BasicBlock::Create(context_, name + ".taken", &function_, header_);
    slot.none = BasicBlock::Create(context_, name + ".none", &function_, header_);
    IRBuilder<> builder(slot.take);
    builder.CreateCondBr(builder.CreateLoad(builder.getInt1Ty(), more_), slot.taken, slot.none);
    builder.SetInsertPoint(slot.taken);
    ValueToValueMapTy now;
    for (auto [phi, number, place] : zip_equal(header_->phis(), numbers_, next)) {
      Value *value = builder.CreateLoad(phi.getType(), place);
      now[&phi] = value;
      builder.CreateStore(value, ownOf(slot, *number));
    }
    for (Instruction *instruction : cursor()) {
      Instruction *copy = builder.Insert(instruction->clone());
      RemapInstruction(copy, now, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      now[instruction] = copy;
    }
    auto after = [&](Value *value) {
      Value *copy = now.lookup(value);
      return copy ? copy : value;
    };
    for (auto [phi, place] : zip_equal(header_->phis(), next))
      builder.CreateStore(after(phi.getIncomingValueForBlock(latch_)), place);
    auto *branch = cast<BranchInst>(latch_->getTerminator());
    Value *more = after(branch->getCondition());
    builder.CreateStore(branch->getSuccessor(0) == header_ ? more : builder.CreateNot(more), more_);
  }

  AllocaInst *ownOf(Slot &slot, AllocaInst &original) {
    WeakTrackingVH &own = slot.twins[&original];
    if (!own)
      own = variable(original.getAllocatedType(), original.getName());
    return cast<AllocaInst>(own);
  }

  // What goes from block to block becomes a variable.
  void separateVariables() {
    for (AllocaInst *number : numbers_) {
      auto &phi = cast<PHINode>(header_->front());
      phi.replaceAllUsesWith(
          new LoadInst(phi.getType(), number, phi.getName() + ".own", header_->getFirstInsertionPt()));
      phi.eraseFromParent();
    }
    append_range(variables_, numbers_);
    SmallVector<PHINode *, 16> phis;
    for (BasicBlock *block : warps_.blocks())
      for (PHINode &phi : block->phis())
        phis.push_back(&phi);
    // A phi without uses has no variable.
    for (PHINode *phi : phis)
      if (AllocaInst *own = DemotePHIToStack(phi))
        variables_.push_back(own);
    SmallVector<Instruction *, 32> cross;
    for (BasicBlock *block : warps_.blocks())
      for (Instruction &instruction : *block)
        if (any_of(instruction.users(), [block = block](const User *user) {
              return cast<Instruction>(user)->getParent() != block;
            }))
          cross.push_back(&instruction);
    for (Instruction *instruction : cross)
      if (AllocaInst *own = DemoteRegToStack(*instruction))
        variables_.push_back(own);
  }

  void copyInto(Slot &slot) {
    for (AllocaInst *each : variables_)
      ownOf(slot, *each);
    SmallVector<BasicBlock *, 16> copies;
    for (BasicBlock *block : warps_.blocks()) {
      BasicBlock *copy = CloneBasicBlock(block, slot.twins, "", &function_);
      slot.twins[block] = copy;
      copies.push_back(copy);
    }
    remapInstructionsInBlocks(copies, slot.twins);
  }

  BasicBlock *in(Slot &slot, BasicBlock *block) const { return cast<BasicBlock>(slot.twins.lookup(block)); }

  // All edges that lead from turn to turn, or from slot to slot.
  void connect() {
    Slot &a = slots_[kA], &b = slots_[kB], &alone = slots_[kAlone];
    BasicBlock *hot = hot_.getHeader(), *hot_ahead = hot_.getLoopPreheader(),
               *hot_latch = hot_.getLoopLatch();
    for (Slot *slot : {&a, &b}) {
      BranchInst::Create(in(*slot, header_), slot->taken);
      in(*slot, latch_)->getTerminator()->eraseFromParent();
      BranchInst::Create(slot->take, in(*slot, latch_));
      Slot &other = slot == &a ? b : a;
      Instruction *back = in(*slot, hot_latch)->getTerminator();
      back->replaceSuccessorWith(in(*slot, hot), in(other, hot));
      back->setMetadata(LLVMContext::MD_loop, nullptr);
    }
    in(alone, latch_)->getTerminator()->eraseFromParent();
    BranchInst::Create(behind_, in(alone, latch_));

    // At the loop: A waits there for the first B.
    IRBuilder<> builder(context_);
    auto *arrives = BasicBlock::Create(context_, hot->getName() + ".arrives", &function_, in(a, hot));
    in(a, hot_ahead)->getTerminator()->replaceSuccessorWith(in(a, hot), arrives);
    builder.SetInsertPoint(arrives);
    builder.CreateCondBr(builder.CreateLoad(builder.getInt1Ty(), both_), in(a, hot), b.take);
    auto *follows = BasicBlock::Create(context_, hot->getName() + ".follows", &function_, in(b, hot));
    in(b, hot_ahead)->getTerminator()->replaceSuccessorWith(in(b, hot), follows);
    builder.SetInsertPoint(follows);
    builder.CreateStore(builder.getTrue(), both_);
    builder.CreateBr(in(a, hot));

    // No more warps: the other one, if there is one, goes on alone.
    auto *b_goes_on = BasicBlock::Create(context_, header_->getName() + ".alone", &function_, in(alone, hot));
    builder.SetInsertPoint(a.none);
    builder.CreateCondBr(builder.CreateLoad(builder.getInt1Ty(), both_), b_goes_on, behind_);
    builder.SetInsertPoint(b_goes_on);
    goOnAlone(builder, b);
    builder.SetInsertPoint(b.none);
    goOnAlone(builder, a);
  }

  void goOnAlone(IRBuilder<> &builder, Slot &slot) {
    for (AllocaInst *each : variables_)
      builder.CreateStore(builder.CreateLoad(each->getAllocatedType(), ownOf(slot, *each)),
                          ownOf(slots_[kAlone], *each));
    builder.CreateBr(in(slots_[kAlone], hot_.getHeader()));
  }

  void promote() {
    DominatorTree dominators(function_);
    SmallVector<AllocaInst *, 64> all;
    for (Instruction &instruction : function_.getEntryBlock())
      if (auto *each = dyn_cast<AllocaInst>(&instruction); each && isAllocaPromotable(each))
        all.push_back(each);
    PromoteMemToReg(all, dominators);
  }

  Loop &warps_, &hot_;
  LLVMContext &context_;
  Function &function_;
  BasicBlock *ahead_, *header_, *latch_, *behind_;
  AllocaInst *more_ = nullptr;              // there is a warp that nobody has taken
  AllocaInst *both_ = nullptr;              // B is at the loop; A may be, too
  SmallVector<AllocaInst *, 4> numbers_;    // of a warp: what differs from turn to turn
  SmallVector<AllocaInst *, 32> variables_; // all of a warp
  Slot slots_[kSlots];
};

class InterleaveWarps : public PassInfoMixin<InterleaveWarps> {
public:
  explicit InterleaveWarps(const CompileJob &job) : job_(job), registers_(VectorRegisters::of(job)) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    auto &loops = analyses.getResult<LoopAnalysis>(function);
    for (Loop *warps : loops.getLoopsInPreorder()) {
      if (!isWarpLoop(*warps))
        continue;
      auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
      Loop *hot = nullptr;
      std::size_t most = 0;
      for (Loop *loop : loops.getLoopsInPreorder()) {
        if (loop == warps || !warps->contains(loop) || !pays(*loop, loops, evolution, registers_))
          continue;
        std::size_t size = 0;
        for (const BasicBlock *block : loop->blocks())
          size += block->size();
        if (size > most) {
          most = size;
          hot = loop;
        }
      }
      if (!hot)
        continue;
      if (WarpInterleaver interleaver(*warps, *hot); interleaver.mayInterleave()) {
        interleaver.interleave();
        // Who goes on alone takes over all variables, also those that are written before they are read: left are
        // rings of phis that nobody else reads, three quarters of all.
        analyses.invalidate(function, PreservedAnalyses::none());
        ADCEPass().run(function, analyses);
        // One loop is enough, and the others are no longer known.
        return PreservedAnalyses::none();
      }
      refuse(job_, *hot->getHeader()->getTerminator(),
             "what two warps need at a time is not known, or is too much");
    }
    return PreservedAnalyses::all();
  }

private:
  const CompileJob &job_;
  VectorRegisters registers_;
};

} // namespace

void interleaveWarps(const CompileJob &job, FunctionPassManager &passes) {
  passes.addPass(InterleaveWarps(job));
}

} // namespace raddle::vectorize
