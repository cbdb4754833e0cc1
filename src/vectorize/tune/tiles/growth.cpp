#include "vectorize/tune/tiles/growth.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace raddle::vectorize {

Growth::Growth(Loop &loop)
    : loop_(loop), builder_(loop.getLoopPreheader()->getTerminator()),
      layout_(loop.getHeader()->getDataLayout()) {}

// Of an integer or a pointer, as an integer in front of the loop; null where that is not known.
Value *Growth::of(Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !loop_.contains(instruction))
    return none(value->getType());
  if (auto known = known_.find(value); known != known_.end())
    return known->second;
  known_[value] = nullptr;
  Value *growth = compute(*instruction);
  return known_[value] = growth;
}

bool Growth::isNone(const Value *growth) {
  auto *constant = dyn_cast_or_null<Constant>(growth);
  return constant && constant->isNullValue();
}

// In some iterations.
Value *Growth::in(std::uint64_t iterations, Value *growth) {
  return combine(Instruction::Mul, growth, ConstantInt::get(growth->getType(), iterations));
}

// Values of other types are of no matter but that they stay what they are.
Value *Growth::none(Type *type) const {
  return Constant::getNullValue(type->isPtrOrPtrVectorTy()   ? layout_.getIndexType(type)
                                : type->isIntOrIntVectorTy() ? type
                                                             : builder_.getInt64Ty());
}

Value *Growth::compute(Instruction &instruction) {
  if (auto *phi = dyn_cast<PHINode>(&instruction))
    return ofPhi(*phi);
  if (all_of(instruction.operands(), [&](Value *operand) { return isNone(of(operand)); }))
    return none(instruction.getType());
  if (instruction.getType()->isVectorTy())
    return nullptr;
  if (auto *address = dyn_cast<GetElementPtrInst>(&instruction))
    return ofAddress(*address);
  if (isa<SExtInst, ZExtInst, TruncInst>(instruction)) {
    Value *inner = of(instruction.getOperand(0));
    return inner ? resize(inner, instruction.getType()) : nullptr;
  }
  auto *binary = dyn_cast<BinaryOperator>(&instruction);
  return binary ? ofOperation(*binary) : nullptr;
}

Value *Growth::ofPhi(PHINode &phi) {
  if (phi.getType()->isVectorTy())
    return nullptr;
  if (phi.getParent() != loop_.getHeader()) {
    // A counter of a loop within starts anew, and goes the same way.
    for (const Loop *inner : loop_)
      if (inner->getHeader() == phi.getParent() && inner->isLoopSimplifyForm())
        return of(phi.getIncomingValueForBlock(inner->getLoopPreheader()));
    return nullptr;
  }
  Value *next = phi.getIncomingValueForBlock(loop_.getLoopLatch());
  if (auto *sum = dyn_cast<BinaryOperator>(next); sum && sum->getOpcode() == Instruction::Add)
    for (unsigned i = 0; i < 2; ++i)
      if (sum->getOperand(i) == &phi && loop_.isLoopInvariant(sum->getOperand(1 - i)))
        return sum->getOperand(1 - i);
  if (auto *address = dyn_cast<GetElementPtrInst>(next);
      address && address->getPointerOperand() == &phi &&
      all_of(address->indices(), [&](Value *index) { return loop_.isLoopInvariant(index); }))
    return offsetOf(*address, true, [](Value *index) { return index; });
  return nullptr;
}

Value *Growth::ofOperation(BinaryOperator &operation) {
  Value *left = of(operation.getOperand(0)), *right = of(operation.getOperand(1));
  if (!left || !right)
    return nullptr;
  switch (operation.getOpcode()) {
  case Instruction::Add:
    return combine(Instruction::Add, left, right);
  case Instruction::Or:
    return cast<PossiblyDisjointInst>(operation).isDisjoint() ? combine(Instruction::Add, left, right)
                                                              : nullptr;
  case Instruction::Sub:
    return combine(Instruction::Sub, left, right);
  case Instruction::Mul:
    if (loop_.isLoopInvariant(operation.getOperand(1)))
      return combine(Instruction::Mul, left, operation.getOperand(1));
    return loop_.isLoopInvariant(operation.getOperand(0))
               ? combine(Instruction::Mul, operation.getOperand(0), right)
               : nullptr;
  case Instruction::Shl:
    return loop_.isLoopInvariant(operation.getOperand(1))
               ? combine(Instruction::Shl, left, operation.getOperand(1))
               : nullptr;
  default:
    return nullptr;
  }
}

Value *Growth::ofAddress(GetElementPtrInst &address) {
  Value *base = of(address.getPointerOperand());
  Value *offset = base ? offsetOf(address, false, [&](Value *index) { return of(index); }) : nullptr;
  if (!offset)
    return nullptr;
  // The constant part is there in both iterations.
  return combine(Instruction::Add, base, offset);
}

// What the variable indices add to an address.
Value *Growth::offsetOf(GetElementPtrInst &address, bool with_constant,
                        function_ref<Value *(Value *)> index_value) {
  MapVector<Value *, APInt> indices;
  APInt constant(layout_.getIndexTypeSizeInBits(address.getType()), 0);
  if (!cast<GEPOperator>(address).collectOffset(layout_, constant.getBitWidth(), indices, constant))
    return nullptr;
  Type *type = layout_.getIndexType(address.getType());
  Value *sum = with_constant ? ConstantInt::get(type, constant) : none(type);
  for (const auto &[index, scale] : indices) {
    Value *value = index_value(index);
    if (!value)
      return nullptr;
    sum = combine(Instruction::Add, sum,
                  combine(Instruction::Mul, resize(value, type), ConstantInt::get(type, scale)));
  }
  return sum;
}

// The same for all rows of a tile, so that it takes one register.
Value *Growth::combine(Instruction::BinaryOps operation, Value *left, Value *right) {
  Value *&result = made_[{operation, left, right}];
  return result ? result : result = builder_.CreateBinOp(operation, left, right);
}
Value *Growth::resize(Value *value, Type *type) {
  Value *&result = made_[{type->getIntegerBitWidth(), value, nullptr}];
  return result ? result : result = builder_.CreateSExtOrTrunc(value, type);
}

} // namespace raddle::vectorize
