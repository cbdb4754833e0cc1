// Where each iteration of a loop waits for the one before, one warp leaves the vector units idle for half of the time, and
// two fill them. Warps of a block may run in any order, also interleaved:
//
//   for (warp = 0; warp < warps; ++warp) {          a = 0, b = 1, next = 2
//     x = before(warp);                             for (;;) {
//     while (some lane of x goes on)       becomes    x = f(x);  if (none of x goes on) after(a, x), a = next++, x = before(a)
//       x = f(x);                                     y = f(y);  if (none of y goes on) after(b, y), b = next++, y = before(b)
//     after(warp, x);                               }
//   }
//
// When no warp is left to begin, the other one that still runs goes on alone. So there are three copies of the
// code of a warp, A, B and C (alone), each with variables of its own, which become values again in the end.
// A and B switch to each other at the end of an iteration of the inner loop, wherever that stands.

#include "vectorize/tune/passes.h"

#include "vectorize/block/warp_cursor.h"
#include "vectorize/block_copies.h"
#include "vectorize/function_passes.h"
#include "vectorize/remarks.h"
#include "vectorize/tune/warps/loop_latency.h"

#include <llvm/Transforms/Scalar/ADCE.h>

#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Registers that the values of one instruction need beside those that live through a loop.
constexpr unsigned kRegistersInUse = 6;
// Loops that are known to end sooner are unrolled, or not worth switching between warps.
constexpr unsigned kFewestIterations = 32;
// The next warp is begun by a few instructions, of which there are two copies.
constexpr unsigned kMostInstructionsToBegin = 64;

bool pays(const Loop &loop, const LoopInfo &loops, ScalarEvolution &evolution, VectorRegisters registers) {
  if (!loop.isInnermost() || !loop.isLoopSimplifyForm())
    return false;
  const unsigned most = evolution.getSmallConstantMaxTripCount(const_cast<Loop *>(&loop));
  if (most != 0 && most < kFewestIterations)
    return false;
  const LoopTiming timing = LoopTiming::of(loop, loops, registers);
  return timing.busy > 0 && timing.latency >= kIdlingRatio * timing.busy &&
         2 * registersAliveIn(loop, registers) + kRegistersInUse <= registers.count;
}

// The largest loop inside the loop over the warps for which interleaving pays.
Loop *hotLoop(const Loop &warps, LoopInfo &loops, ScalarEvolution &evolution, VectorRegisters registers) {
  Loop *hot = nullptr;
  std::size_t most = 0;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (loop == &warps || !warps.contains(loop) || !pays(*loop, loops, evolution, registers))
      continue;
    std::size_t size = 0;
    for (const BasicBlock *block : loop->blocks())
      size += block->size();
    if (size > most) {
      most = size;
      hot = loop;
    }
  }
  return hot;
}

// What will be done to a loop over the warps.
struct InterleavingPlan {
  Loop &warps, &hot;
  BasicBlock *before, *header, *latch, *after;
  // Compute what differs from warp to warp, and whether another warp follows, from what the warp before had; in order.
  SmallVector<Instruction *, 16> steps;
  // Tells the runtime, for the report of a fault, which warp runs; and the blocks where another warp may go on.
  StoreInst *note = nullptr;
  SmallVector<BasicBlock *, 4> switches;
};

// Whether three copies of the loop's code can stand beside each other.
bool mayCopy(const Loop &warps) {
  unsigned count = 0;
  for (const BasicBlock *block : warps.blocks())
    for (const Instruction &instruction : *block) {
      if (++count > kMostCopiedInstructions || isa<AllocaInst>(instruction))
        return false;
      if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction))
        return false;
      // The stack holds only one copy of a variable.
      for (const Value *operand : instruction.operands())
        if (operand->getType()->isPtrOrPtrVectorTy() && isa<AllocaInst>(getUnderlyingObject(operand)))
          return false;
      for (const User *user : instruction.users())
        if (!warps.contains(cast<Instruction>(user)))
          return false;
    }
  return true;
}

// The instructions of the loop that its phis and its end are computed by.
SetVector<Instruction *> neededForNextWarp(const Loop &warps) {
  const BasicBlock *header = warps.getHeader();
  BasicBlock *latch = warps.getLoopLatch();
  SetVector<Instruction *> needed;
  auto add = [&](Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (instruction && warps.contains(instruction) &&
        !(isa<PHINode>(instruction) && instruction->getParent() == header))
      needed.insert(instruction);
  };
  for (const PHINode &phi : header->phis())
    add(phi.getIncomingValueForBlock(latch));
  add(cast<BranchInst>(latch->getTerminator())->getCondition());
  for (size_t i = 0; i < needed.size() && needed.size() <= kMostInstructionsToBegin; ++i)
    for (Value *operand : needed[i]->operands())
      add(operand);
  return needed;
}

// Orders them by what they are computed from. None where they do more than compute, or are too many.
std::optional<SmallVector<Instruction *, 16>> stepsToNextWarp(const Loop &warps) {
  const SetVector<Instruction *> needed = neededForNextWarp(warps);
  if (needed.size() > kMostInstructionsToBegin || any_of(needed, [](const Instruction *instruction) {
        return instruction->mayReadOrWriteMemory() || isa<PHINode>(instruction) ||
               instruction->mayHaveSideEffects();
      }))
    return std::nullopt;
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
      return std::nullopt;
  }
  return ordered;
}

void planNotes(InterleavingPlan &plan) {
  for (Instruction &instruction : *plan.header)
    if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isVolatile() && !plan.note)
      plan.note = store;
  const bool touches_memory = any_of(plan.hot.blocks(), [](const BasicBlock *block) {
    return any_of(*block, [](const Instruction &each) { return each.mayReadOrWriteMemory(); });
  });
  // Without memory accesses the inner loop cannot fault.
  if (touches_memory)
    plan.switches.push_back(plan.hot.getHeader());
  else
    plan.hot.getUniqueExitBlocks(plan.switches);
}

std::optional<InterleavingPlan> planOf(Loop &warps, Loop &hot) {
  InterleavingPlan plan{warps,
                        hot,
                        warps.getLoopPreheader(),
                        warps.getHeader(),
                        warps.getLoopLatch(),
                        warps.getExitBlock(),
                        {},
                        nullptr,
                        {}};
  if (!plan.before || !plan.latch || !plan.after || !plan.after->phis().empty() ||
      warps.getExitingBlock() != plan.latch || !mayCopy(warps))
    return std::nullopt;
  auto steps = stepsToNextWarp(warps);
  if (!steps)
    return std::nullopt;
  plan.steps = std::move(*steps);
  planNotes(plan);
  return plan;
}

class WarpInterleaver {
public:
  explicit WarpInterleaver(const InterleavingPlan &plan)
      : plan_(plan), warps_(plan.warps), hot_(plan.hot), context_(plan.header->getContext()),
        function_(*plan.header->getParent()), header_(plan.header), latch_(plan.latch) {}

  void interleave() {
    writeNotes();
    writeCursor();
    separateVariables();
    for (Copy &copy : copies_)
      copyInto(copy);
    connect();
    // The original code, which the copies replace, is unreachable.
    removeUnreachableBlocks(function_);
    promoteVariables(function_);
  }

private:
  // A copy of the code of a warp, with its variables.
  struct Copy {
    BlockCopies::Values variables;
    std::optional<BlockCopies> blocks;
    BasicBlock *take = nullptr;                   // takes the next warp, if there is one
    BasicBlock *taken = nullptr, *none = nullptr; // there was a warp; there was none
  };
  enum { kA, kB, kAlone, kCopies };

  void writeNotes() {
    if (!plan_.note)
      return;
    for (BasicBlock *place : plan_.switches)
      if (place != header_)
        plan_.note->clone()->insertInto(place, place->getFirstInsertionPt());
  }

  AllocaInst *variable(Type *type, const Twine &name) {
    return new AllocaInst(type, function_.getDataLayout().getAllocaAddrSpace(), name,
                          function_.getEntryBlock().begin());
  }

  // Writes down the numbers of the next warp, and whether there is one; A and B take their warps from there.
  void writeCursor() {
    plan_.before->getTerminator()->eraseFromParent();
    IRBuilder<> builder(plan_.before);
    more_ = variable(builder.getInt1Ty(), "more");
    both_ = variable(builder.getInt1Ty(), "both");
    builder.CreateStore(builder.getTrue(), more_);
    builder.CreateStore(builder.getFalse(), both_);
    SmallVector<AllocaInst *, 4> next;
    for (PHINode &phi : header_->phis()) {
      next.push_back(variable(phi.getType(), phi.getName() + ".next"));
      builder.CreateStore(phi.getIncomingValueForBlock(plan_.before), next.back());
      numbers_.push_back(variable(phi.getType(), phi.getName()));
    }
    for (Copy *own : {&copies_[kA], &copies_[kB]})
      writeTake(*own, next);
    builder.SetInsertPoint(plan_.before);
    builder.CreateBr(copies_[kA].take);
  }

  void writeTake(Copy &own, ArrayRef<AllocaInst *> next) {
    const StringRef name = header_->getName();
    own.take = BasicBlock::Create(context_, name + ".take", &function_, header_);
    own.taken = BasicBlock::Create(context_, name + ".taken", &function_, header_);
    own.none = BasicBlock::Create(context_, name + ".none", &function_, header_);
    IRBuilder<> builder(own.take);
    builder.CreateCondBr(builder.CreateLoad(builder.getInt1Ty(), more_), own.taken, own.none);
    builder.SetInsertPoint(own.taken);
    ValueToValueMapTy now;
    for (auto [phi, number, place] : zip_equal(header_->phis(), numbers_, next)) {
      Value *value = builder.CreateLoad(phi.getType(), place);
      now[&phi] = value;
      builder.CreateStore(value, ownOf(own, *number));
    }
    for (Instruction *instruction : plan_.steps) {
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

  AllocaInst *ownOf(Copy &own, AllocaInst &original) {
    Value *&twin = own.variables[&original];
    if (!twin)
      twin = variable(original.getAllocatedType(), original.getName());
    return cast<AllocaInst>(twin);
  }

  // Makes variables of all values that go from block to block.
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

  void copyInto(Copy &own) {
    for (AllocaInst *each : variables_)
      ownOf(own, *each);
    own.blocks.emplace(warps_.getBlocks(), "", own.variables);
  }

  static BasicBlock *in(Copy &own, BasicBlock *block) { return own.blocks->of(block); }

  // Writes all edges that lead from warp to warp, or from copy to copy.
  void connect() {
    Copy &a = copies_[kA], &b = copies_[kB], &alone = copies_[kAlone];
    BasicBlock *hot = hot_.getHeader(), *hot_before = hot_.getLoopPreheader(),
               *hot_latch = hot_.getLoopLatch();
    for (Copy *own : {&a, &b}) {
      BranchInst::Create(in(*own, header_), own->taken);
      in(*own, latch_)->getTerminator()->eraseFromParent();
      BranchInst::Create(own->take, in(*own, latch_));
      Copy &other = own == &a ? b : a;
      Instruction *back = in(*own, hot_latch)->getTerminator();
      back->replaceSuccessorWith(in(*own, hot), in(other, hot));
      back->setMetadata(LLVMContext::MD_loop, nullptr);
    }
    in(alone, latch_)->getTerminator()->eraseFromParent();
    BranchInst::Create(plan_.after, in(alone, latch_));

    // When A comes to the inner loop for the first time, B begins its first warp.
    IRBuilder<> builder(context_);
    auto *arrives = BasicBlock::Create(context_, hot->getName() + ".arrives", &function_, in(a, hot));
    in(a, hot_before)->getTerminator()->replaceSuccessorWith(in(a, hot), arrives);
    builder.SetInsertPoint(arrives);
    builder.CreateCondBr(builder.CreateLoad(builder.getInt1Ty(), both_), in(a, hot), b.take);
    auto *follows = BasicBlock::Create(context_, hot->getName() + ".follows", &function_, in(b, hot));
    in(b, hot_before)->getTerminator()->replaceSuccessorWith(in(b, hot), follows);
    builder.SetInsertPoint(follows);
    builder.CreateStore(builder.getTrue(), both_);
    builder.CreateBr(in(a, hot));

    // Where no warp is left to begin, the other copy goes on alone, if it runs one.
    auto *b_goes_on = BasicBlock::Create(context_, header_->getName() + ".alone", &function_, in(alone, hot));
    builder.SetInsertPoint(a.none);
    builder.CreateCondBr(builder.CreateLoad(builder.getInt1Ty(), both_), b_goes_on, plan_.after);
    builder.SetInsertPoint(b_goes_on);
    goOnAlone(builder, b);
    builder.SetInsertPoint(b.none);
    goOnAlone(builder, a);
  }

  void goOnAlone(IRBuilder<> &builder, Copy &own) {
    for (AllocaInst *each : variables_)
      builder.CreateStore(builder.CreateLoad(each->getAllocatedType(), ownOf(own, *each)),
                          ownOf(copies_[kAlone], *each));
    builder.CreateBr(in(copies_[kAlone], hot_.getHeader()));
  }

  const InterleavingPlan &plan_;
  Loop &warps_, &hot_;
  LLVMContext &context_;
  Function &function_;
  BasicBlock *header_, *latch_;
  AllocaInst *more_ = nullptr;              // whether a warp is left to begin
  AllocaInst *both_ = nullptr;              // whether B is in the inner loop; A may be, too
  SmallVector<AllocaInst *, 4> numbers_;    // of a warp: what differs from iteration to iteration
  SmallVector<AllocaInst *, 32> variables_; // all of a warp
  Copy copies_[kCopies];
};

} // namespace

PreservedAnalyses interleaveWarps(Function &function, FunctionAnalysisManager &analyses,
                                  const TargetMachine &machine, const Report &report) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  for (Loop *warps : loops.getLoopsInPreorder()) {
    if (!isWarpLoop(*warps))
      continue;
    auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    Loop *hot = hotLoop(*warps, loops, evolution, VectorRegisters::of(machine));
    if (!hot)
      continue;
    if (const auto plan = planOf(*warps, *hot)) {
      WarpInterleaver(*plan).interleave();
      // The copy that goes on alone takes over all variables, also those that are written before they are read: rings of
      // phis are left that nothing else reads, three quarters of all.
      analyses.invalidate(function, PreservedAnalyses::none());
      ADCEPass().run(function, analyses);
      // One loop is enough, and the others are no longer known.
      return PreservedAnalyses::none();
    }
    refuse(report, *hot->getHeader()->getTerminator(),
           "what two warps need at a time is not known, or is too much");
  }
  return PreservedAnalyses::all();
}

} // namespace raddle::vectorize
