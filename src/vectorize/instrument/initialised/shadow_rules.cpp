#include "vectorize/instrument/initialised/shadow_rules.h"

#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool isConstantOfOnes(const Value *shadow) {
  auto *constant = dyn_cast<Constant>(shadow);
  return constant && constant->isAllOnesValue();
}

bool isZero(const Value *shadow) {
  auto *constant = dyn_cast<Constant>(shadow);
  return constant && constant->isNullValue();
}

// Most shadows are zero. LLVM cannot fold more while phis have no operands yet.
Value *orOf(IRBuilderBase &builder, Value *a, Value *b) {
  return isZero(a) ? b : isZero(b) ? a : builder.CreateOr(a, b);
}
Value *andOf(IRBuilderBase &builder, Value *a, Value *b) {
  return isZero(a) ? a : isZero(b) ? b : builder.CreateAnd(a, b);
}

// The bits of the value, as a number or a vector of numbers.
Value *bitsOf(IRBuilderBase &builder, Value *value, Type *shadow_type) {
  if (value->getType() == shadow_type)
    return value;
  return value->getType()->isPtrOrPtrVectorTy() ? builder.CreatePtrToInt(value, shadow_type)
                                                : builder.CreateBitCast(value, shadow_type);
}

// Those that do nothing but move bits: their shadow moves alike.
bool movesBits(Intrinsic::ID intrinsic) {
  switch (intrinsic) {
  case Intrinsic::bswap:
  case Intrinsic::bitreverse:
  case Intrinsic::fshl:
  case Intrinsic::fshr:
    return true;
  default:
    return false;
  }
}

} // namespace

Type *shadowTypeOf(Type *type, const DataLayout &layout) {
  if (type->isIntOrIntVectorTy())
    return type;
  Type *element = type->getScalarType();
  if (isa<ScalableVectorType>(type) || (!element->isFloatingPointTy() && !element->isPointerTy()))
    return nullptr;
  return type->getWithNewType(IntegerType::get(
      type->getContext(), static_cast<unsigned>(layout.getTypeSizeInBits(element).getFixedValue())));
}

Value *isPoisoned(IRBuilderBase &builder, Value *shadow) {
  auto *vector = dyn_cast<FixedVectorType>(shadow->getType());
  if (!vector)
    return builder.CreateIsNotNull(shadow);
  Value *any = builder.CreateExtractElement(shadow, std::uint64_t{0});
  for (unsigned i = 1; i < vector->getNumElements(); ++i)
    any = builder.CreateOr(any, builder.CreateExtractElement(shadow, i));
  return builder.CreateIsNotNull(any);
}

bool hasShadowRule(const Instruction &instruction) {
  if (!shadowTypeOf(instruction.getType(), instruction.getDataLayout()))
    return false;
  if (isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, PHINode, GetElementPtrInst,
          ExtractElementInst, InsertElementInst, ShuffleVectorInst, FreezeInst>(instruction))
    return true;
  if (auto *part = dyn_cast<ExtractValueInst>(&instruction))
    return isa<WithOverflowInst>(part->getAggregateOperand());
  auto *call = dyn_cast<CallInst>(&instruction);
  return call && call->getCalledFunction() && call->getCalledFunction()->isDeclaration() &&
         call->doesNotAccessMemory() && !call->isConvergent() && call->arg_size() > 0;
}

Value *ShadowRules::of(IRBuilderBase &builder, Instruction &instruction) {
  Type *type = shadowTypeOf(instruction.getType(), instruction.getDataLayout());
  if (auto *operation = dyn_cast<BinaryOperator>(&instruction);
      operation && operation->getType()->isIntOrIntVectorTy())
    return ofBinary(builder, *operation);
  if (auto *comparison = dyn_cast<ICmpInst>(&instruction))
    return ofComparison(builder, *comparison);
  if (auto *select = dyn_cast<SelectInst>(&instruction))
    return ofSelect(builder, *select);
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      intrinsic && movesBits(intrinsic->getIntrinsicID()))
    return ofIntrinsic(builder, *intrinsic);
  if (auto *cast = dyn_cast<CastInst>(&instruction)) {
    Value *shadow = shadow_of_(cast->getOperand(0));
    switch (cast->getOpcode()) {
    case Instruction::Trunc:
    case Instruction::ZExt:
    case Instruction::SExt: {
      Value *result = builder.CreateCast(cast->getOpcode(), shadow, type);
      if (cast->getOpcode() != Instruction::ZExt && all_or_none_.contains(shadow))
        all_or_none_.insert(result);
      return result;
    }
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
    case Instruction::AddrSpaceCast:
      return builder.CreateZExtOrTrunc(shadow, type);
    case Instruction::BitCast:
      return builder.CreateBitCast(shadow, type);
    default:
      return allOrNone(builder, instruction, type);
    }
  }
  if (isa<FreezeInst>(instruction)) // LLVM's undefined values are others
    return shadow_of_(instruction.getOperand(0));
  if (auto *extract = dyn_cast<ExtractElementInst>(&instruction))
    return builder.CreateExtractElement(shadow_of_(extract->getVectorOperand()), extract->getIndexOperand());
  if (auto *insert = dyn_cast<InsertElementInst>(&instruction))
    return builder.CreateInsertElement(shadow_of_(insert->getOperand(0)), shadow_of_(insert->getOperand(1)),
                                       insert->getOperand(2));
  if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction))
    return builder.CreateShuffleVector(shadow_of_(shuffle->getOperand(0)), shadow_of_(shuffle->getOperand(1)),
                                       shuffle->getShuffleMask());
  return allOrNone(builder, instruction, type);
}

bool ShadowRules::isFull(Value *shadow) const {
  return isZero(shadow) || isConstantOfOnes(shadow) || all_or_none_.contains(shadow);
}

Value *ShadowRules::ofBinary(IRBuilderBase &builder, BinaryOperator &operation) {
  Value *a = operation.getOperand(0), *b = operation.getOperand(1);
  Value *of_a = shadow_of_(a), *of_b = shadow_of_(b);
  switch (operation.getOpcode()) {
  case Instruction::And: // a 0 that is known decides
    return orOf(builder, andOf(builder, of_a, of_b),
                orOf(builder, andOf(builder, a, of_b), andOf(builder, of_a, b)));
  case Instruction::Or: // a 1 does
    return orOf(builder, andOf(builder, of_a, of_b),
                orOf(builder, andOf(builder, builder.CreateNot(a), of_b),
                     andOf(builder, of_a, builder.CreateNot(b))));
  case Instruction::Xor:
  case Instruction::Add:
  case Instruction::Sub: {
    // Carries are left out: sums put together numbers of which each has bits of its own.
    Value *either = orOf(builder, of_a, of_b);
    if (isFull(of_a) && isFull(of_b))
      all_or_none_.insert(either);
    return either;
  }
  case Instruction::Mul: {
    // Bits below the lowest one of both are known, all above may have changed.
    Value *either = orOf(builder, of_a, of_b);
    if (!isFull(of_a) || !isFull(of_b))
      return orOf(builder, either, builder.CreateNeg(either));
    all_or_none_.insert(either);
    return either;
  }
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr: {
    Value *moved = builder.CreateBinOp(operation.getOpcode(), of_a, b);
    return isZero(of_b)
               ? moved
               : orOf(builder, moved, spread(builder, builder.CreateIsNotNull(of_b), of_a->getType()));
  }
  default:
    return allOrNone(builder, operation, operation.getType());
  }
}

// Known bits of both that differ decide whether they are equal. For an order, the smallest and the largest number that
// each of them can be are compared.
Value *ShadowRules::ofComparison(IRBuilderBase &builder, ICmpInst &comparison) {
  Value *of_a = shadow_of_(comparison.getOperand(0)), *of_b = shadow_of_(comparison.getOperand(1));
  Value *a = bitsOf(builder, comparison.getOperand(0), of_a->getType());
  Value *b = bitsOf(builder, comparison.getOperand(1), of_b->getType());
  if (comparison.isEquality()) {
    Value *either = builder.CreateOr(of_a, of_b);
    Value *known_to_differ = builder.CreateAnd(builder.CreateXor(a, b), builder.CreateNot(either));
    return builder.CreateAnd(builder.CreateIsNotNull(either), builder.CreateIsNull(known_to_differ));
  }
  if (comparison.isSigned()) {
    Value *sign = ConstantInt::get(a->getType(), APInt::getSignMask(a->getType()->getScalarSizeInBits()));
    a = builder.CreateXor(a, sign);
    b = builder.CreateXor(b, sign);
  }
  auto smallest = [&](Value *number, Value *shadow) {
    return builder.CreateAnd(number, builder.CreateNot(shadow));
  };
  auto largest = [&](Value *number, Value *shadow) { return builder.CreateOr(number, shadow); };
  const CmpInst::Predicate predicate = comparison.getUnsignedPredicate();
  return builder.CreateXor(builder.CreateICmp(predicate, smallest(a, of_a), largest(b, of_b)),
                           builder.CreateICmp(predicate, largest(a, of_a), smallest(b, of_b)));
}

Value *ShadowRules::ofSelect(IRBuilderBase &builder, SelectInst &select) {
  Value *of_one = shadow_of_(select.getTrueValue()), *of_other = shadow_of_(select.getFalseValue());
  Value *of_condition = shadow_of_(select.getCondition());
  Value *chosen = builder.CreateSelect(select.getCondition(), of_one, of_other);
  if (!isZero(of_condition)) {
    // Bits that both have alike do not depend on it.
    Value *one = bitsOf(builder, select.getTrueValue(), of_one->getType());
    Value *other = bitsOf(builder, select.getFalseValue(), of_one->getType());
    Value *different = builder.CreateOr(builder.CreateXor(one, other), builder.CreateOr(of_one, of_other));
    return builder.CreateSelect(of_condition, different, chosen);
  }
  if (isFull(of_one) && isFull(of_other))
    all_or_none_.insert(chosen);
  return chosen;
}

Value *ShadowRules::ofIntrinsic(IRBuilderBase &builder, IntrinsicInst &intrinsic) {
  SmallVector<Value *, 3> operands(intrinsic.args());
  const bool has_distance = operands.size() == 3;
  for (unsigned i = 0; i < (has_distance ? 2u : operands.size()); ++i)
    operands[i] = shadow_of_(operands[i]);
  Value *moved = builder.CreateIntrinsic(intrinsic.getIntrinsicID(), {intrinsic.getType()}, operands);
  if (!has_distance)
    return moved;
  Value *of_distance = shadow_of_(intrinsic.getArgOperand(2));
  return isZero(of_distance) ? moved
                             : builder.CreateOr(moved, spread(builder, builder.CreateIsNotNull(of_distance),
                                                              moved->getType()));
}

// A result of which each element is known or not, from operands of as many elements, or of one.
Value *ShadowRules::allOrNone(IRBuilderBase &builder, Instruction &instruction, Type *type) {
  SmallVector<Value *, 4> operands;
  if (auto *call = dyn_cast<CallInst>(&instruction))
    append_range(operands, call->args());
  else if (auto *part = dyn_cast<ExtractValueInst>(&instruction))
    append_range(operands, cast<CallInst>(part->getAggregateOperand())->args());
  else
    append_range(operands, instruction.operands());
  Value *full = nullptr;        // of those that have the form of the result already
  Value *is_poisoned = nullptr; // of the others
  const auto *vector = dyn_cast<FixedVectorType>(type);
  for (Value *operand : operands) {
    if (!shadowTypeOf(operand->getType(), instruction.getDataLayout()))
      continue;
    Value *shadow = shadow_of_(operand);
    if (isZero(shadow))
      continue;
    if (shadow->getType() == type && all_or_none_.contains(shadow)) {
      full = full ? builder.CreateOr(full, shadow) : shadow;
      continue;
    }
    auto *its_vector = dyn_cast<FixedVectorType>(shadow->getType());
    Value *is = nullptr;
    if (vector && its_vector && vector->getNumElements() == its_vector->getNumElements())
      is = builder.CreateIsNotNull(shadow);
    else if (vector)
      is = builder.CreateVectorSplat(vector->getNumElements(), isPoisoned(builder, shadow));
    else
      is = isPoisoned(builder, shadow);
    is_poisoned = is_poisoned ? builder.CreateOr(is_poisoned, is) : is;
  }
  if (is_poisoned) {
    Value *others = spread(builder, is_poisoned, type);
    full = full ? builder.CreateOr(full, others) : others;
  }
  if (!full)
    return Constant::getNullValue(type);
  all_or_none_.insert(full);
  return full;
}

Value *ShadowRules::spread(IRBuilderBase &builder, Value *is_poisoned, Type *type) {
  Value *result = builder.CreateSExt(is_poisoned, type);
  all_or_none_.insert(result);
  return result;
}

} // namespace raddle::vectorize
