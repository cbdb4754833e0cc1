#include "vectorize/tune/tiles/iteration_steps.h"

#include "analysis/induction_step.h"

using namespace llvm;

namespace raddle::vectorize {

IterationSteps::IterationSteps(Loop &loop)
    : loop_(loop), code_(loop), layout_(loop.getHeader()->getDataLayout()) {}

Value *IterationSteps::of(Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop_.contains(instruction))
    return zero(value->getType());
  if (auto known = known_.find(value); known != known_.end())
    return known->second;
  known_[value] = nullptr;
  Value *step = compute(*instruction);
  return known_[value] = step;
}

bool IterationSteps::isZero(const Value *step) {
  auto *constant = dyn_cast_or_null<Constant>(step);
  return constant && constant->isNullValue();
}

Value *IterationSteps::over(std::uint64_t iterations, Value *step) {
  return code_.combine(Instruction::Mul, step, ConstantInt::get(step->getType(), iterations));
}

// A value that is no integer or pointer has a step of zero, or none that is known.
Value *IterationSteps::zero(Type *type) const {
  return Constant::getNullValue(type->isPtrOrPtrVectorTy()   ? layout_.getIndexType(type)
                                : type->isIntOrIntVectorTy() ? type
                                                             : Type::getInt64Ty(type->getContext()));
}

Value *IterationSteps::compute(Instruction &instruction) {
  if (auto *phi = dyn_cast<PHINode>(&instruction))
    return ofPhi(*phi);
  if (all_of(instruction.operands(), [&](Value *operand) { return isZero(of(operand)); }))
    return zero(instruction.getType());
  if (instruction.getType()->isVectorTy())
    return nullptr;
  if (auto *address = dyn_cast<GetElementPtrInst>(&instruction))
    return ofAddress(*address);
  if (isa<SExtInst, ZExtInst, TruncInst>(instruction)) {
    Value *inner = of(instruction.getOperand(0));
    return inner ? code_.resize(inner, instruction.getType()) : nullptr;
  }
  auto *binary = dyn_cast<BinaryOperator>(&instruction);
  return binary ? ofOperation(*binary) : nullptr;
}

Value *IterationSteps::ofPhi(PHINode &phi) {
  if (phi.getType()->isVectorTy())
    return nullptr;
  if (phi.getParent() != loop_.getHeader()) {
    // A counter of an inner loop starts anew, and goes the same way.
    for (const Loop *inner : loop_)
      if (inner->getHeader() == phi.getParent() && inner->isLoopSimplifyForm())
        return of(phi.getIncomingValueForBlock(inner->getLoopPreheader()));
    return nullptr;
  }
  Value *next = phi.getIncomingValueForBlock(loop_.getLoopLatch());
  if (Value *step = analysis::inductionStep(phi, loop_))
    return step;
  if (auto *address = dyn_cast<GetElementPtrInst>(next);
      address && address->getPointerOperand() == &phi &&
      all_of(address->indices(), [&](Value *index) { return loop_.isLoopInvariant(index); }))
    return offsetOf(*address, true, [](Value *index) { return index; });
  return nullptr;
}

Value *IterationSteps::ofOperation(BinaryOperator &operation) {
  Value *left = of(operation.getOperand(0)), *right = of(operation.getOperand(1));
  if (!left || !right)
    return nullptr;
  switch (operation.getOpcode()) {
  case Instruction::Add:
    return code_.combine(Instruction::Add, left, right);
  case Instruction::Or:
    return cast<PossiblyDisjointInst>(operation).isDisjoint() ? code_.combine(Instruction::Add, left, right)
                                                              : nullptr;
  case Instruction::Sub:
    return code_.combine(Instruction::Sub, left, right);
  case Instruction::Mul:
    if (loop_.isLoopInvariant(operation.getOperand(1)))
      return code_.combine(Instruction::Mul, left, operation.getOperand(1));
    return loop_.isLoopInvariant(operation.getOperand(0))
               ? code_.combine(Instruction::Mul, operation.getOperand(0), right)
               : nullptr;
  case Instruction::Shl:
    return loop_.isLoopInvariant(operation.getOperand(1))
               ? code_.combine(Instruction::Shl, left, operation.getOperand(1))
               : nullptr;
  default:
    return nullptr;
  }
}

Value *IterationSteps::ofAddress(GetElementPtrInst &address) {
  Value *base = of(address.getPointerOperand());
  Value *offset = base ? offsetOf(address, false, [&](Value *index) { return of(index); }) : nullptr;
  if (!offset)
    return nullptr;
  // The constant part is there in both iterations.
  return code_.combine(Instruction::Add, base, offset);
}

// The sum of what the variable indices add to an address.
Value *IterationSteps::offsetOf(GetElementPtrInst &address, bool with_constant,
                                function_ref<Value *(Value *)> index_value) {
  MapVector<Value *, APInt> indices;
  APInt constant(layout_.getIndexTypeSizeInBits(address.getType()), 0);
  if (!cast<GEPOperator>(address).collectOffset(layout_, constant.getBitWidth(), indices, constant))
    return nullptr;
  Type *type = layout_.getIndexType(address.getType());
  Value *sum = with_constant ? ConstantInt::get(type, constant) : zero(type);
  for (const auto &[index, scale] : indices) {
    Value *value = index_value(index);
    if (!value)
      return nullptr;
    sum = code_.combine(
        Instruction::Add, sum,
        code_.combine(Instruction::Mul, code_.resize(value, type), ConstantInt::get(type, scale)));
  }
  return sum;
}

} // namespace raddle::vectorize
