// A 64-bit value is shuffled as two words, which widen does at once where it sees what both are parts of. LLVM's
// reassociation takes such values apart in sums:
//
//   low = shfl(trunc(a)), high = shfl(trunc(a >> 32))
//   p = a + zext(low)                                          w = zext(low) | zext(high) << 32
//   b = p + (zext(high) << 32)                     becomes     b = a + w
//   ... trunc(p), trunc(b >> 32)                               ... trunc(b), trunc(b >> 32)

#include "vectorize/reshape/passes.h"

#include "nvvm/runtime_functions.h"
#include "vectorize/reshape/reachable_functions.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

constexpr unsigned kHalf = 32;

// Both read from the same lanes.
bool areAlike(const CallInst &a, const CallInst &b) {
  if (a.getCalledFunction() != b.getCalledFunction())
    return false;
  return all_of(seq(0u, a.arg_size()), [&](unsigned operand) {
    return operand == nvvm::kShuffledOperand || a.getArgOperand(operand) == b.getArgOperand(operand);
  });
}

// The shuffle of which this is the lower or the upper half.
CallInst *lowerHalfOf(Value &value) {
  Value *word;
  return match(&value, m_ZExt(m_Value(word))) && nvvm::isShuffle(*word) ? cast<CallInst>(word) : nullptr;
}
CallInst *upperHalfOf(Value &value) {
  Value *lower;
  return match(&value, m_Shl(m_Value(lower), m_SpecificInt(kHalf))) ? lowerHalfOf(*lower) : nullptr;
}

bool areHalves(Value &a, Value &b) {
  const CallInst *lower = lowerHalfOf(a), *upper = upperHalfOf(b);
  if (!lower || !upper) {
    lower = lowerHalfOf(b);
    upper = upperHalfOf(a);
  }
  return lower && upper && lower != upper && areAlike(*lower, *upper);
}

// Operations that can be done half by half; addition carries to the upper one.
bool mayBeTakenApart(const Instruction &operation) {
  return operation.getType()->isIntegerTy(2 * kHalf) &&
         (operation.getOpcode() == Instruction::Add || operation.getOpcode() == Instruction::Xor ||
          operation.getOpcode() == Instruction::Or);
}

class HalvesOfFunction {
public:
  explicit HalvesOfFunction(Function &function) : function_(function) {}

  bool join() {
    SmallVector<BinaryOperator *, 16> operations;
    for (Instruction &instruction : instructions(function_))
      if (auto *operation = dyn_cast<BinaryOperator>(&instruction); operation && mayBeTakenApart(*operation))
        operations.push_back(operation);
    bool changed = false;
    for (BinaryOperator *operation : operations)
      changed |= joinIn(*operation);
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead_);
    return changed;
  }

private:
  // (a + one half) + the other half.
  bool joinIn(BinaryOperator &operation) {
    for (unsigned outer : {0, 1}) {
      auto *inner = dyn_cast<BinaryOperator>(operation.getOperand(1 - outer));
      if (!inner || inner->getOpcode() != operation.getOpcode())
        continue;
      Value *half = operation.getOperand(outer);
      for (unsigned side : {0, 1}) {
        Value *other = inner->getOperand(side);
        if (!areHalves(*half, *other))
          continue;
        IRBuilder<> builder(&operation);
        Value *whole = builder.CreateOr(half, other, "whole");
        Value *joined = builder.CreateBinOp(operation.getOpcode(), inner->getOperand(1 - side), whole);
        takeLowerHalf(*inner, *half, *joined);
        joined->takeName(&operation);
        operation.replaceAllUsesWith(joined);
        dead_.push_back(&operation);
        dead_.push_back(inner);
        return true;
      }
    }
    return false;
  }

  // What lacks the upper half only, has the lower half of all.
  void takeLowerHalf(BinaryOperator &inner, Value &half, Value &joined) {
    if (!upperHalfOf(half))
      return;
    for (User *user : make_early_inc_range(inner.users()))
      if (auto *lower = dyn_cast<TruncInst>(user); lower && lower->getType()->isIntegerTy(kHalf) &&
                                                   dominators_.dominates(cast<Instruction>(&joined), lower)) {
        lower->setOperand(0, &joined);
        lower->dropPoisonGeneratingFlags();
      }
  }

  Function &function_;
  const DominatorTree dominators_{function_};
  SmallVector<WeakTrackingVH, 16> dead_;
};

} // namespace

bool pairHalves(Function &kernel) {
  bool changed = false;
  for (Function *function : reachableFunctions(kernel))
    changed |= HalvesOfFunction(*function).join();
  return changed;
}

} // namespace raddle::vectorize
