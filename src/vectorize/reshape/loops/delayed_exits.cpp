// A warp asks in each iteration of such a loop which lanes leave it, notes what they take along, and asks
// whether any are left. Where an iteration touches nothing but values, it may as well be run for lanes that
// have left already, whose values nobody wants:
//
//   while (step < most && inside(x)) {           if (most > 32)
//     x = next(x);                                 for (group = 0; group < (most - 1) / 2; ++group) {
//     ++step;                         becomes        x1 = next(x), x2 = next(x1)
//   }                                                if (!(inside(x) && inside(x1)))
//   return step;                                       return inside(x) ? step + 1 : step
//                                                    x = x2, step += 2
//                                                  }
//                                                while (step < most && inside(x)) ...     as before
//
// That lanes leave is marked as rare, so that what they take along is not computed where none does. Both cost
// more than they gain where lanes leave after a few iterations. Nobody knows when they will, but a program
// that sets a high limit expects some to come near it; without one nothing is changed.

#include "vectorize/reshape/passes.h"

#include "vectorize/remarks.h"
#include "vectorize/reshape/loops/change_loops.h"

#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Iterations at a time. More would be run for nobody, and gain little.
constexpr unsigned kGroup = 2;
// Larger iterations have their exits for next to nothing.
constexpr unsigned kMostInstructions = 48;
// So many iterations, or none, are run in groups.
constexpr unsigned kFewestIterations = 32;

class DivergentLoop {
public:
  DivergentLoop(Loop &loop, const analysis::LaneShapes &shapes, ScalarEvolution &evolution)
      : loop_(loop), evolution_(evolution), context_(loop.getHeader()->getContext()),
        preheader_(loop.getLoopPreheader()), header_(loop.getHeader()), latch_(loop.getLoopLatch()) {
    has_exits_ = loop.isInnermost() && preheader_ && latch_ && findExits(shapes);
  }

  bool pays(const Report &report) const {
    if (!has_exits_)
      return false;
    if (const Instruction *obstacle = whatKeepsItFromRunningOn()) {
      refuse(report, *obstacle, "lanes that have left the loop could not go on to here without harm or cost");
      return false;
    }
    const unsigned most = evolution_.getSmallConstantMaxTripCount(&loop_);
    if (most != 0 && most <= kFewestIterations)
      refuse(report, *divergent_exiting_->getTerminator(), "the loop has few iterations");
    return most == 0 || most > kFewestIterations;
  }

  void version() {
    Function *function = header_->getParent();
    auto *group = BasicBlock::Create(context_, header_->getName() + ".group", function, header_);
    auto *next_group = BasicBlock::Create(context_, header_->getName() + ".next", function, header_);
    auto *rest = BasicBlock::Create(context_, header_->getName() + ".rest", function, header_);
    Value *groups = enter(group, rest);

    IRBuilder<> builder(group);
    builder.SetCurrentDebugLocation(place_);
    SmallVector<PHINode *, 8> phis;
    SmallVector<Value *, 8> state;
    for (PHINode &phi : header_->phis()) {
      phis.push_back(builder.CreatePHI(phi.getType(), 2, phi.getName() + ".group"));
      phis.back()->addIncoming(phi.getIncomingValueForBlock(preheader_), preheader_);
      state.push_back(phis.back());
    }
    PHINode *done = builder.CreatePHI(groups->getType(), 2, "groups.done");
    SmallVector<Value *, kGroup> stays;
    SmallVector<SmallVector<Value *, 4>, kGroup> live_outs; // by the lanes that leave in an iteration
    for (unsigned i = 0; i < kGroup; ++i)
      state = writeIteration(builder, state, stays, live_outs.emplace_back());

    Value *all_stays = stays.front();
    for (Value *each : drop_begin(stays))
      all_stays = builder.CreateAnd(all_stays, each);
    unsigned i = 0;
    for (PHINode &phi : exit_->phis()) {
      Value *value = live_outs.back()[i];
      for (unsigned at = kGroup - 1; at-- > 0;)
        value = builder.CreateSelect(stays[at], value, live_outs[at][i]);
      phi.addIncoming(value, group);
      ++i;
    }
    builder.CreateCondBr(all_stays, next_group, exit_, MDBuilder(context_).createLikelyBranchWeights());

    builder.SetInsertPoint(next_group);
    for (auto [phi, value] : zip_equal(phis, state))
      phi->addIncoming(value, next_group);
    Value *one_more = builder.CreateAdd(done, ConstantInt::get(groups->getType(), 1), "", /*HasNUW=*/true);
    done->addIncoming(ConstantInt::get(groups->getType(), 0), preheader_);
    done->addIncoming(one_more, next_group);
    builder.CreateCondBr(builder.CreateICmpEQ(one_more, groups), rest, group);
    goOnAsBefore(rest, next_group, state);
  }

private:
  // From block to block, with one way out that lanes take one by one, and one that all take together.
  bool findExits(const analysis::LaneShapes &shapes) {
    for (BasicBlock *block = header_;;) {
      chain_.push_back(block);
      auto *branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch)
        return false;
      BasicBlock *inside = nullptr, *outside = nullptr;
      for (BasicBlock *next : successors(branch)) {
        BasicBlock *&side = loop_.contains(next) ? inside : outside;
        if (side)
          return false;
        side = next;
      }
      if (outside && shapes.branchDiverges(block)) {
        if (divergent_exiting_)
          return false;
        divergent_exiting_ = block;
        exit_ = outside;
      } else if (outside) {
        if (uniform_exiting_)
          return false;
        uniform_exiting_ = block;
      }
      if (inside == header_)
        break;
      block = inside;
    }
    if (!divergent_exiting_ || !uniform_exiting_ || chain_.back() != latch_)
      return false;
    place_ = divergent_exiting_->getTerminator()->getDebugLoc();
    backs_ = evolution_.getExitCount(&loop_, uniform_exiting_);
    return !isa<SCEVCouldNotCompute>(backs_) && backs_->getType()->isIntegerTy() &&
           SCEVExpander(evolution_, layout(), "").isSafeToExpandAt(backs_, preheader_->getTerminator());
  }

  const DataLayout &layout() const { return header_->getModule()->getDataLayout(); }

  // The first instruction that is more than a short computation; null where there is none.
  const Instruction *whatKeepsItFromRunningOn() const {
    unsigned count = 0;
    for (const BasicBlock *block : chain_)
      for (const Instruction &instruction : *block) {
        if (instruction.isTerminator() || isa<DbgInfoIntrinsic>(instruction) ||
            (isa<PHINode>(instruction) && block == header_))
          continue;
        if (isa<PHINode>(instruction) || ++count > kMostInstructions || takesLong(instruction) ||
            instruction.mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(&instruction))
          return &instruction;
      }
    return nullptr;
  }

  // Too long to do it for nobody.
  static bool takesLong(const Instruction &instruction) {
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    return instruction.getOpcode() == Instruction::FDiv || instruction.getOpcode() == Instruction::FRem ||
           (call && call->getIntrinsicID() == Intrinsic::sqrt);
  }

  // As many groups as none of them meets the exit that all take together.
  Value *enter(BasicBlock *group, BasicBlock *rest) {
    Instruction *jump = preheader_->getTerminator();
    IRBuilder<> builder(jump);
    SCEVExpander expander(evolution_, layout(), "backs");
    Type *type = backs_->getType();
    Value *backs = expander.expandCodeFor(backs_, type, jump);
    Value *groups = builder.CreateUDiv(backs, ConstantInt::get(type, kGroup), "groups");
    Value *are_few = builder.CreateICmpULT(backs, ConstantInt::get(type, kFewestIterations));
    builder.CreateCondBr(are_few, rest, group);
    jump->eraseFromParent();
    return groups;
  }

  // The header's phis after an iteration that begins with `state`.
  SmallVector<Value *, 8> writeIteration(IRBuilder<> &builder, ArrayRef<Value *> state,
                                         SmallVectorImpl<Value *> &stays,
                                         SmallVectorImpl<Value *> &live_outs) {
    ValueToValueMapTy own;
    for (auto [phi, value] : zip_equal(header_->phis(), state))
      own[&phi] = value;
    auto ofIteration = [&](Value *value) -> Value * {
      Value *copy = own.lookup(value);
      return copy ? copy : value;
    };
    for (BasicBlock *block : chain_)
      for (Instruction &instruction : *block) {
        if (isa<PHINode>(instruction) || instruction.isTerminator() || isa<DbgInfoIntrinsic>(instruction))
          continue;
        Instruction *copy = builder.Insert(instruction.clone(), instruction.getName());
        copy->setDebugLoc(instruction.getDebugLoc());
        RemapInstruction(copy, own, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
        own[&instruction] = copy;
      }
    auto *branch = cast<BranchInst>(divergent_exiting_->getTerminator());
    Value *condition = ofIteration(branch->getCondition());
    // After the iteration in which a lane leaves, any promise may be broken.
    if (!stays.empty())
      condition = builder.CreateFreeze(condition);
    stays.push_back(branch->getSuccessor(0) == exit_ ? builder.CreateNot(condition) : condition);
    for (PHINode &phi : exit_->phis())
      live_outs.push_back(ofIteration(phi.getIncomingValueForBlock(divergent_exiting_)));
    SmallVector<Value *, 8> next;
    for (PHINode &phi : header_->phis())
      next.push_back(ofIteration(phi.getIncomingValueForBlock(latch_)));
    return next;
  }

  // The loop itself, with the values so far.
  void goOnAsBefore(BasicBlock *rest, BasicBlock *groups_end, ArrayRef<Value *> state) {
    IRBuilder<> builder(rest);
    builder.SetCurrentDebugLocation(place_);
    for (auto [phi, value] : zip_equal(header_->phis(), state)) {
      PHINode *so_far = builder.CreatePHI(phi.getType(), 2, phi.getName() + ".so.far");
      so_far->addIncoming(phi.getIncomingValueForBlock(preheader_), preheader_);
      so_far->addIncoming(value, groups_end);
      phi.setIncomingValueForBlock(preheader_, so_far);
      phi.replaceIncomingBlockWith(preheader_, rest);
    }
    builder.CreateBr(header_);
  }

  Loop &loop_;
  ScalarEvolution &evolution_;
  LLVMContext &context_;
  BasicBlock *preheader_, *header_, *latch_;
  SmallVector<BasicBlock *, 4> chain_;                        // the loop's, in order
  BasicBlock *divergent_exiting_ = nullptr, *exit_ = nullptr; // where lanes leave, and to where
  BasicBlock *uniform_exiting_ = nullptr;                     // where all lanes leave
  const SCEV *backs_ = nullptr;                               // so often they do not
  DebugLoc place_;
  bool has_exits_ = false;
};

} // namespace

bool delayExits(Function &kernel, const Input &input, Facts &facts, const Report &report) {
  return changeLoops(kernel, input.block, facts.shapes, [&](Loop &loop, const LoopFacts &facts) {
    DivergentLoop candidate(loop, facts.shapes, facts.evolution);
    if (!candidate.pays(report))
      return false;
    candidate.version();
    return true;
  });
}

} // namespace raddle::vectorize
