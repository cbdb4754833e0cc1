#include "vectorize/widen/plan/decisions/warp_operations.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;
using Form = nvvm::RuntimeFunction::Form;

// A shuffle, and those after it in its block that have the same mask, as far as it is known here which lanes they read from.
SmallVector<CallInst *, 8> shufflesFrom(CallInst &first) {
  auto isKnown = [&](const Value *operand) {
    auto *computed = dyn_cast<Instruction>(operand);
    return !computed || computed->getParent() != first.getParent() || computed->comesBefore(&first);
  };
  SmallVector<CallInst *, 8> shuffles;
  for (Instruction &instruction : make_range(first.getIterator(), first.getParent()->end())) {
    auto *call = dyn_cast<CallInst>(&instruction);
    if (!call || isa<IntrinsicInst>(call))
      continue;
    if (!nvvm::isShuffle(*call) || maskOperand(*call) != maskOperand(first) ||
        !isKnown(call->getArgOperand(3)) || !isKnown(call->getArgOperand(4)))
      break;
    shuffles.push_back(call);
  }
  return shuffles;
}

// The other half, which comes later, and the whole.
OtherHalf otherHalf(const CallInst &call) {
  auto halfOf = [](Value *value) -> std::pair<Value *, bool> {
    Value *whole = nullptr;
    if (match(value, m_Trunc(m_LShr(m_Value(whole), m_SpecificInt(32)))) && whole->getType()->isIntegerTy(64))
      return {whole, true};
    if (match(value, m_Trunc(m_Value(whole))) && whole->getType()->isIntegerTy(64))
      return {whole, false};
    return {nullptr, false};
  };
  auto [whole, is_upper] = halfOf(call.getArgOperand(2));
  if (!whole)
    return {};
  for (const Instruction *next = call.getNextNode(); next; next = next->getNextNode()) {
    auto *other = const_cast<CallInst *>(dyn_cast<CallInst>(next));
    if (!other || other->getCalledFunction() != call.getCalledFunction())
      continue;
    bool alike = true;
    for (unsigned operand : {1, 3, 4})
      alike &= other->getArgOperand(operand) == call.getArgOperand(operand);
    if (alike && halfOf(other->getArgOperand(2)) == std::pair(whole, !is_upper))
      return {other, whole, /*is_lower=*/is_upper};
  }
  return {};
}

OperationKind kindOfMatch(Runtime match) {
  switch (match) {
  case Runtime::raddle_match_any_32:
  case Runtime::raddle_match_any_64:
    return OperationKind::kMatchAny;
  case Runtime::raddle_match_all_32:
  case Runtime::raddle_match_all_64:
    return OperationKind::kMatchAll;
  default:
    nvvm::refuseToWrite(match);
  }
}

OperationKind kindOf(const nvvm::RuntimeFunction &function, bool has_one_mask) {
  switch (function.form) {
  case Form::Vote:
    return has_one_mask ? OperationKind::kVote : OperationKind::kGroupVote;
  case Form::Shuffle:
    return OperationKind::kLookUp;
  case Form::Reduce:
    return has_one_mask ? OperationKind::kReduction : OperationKind::kGroupReduction;
  case Form::Match:
    return kindOfMatch(function.id);
  case Form::Sync:
    return OperationKind::kSync;
  default:
    nvvm::refuseToWrite(function.id);
  }
}

} // namespace

OperationDecision OperationPlanner::decide(CallInst &call, const nvvm::RuntimeFunction &function) {
  OperationDecision decision{kindOf(function, context_.isUniform(maskOperand(call))), &function};
  if (made_along_.contains(&call)) {
    decision.kind = OperationKind::kWithOther;
    decision.checks_lanes = false;
    return decision;
  }
  decision.checks_lanes = !checked_.contains(&call);
  if (function.form != Form::Shuffle)
    return decision;
  if (decision.checks_lanes) {
    decision.shuffles = shufflesFrom(call);
    checked_.insert(decision.shuffles.begin(), decision.shuffles.end());
  }
  decideShuffle(call, decision);
  if (decision.other.call)
    made_along_.insert(decision.other.call);
  return decision;
}

void OperationPlanner::decideShuffle(CallInst &call, OperationDecision &decision) const {
  if (context_.isUniform(&call)) {
    decision.kind = OperationKind::kOneLane;
    if (!context_.isUniform(call.getArgOperand(2)))
      decision.other = otherHalf(call);
    return;
  }
  decision.other = otherHalf(call);
  decision.distance = sameDistance(call, decision.function->id, decision.other.call != nullptr);
  if (decision.distance)
    decision.kind = OperationKind::kSameDistance;
  else if (context_.shapes.of(call.getArgOperand(3)).isConstant() && isa<ConstantInt>(call.getArgOperand(4)))
    decision.kind = OperationKind::kKnownLanes;
}

// Where each lane reads from the lane as far from its own as all others do, of 32 in a circle or by exclusive or: the
// operand that says how far, if that is known at run time only. AVX-512 looks 32 bits up as fast as it moves them.
Value *OperationPlanner::sameDistance(const CallInst &call, Runtime shuffle, bool has_other_half) const {
  Value *operand = call.getArgOperand(3);
  if (shuffle == Runtime::raddle_shfl_idx) {
    // lane + distance, which need not be taken modulo 32; with fewer bits it would be another lane.
    Value *sum;
    const APInt *kept;
    if (match(operand, m_And(m_Value(sum), m_APInt(kept))) && kept->countr_one() >= Log2_32(kLanes))
      operand = sum;
    auto *bounds = dyn_cast<ConstantInt>(call.getArgOperand(4));
    if (!bounds || bounds->getZExtValue() != kLanes - 1 || !context_.shapes.of(operand).isScalar() ||
        context_.shapes.of(operand).stride() != 1)
      return nullptr;
  } else if (!context_.isUniform(operand))
    return nullptr;
  if ((context_.has_wide_permutes && !has_other_half) || context_.shapes.of(operand).isConstant())
    return nullptr;
  return operand;
}

} // namespace raddle::vectorize
