#include "vectorize/reshape/loops/warp_steps.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

std::uint64_t inWidth(std::uint64_t number, const Type *type) {
  return number & maskTrailingOnes<std::uint64_t>(type->getIntegerBitWidth());
}

// What is true of both.
std::optional<WarpStep> meet(const std::optional<WarpStep> &a, const std::optional<WarpStep> &b) {
  if (!a || !b || a->distance != b->distance)
    return {};
  return WarpStep{a->distance, a->holds_signed && b->holds_signed, a->holds_unsigned && b->holds_unsigned};
}

} // namespace

// Begins with "unknown", and goes down until nothing changes.
WarpSteps::WarpSteps(Function &kernel, const WarpVariants &variants) {
  SmallPtrSet<const Instruction *, 16> depend_on_the_way;
  for (const DivergentRegion &region : variants.regions())
    for (const PHINode &phi : region.merge->phis())
      depend_on_the_way.insert(&phi);
  auto find = [&](const Instruction &instruction) -> State {
    if (!variants.contains(&instruction))
      return State(WarpStep{});
    if (const unsigned step = variants.stepOf(instruction))
      return State(WarpStep{step, true, true});
    if (variants.isSource(instruction) || depend_on_the_way.contains(&instruction) ||
        variants.isInRegion(*instruction.getParent()))
      return State(std::optional<WarpStep>());
    return ofOperands(instruction);
  };
  const ReversePostOrderTraversal<Function *> order(&kernel);
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock *block : order)
      for (const Instruction &instruction : *block) {
        const State state = find(instruction);
        if (!state)
          continue;
        auto [known, is_new] = steps_.try_emplace(&instruction, *state);
        const std::optional<WarpStep> next = meet(known->second, *state);
        changed |= is_new || next != known->second;
        known->second = next;
      }
  }
}

std::optional<WarpStep> WarpSteps::of(const Value *value) const {
  const State state = stateOf(value);
  return state ? *state : std::nullopt;
}

WarpSteps::State WarpSteps::stateOf(const Value *value) const {
  if (!isa<Instruction>(value))
    return State(WarpStep{});
  auto found = steps_.find(value);
  return found == steps_.end() ? State() : State(found->second);
}

WarpSteps::State WarpSteps::ofOperands(const Instruction &instruction) const {
  const State none = std::optional<WarpStep>();
  if (!instruction.getType()->isIntegerTy() || instruction.getType()->getIntegerBitWidth() > 64)
    return none;
  if (auto *phi = dyn_cast<PHINode>(&instruction)) {
    State all;
    for (const Value *incoming : phi->incoming_values()) {
      const State state = isa<UndefValue>(incoming) ? State() : stateOf(incoming);
      if (state)
        all = all ? meet(*all, *state) : *state;
    }
    return all;
  }
  if (isa<TruncInst>(instruction)) {
    const State state = stateOf(instruction.getOperand(0));
    return state && *state ? State(WarpStep{inWidth((*state)->distance, instruction.getType()), false, false})
                           : state;
  }
  auto *operation = dyn_cast<OverflowingBinaryOperator>(&instruction);
  if (!operation)
    return none;
  const State left = stateOf(operation->getOperand(0)), right = stateOf(operation->getOperand(1));
  if (!left || !right)
    return {};
  if (!*left || !*right)
    return none;
  WarpStep result{0, operation->hasNoSignedWrap() && (*left)->holds_signed && (*right)->holds_signed,
                  operation->hasNoUnsignedWrap() && (*left)->holds_unsigned && (*right)->holds_unsigned};
  switch (operation->getOpcode()) {
  case Instruction::Add:
    result.distance = (*left)->distance + (*right)->distance;
    break;
  case Instruction::Sub:
    result.distance = (*left)->distance - (*right)->distance;
    break;
  default: {
    auto *factor = dyn_cast<ConstantInt>(operation->getOperand(1));
    if (!factor)
      return none;
    const bool shifts = operation->getOpcode() == Instruction::Shl;
    if (shifts && factor->getZExtValue() >= factor->getBitWidth())
      return none;
    result.distance =
        (*left)->distance * (shifts ? std::uint64_t{1} << factor->getZExtValue() : factor->getZExtValue());
    break;
  }
  }
  result.distance = inWidth(result.distance, instruction.getType());
  return State(result);
}

} // namespace raddle::vectorize
