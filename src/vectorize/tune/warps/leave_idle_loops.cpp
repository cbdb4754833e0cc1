// Loops over the warps of a block go on to warps that have nothing to do:
//
//   for (warp = 0; warp < 8; ++warp)                    for (warp = 0; warp < 8; ++warp)
//     if (32 * warp < n)                     becomes      if (32 * warp < n)
//       sums[warp] = f(in[32 * warp ...])                   sums[warp] = f(in[32 * warp ...])
//                                                         else
//                                                           break

#include "vectorize/tune/passes.h"

#include "nvvm/markers.h"
#include "vectorize/prefetches.h"
#include "vectorize/tune/preserved_analyses.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>

#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// No warp reads what another one has noted.
bool notesRunningWarp(const Instruction &instruction) {
  return instruction.getMetadata(marker::kRunningWarp) != nullptr;
}

bool isWithoutEffect(const Instruction &instruction) {
  return notesRunningWarp(instruction) || isPrefetch(instruction) || !instruction.mayHaveSideEffects();
}

class WarpLoop {
public:
  WarpLoop(Loop &loop, ScalarEvolution &evolution)
      : loop_(loop), evolution_(evolution), latch_(loop.getLoopLatch()), exit_(loop.getExitBlock()) {}

  // Leaves the loop where an iteration takes a way on which it does nothing, and all later ones take the same way.
  bool leaveEarly() {
    BasicBlock *header = loop_.getHeader();
    return latch_ && exit_ && loop_.getExitingBlock() == latch_ && any_of(*header, notesRunningWarp) &&
           findWay(*header);
  }

private:
  using Edge = std::pair<BasicBlock *, unsigned>; // a block, and to which of its successors

  // Goes on from the end of the way.
  bool findWay(BasicBlock &block) {
    if (!all_of(block, [&](Instruction &each) { return doesNothing(each); }))
      return false;
    if (&block == latch_)
      return leave();
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    for (unsigned side = 0; branch && side < branch->getNumSuccessors(); ++side) {
      BasicBlock *next = branch->getSuccessor(side);
      if (!loop_.contains(next) || next == loop_.getHeader() ||
          (branch->isConditional() && !isForGood(*branch->getCondition(), side == 0)))
        continue;
      way_.push_back({&block, side});
      if (findWay(*next))
        return true;
      way_.pop_back();
    }
    return false;
  }

  Value *onThisWay(Value *value) const {
    for (auto [block, side] : reverse(way_))
      value = value->DoPHITranslation(block->getTerminator()->getSuccessor(side), block);
    return value;
  }

  bool doesNothing(Instruction &instruction) const {
    auto *store = dyn_cast<StoreInst>(&instruction);
    return isWithoutEffect(instruction) ||
           (store && store->isSimple() && isa<UndefValue>(onThisWay(store->getValueOperand())));
  }

  bool leave() const {
    SmallVector<Value *, 4> values; // which code after the loop sees
    for (PHINode &phi : exit_->phis()) {
      Value *left = onThisWay(phi.getIncomingValueForBlock(latch_));
      auto *carried = dyn_cast<PHINode>(left);
      const bool is_carried = carried && carried->getParent() == loop_.getHeader() &&
                              onThisWay(carried->getIncomingValueForBlock(latch_)) == carried;
      if (!is_carried && !loop_.isLoopInvariant(left))
        return false;
      values.push_back(left);
    }
    const auto *last = find_if(reverse(way_), [](const Edge &edge) {
                         return cast<BranchInst>(edge.first->getTerminator())->isConditional();
                       }).base();
    if (last == way_.begin())
      return false;
    const auto [block, side] = *std::prev(last);
    Instruction *branch = block->getTerminator();
    branch->getSuccessor(side)->removePredecessor(block, /*KeepOneInputPHIs=*/true);
    branch->setSuccessor(side, exit_);
    for (auto [phi, value] : zip(exit_->phis(), values))
      phi.addIncoming(value, block);
    return true;
  }

  // Whether the test has this result in all later iterations where it has in one.
  bool isForGood(Value &condition, bool result) const {
    auto *compares = dyn_cast<ICmpInst>(&condition);
    if (!compares)
      return false;
    ICmpInst &test = *compares;
    const SCEV *left = evolution_.getSCEVAtScope(test.getOperand(0), &loop_),
               *right = evolution_.getSCEVAtScope(test.getOperand(1), &loop_);
    auto predicate = result ? test.getPredicate() : test.getInversePredicate();
    if (evolution_.isLoopInvariant(left, &loop_)) {
      std::swap(left, right);
      predicate = ICmpInst::getSwappedPredicate(predicate);
    }
    auto *number = dyn_cast<SCEVAddRecExpr>(left);
    if (!number || number->getLoop() != &loop_ || !number->isAffine() ||
        !evolution_.isLoopInvariant(right, &loop_))
      return false;
    if (evolution_.getMonotonicPredicateType(number, predicate) == ScalarEvolution::MonotonicallyIncreasing)
      return true;
    return isForGood(*number, predicate, *right);
  }

  // The same, by counting.
  bool isForGood(const SCEVAddRecExpr &number, ICmpInst::Predicate predicate, const SCEV &bound) const {
    constexpr unsigned kMostIterations = 32;
    const unsigned iterations = evolution_.getSmallConstantTripCount(&loop_);
    auto *start = dyn_cast<SCEVConstant>(number.getStart());
    auto *step = dyn_cast<SCEVConstant>(number.getStepRecurrence(evolution_));
    if (iterations == 0 || iterations > kMostIterations || !start || !step)
      return false;
    SmallVector<APInt, kMostIterations> values{start->getAPInt()};
    while (values.size() < iterations)
      values.push_back(values.back() + step->getAPInt());
    if (auto *known = dyn_cast<SCEVConstant>(&bound)) {
      auto holds = [&](const APInt &value) { return ICmpInst::compare(value, known->getAPInt(), predicate); };
      return std::is_partitioned(values.begin(), values.end(),
                                 [&](const APInt &value) { return !holds(value); });
    }
    // A number that only grows stays beyond a bound.
    const bool is_signed = ICmpInst::isSigned(predicate);
    const bool grows = is_sorted(values, [&](const APInt &one, const APInt &other) {
      return is_signed ? one.slt(other) : one.ult(other);
    });
    return grows && (ICmpInst::isGT(predicate) || ICmpInst::isGE(predicate));
  }

  Loop &loop_;
  ScalarEvolution &evolution_;
  BasicBlock *latch_, *exit_;
  SmallVector<Edge, 4> way_;
};

} // namespace

PreservedAnalyses leaveIdleLoops(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (WarpLoop(*loop, evolution).leaveEarly()) {
      evolution.forgetLoop(loop);
      changed = true;
    }
  return preservedUnless(changed);
}

} // namespace raddle::vectorize
