#include "vectorize/reshape/lanes/lanes_of_loop.h"

#include "nvvm/runtime_functions.h"
#include "vectorize/reshape/lanes/call_effects.h"

#include <llvm/Analysis/InstructionSimplify.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

struct Incoming {
  const Value *value;
  const BasicBlock *block;
};

// What a phi in the loop's header may be in the next iteration; phis between are looked through. Poison comes by edges that
// are never taken.
SmallVector<Incoming, 4> nextValuesOf(const PHINode &phi, const Loop &loop) {
  SmallVector<Incoming, 4> values;
  SmallVector<const PHINode *, 4> worklist{&phi};
  SmallPtrSet<const PHINode *, 4> seen{&phi};
  while (!worklist.empty()) {
    const PHINode *next = worklist.pop_back_val();
    for (const auto &[value, block] : zip_equal(next->incoming_values(), next->blocks())) {
      if (!loop.contains(block) || isa<PoisonValue>(value))
        continue;
      auto *before = dyn_cast<PHINode>(value);
      if (!before || before == &phi || !loop.contains(before))
        values.push_back({value, block});
      else if (seen.insert(before).second)
        worklist.push_back(before);
    }
  }
  return values;
}

// Whether a number is none but zero where `replaced` is `by`.
bool isTrueWhere(Value &number, Value &replaced, Constant &by, const SimplifyQuery &query) {
  auto *result = dyn_cast_or_null<ConstantInt>(
      &number == &replaced
          ? &by
          : simplifyWithOpReplaced(&number, &replaced, &by, query, /*AllowRefinement=*/true));
  return result && !result->isZero();
}

// Whether it is not zero where a condition holds, or where it does not.
bool isTrueWhere(Value &number, Value &condition, bool holds, const SimplifyQuery &query) {
  Value *first = nullptr, *second = nullptr;
  if (holds ? match(&condition, m_LogicalAnd(m_Value(first), m_Value(second)))
            : match(&condition, m_LogicalOr(m_Value(first), m_Value(second))))
    return isTrueWhere(number, *first, holds, query) || isTrueWhere(number, *second, holds, query);
  if (isTrueWhere(number, condition, *ConstantInt::get(condition.getType(), holds), query))
    return true;
  ICmpInst::Predicate predicate;
  Constant *constant = nullptr;
  return match(&condition, m_ICmp(predicate, m_Value(first), m_Constant(constant))) &&
         predicate == (holds ? ICmpInst::ICMP_EQ : ICmpInst::ICMP_NE) &&
         isTrueWhere(number, *first, *constant, query);
}

// Whether only those come to `block` for whom it is not zero.
bool isTrueAt(Value &number, const BasicBlock &block, const Loop &loop, const DominatorTree &dominators) {
  const SimplifyQuery query(block.getModule()->getDataLayout());
  return any_of(loop.blocks(), [&](const BasicBlock *from) {
    auto *branch = dyn_cast<BranchInst>(from->getTerminator());
    return branch && branch->isConditional() && any_of(seq(2u), [&](unsigned side) {
             return dominators.dominates(BasicBlockEdge(from, branch->getSuccessor(side)), &block) &&
                    isTrueWhere(number, *branch->getCondition(), side == 0, query);
           });
  });
}

// Whether a mask, in the header, names all lanes that begin an iteration.
bool namesAllIn(const PHINode &mask, const Loop &loop, const DominatorTree &dominators) {
  for (const auto &[value, block] : zip_equal(mask.incoming_values(), mask.blocks()))
    if (!loop.contains(block) && !match(value.get(), m_AllOnes()))
      return false;
  return all_of(nextValuesOf(mask, loop), [&](const Incoming &next) {
    if (!nvvm::isCallOf(*next.value, nvvm::Runtime::raddle_vote_ballot))
      return false;
    auto *ballot = cast<CallInst>(next.value);
    return ballot->getArgOperand(1) == &mask &&
           isTrueAt(*ballot->getArgOperand(2), *next.block, loop, dominators);
  });
}

} // namespace

bool meetsAllOfLoop(const Instruction &operation, const Instruction &other, const LoopInfo &loops,
                    const DominatorTree &dominators) {
  auto *mask = dyn_cast_or_null<PHINode>(maskOfOperation(operation));
  const Loop *loop = mask ? loops.getLoopFor(mask->getParent()) : nullptr;
  return loop && loop->getHeader() == mask->getParent() && loop->contains(&operation) &&
         loop->contains(&other) && namesAllIn(*mask, *loop, dominators);
}

} // namespace raddle::vectorize
