#include "analysis/failed_attempts.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::analysis {

namespace {

// The search goes so many values, or operands, back: programs need two or three, and the search branches.
constexpr unsigned kMostSteps = 8;

const Value *withoutCasts(const Value *value) {
  while (isa<BitCastOperator, PtrToIntOperator>(value) || Operator::getOpcode(value) == Instruction::IntToPtr)
    value = cast<Operator>(value)->getOperand(0);
  return value;
}

bool isOld(const Value *value, const AtomicCmpXchgInst &attempt) {
  auto *part = dyn_cast<ExtractValueInst>(withoutCasts(value));
  return part && part->getAggregateOperand() == &attempt && part->getIndices() == ArrayRef<unsigned>(0);
}

// Whether what an attempt expects has been seen where it looks, in the same iteration.
class SeenBefore {
public:
  SeenBefore(const Loop &loop, const DominatorTree &dominators) : loop_(loop), dominators_(dominators) {}

  bool holds(const AtomicCmpXchgInst &attempt) const {
    return seen({withoutCasts(attempt.getCompareOperand()), attempt.getPointerOperand()}, attempt.getParent(),
                kMostSteps);
  }

private:
  // A value, and the place where it is to have been seen.
  struct Sight {
    const Value *value, *pointer;
  };

  bool seen(const Sight &sight, const BasicBlock *where, unsigned steps) const {
    auto *load = dyn_cast<LoadInst>(sight.value);
    if (load && loop_.contains(load) && isSame(load->getPointerOperand(), sight.pointer, kMostSteps))
      return true;
    if (isComparedOnTheWayTo(where, sight))
      return true;
    if (steps == 0)
      return false;
    auto either = [&](const Value *value) { return seen({value, with(sight, value)}, where, steps - 1); };
    const Value *first = nullptr, *second = nullptr;
    if (match(sight.value, m_Select(m_Value(), m_Value(first), m_Value(second))) ||
        match(sight.value, m_CombineOr(m_CombineOr(m_SMax(m_Value(first), m_Value(second)),
                                                   m_SMin(m_Value(first), m_Value(second))),
                                       m_CombineOr(m_UMax(m_Value(first), m_Value(second)),
                                                   m_UMin(m_Value(first), m_Value(second))))))
      return either(first) && either(second);
    auto *phi = dyn_cast<PHINode>(sight.value);
    if (!phi || !loop_.contains(phi) || phi->getParent() == loop_.getHeader())
      return false;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      const BasicBlock *from = phi->getIncomingBlock(i);
      const Sight before{phi->getIncomingValue(i), pointerOnTheWayFrom(sight, *phi, i)};
      if (!isComparedOn({from, phi->getParent()}, before) && !seen(before, from, steps - 1))
        return false;
    }
    return true;
  }

  const Value *pointerOnTheWayFrom(const Sight &sight, const PHINode &phi, unsigned i) const {
    // A phi beside it, which has come the same way.
    if (auto *other = dyn_cast<PHINode>(sight.pointer); other && other->getParent() == phi.getParent())
      return other->getIncomingValueForBlock(phi.getIncomingBlock(i));
    return with(sight, phi.getIncomingValue(i));
  }

  // The address that has `value` as its index where that of `sight` has the value that was to be seen: one that the function
  // computes anyway, or else the address as it is.
  static const Value *with(const Sight &sight, const Value *value) {
    auto *address = dyn_cast<GEPOperator>(sight.pointer);
    if (!address)
      return sight.pointer;
    for (const User *user : usersOfIndex(value))
      if (auto *other = dyn_cast<GEPOperator>(user);
          other && isMadeAlike(*address, *other, sight.value, value))
        return other;
    return sight.pointer;
  }

  // GEPs that use a value or its extension.
  static SmallVector<const User *, 8> usersOfIndex(const Value *value) {
    SmallVector<const User *, 8> users(value->users());
    for (const User *user : value->users())
      if (isa<CastInst>(user))
        append_range(users, user->users());
    return users;
  }

  static bool isMadeAlike(const GEPOperator &a, const GEPOperator &b, const Value *of_a, const Value *of_b) {
    if (a.getNumOperands() != b.getNumOperands() || a.getSourceElementType() != b.getSourceElementType())
      return false;
    return all_of(zip_equal(a.operands(), b.operands()), [&](const auto &pair) {
      const Value *first = std::get<0>(pair), *second = std::get<1>(pair);
      return first == second || (withoutExtension(first) == of_a && withoutExtension(second) == of_b);
    });
  }

  static const Value *withoutExtension(const Value *value) {
    return isa<CastInst>(value) ? cast<CastInst>(value)->getOperand(0) : value;
  }

  // Whether two pointers are the same within an iteration.
  bool isSame(const Value *a, const Value *b, unsigned steps) const {
    if (a == b)
      return true;
    if (steps == 0)
      return false;
    auto through = [&](const Value *value) -> const Value * {
      auto *phi = dyn_cast<PHINode>(value);
      return phi && phi->getNumIncomingValues() == 1 ? phi->getIncomingValue(0) : nullptr;
    };
    if (const Value *inner = through(a))
      return isSame(inner, b, steps - 1);
    if (const Value *inner = through(b))
      return isSame(a, inner, steps - 1);
    auto *first = dyn_cast<Instruction>(a), *second = dyn_cast<Instruction>(b);
    return first && second && isa<GetElementPtrInst, CastInst>(first) && first->isSameOperationAs(second) &&
           all_of(zip_equal(first->operands(), second->operands()),
                  [&](const auto &pair) { return isSame(std::get<0>(pair), std::get<1>(pair), steps - 1); });
  }

  // Whether the edge is taken only where the value equals what was loaded.
  bool isComparedOn(const BasicBlockEdge &edge, const Sight &sight) const {
    auto *branch = dyn_cast<BranchInst>(edge.getStart()->getTerminator());
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      return false;
    auto *comparison = dyn_cast<ICmpInst>(branch->getCondition());
    if (!comparison || !comparison->isEquality() || !loop_.contains(branch->getParent()))
      return false;
    const bool equal_here =
        (comparison->getPredicate() == ICmpInst::ICMP_EQ) == (branch->getSuccessor(0) == edge.getEnd());
    return equal_here && any_of(ArrayRef<unsigned>{0, 1}, [&](unsigned i) {
             auto *load = dyn_cast<LoadInst>(comparison->getOperand(i));
             return load && isSame(comparison->getOperand(1 - i), sight.value, kMostSteps) &&
                    isSame(load->getPointerOperand(), sight.pointer, kMostSteps);
           });
  }

  bool isComparedOnTheWayTo(const BasicBlock *where, const Sight &sight) const {
    for (auto *node = dominators_.getNode(where); node && node->getIDom(); node = node->getIDom()) {
      const BasicBlock *branch = node->getIDom()->getBlock();
      if (!loop_.contains(branch))
        return false;
      for (const BasicBlock *next : successors(branch)) {
        const BasicBlockEdge edge(branch, next);
        if (isComparedOn(edge, sight) && dominators_.dominates(edge, where))
          return true;
      }
    }
    return false;
  }

  const Loop &loop_;
  const DominatorTree &dominators_;
};

// Whether the attempt before has found what this one expects.
bool expectsWhatWasFound(const AtomicCmpXchgInst &attempt, const Loop &loop) {
  auto *phi = dyn_cast<PHINode>(withoutCasts(attempt.getCompareOperand()));
  if (!phi || phi->getParent() != loop.getHeader() || !loop.isLoopInvariant(attempt.getPointerOperand()))
    return false;
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
    if (loop.contains(phi->getIncomingBlock(i)) && !isOld(phi->getIncomingValue(i), attempt))
      return false;
  return true;
}

// Where the loop goes on after a failure; null where it does not ask whether the attempt has failed.
const BasicBlock *successorAfterFailure(const AtomicCmpXchgInst &attempt) {
  auto *branch = dyn_cast<BranchInst>(attempt.getParent()->getTerminator());
  if (!branch || branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
    return nullptr;
  Value *condition = branch->getCondition(), *inverted = nullptr;
  bool if_true = true; // the attempt has succeeded
  if (match(condition, m_Not(m_Value(inverted)))) {
    condition = inverted;
    if_true = false;
  }
  if (auto *part = dyn_cast<ExtractValueInst>(condition))
    return part->getAggregateOperand() == &attempt && part->getIndices() == ArrayRef<unsigned>(1)
               ? branch->getSuccessor(if_true ? 1 : 0)
               : nullptr;
  auto *comparison = dyn_cast<ICmpInst>(condition);
  if (!comparison || !comparison->isEquality())
    return nullptr;
  const Value *expected = withoutCasts(attempt.getCompareOperand());
  for (unsigned i : {0, 1})
    if (isOld(comparison->getOperand(i), attempt) && withoutCasts(comparison->getOperand(1 - i)) == expected)
      return branch->getSuccessor((comparison->getPredicate() == ICmpInst::ICMP_EQ) == if_true ? 1 : 0);
  return nullptr;
}

} // namespace

bool goesOnOnlyAfterFailures(const Loop &loop, const DominatorTree &dominators) {
  SmallVector<BasicBlock *, 2> latches;
  loop.getLoopLatches(latches);
  const SeenBefore seen_before(loop, dominators);
  // A latch, or the only way to one.
  auto comesAfter = [&](const BasicBlock *latch, const AtomicCmpXchgInst &attempt) {
    const BasicBlock *next = successorAfterFailure(attempt);
    if (!next || !loop.contains(next))
      return false;
    return next == loop.getHeader() ? latch == attempt.getParent()
                                    : dominators.dominates(BasicBlockEdge(attempt.getParent(), next), latch);
  };
  SmallVector<const AtomicCmpXchgInst *, 2> attempts;
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      if (auto *attempt = dyn_cast<AtomicCmpXchgInst>(&instruction);
          attempt && !attempt->isWeak() &&
          (expectsWhatWasFound(*attempt, loop) || seen_before.holds(*attempt)))
        attempts.push_back(attempt);
  return !latches.empty() && all_of(latches, [&](const BasicBlock *latch) {
    return any_of(attempts, [&](const AtomicCmpXchgInst *attempt) { return comesAfter(latch, *attempt); });
  });
}

} // namespace raddle::analysis
