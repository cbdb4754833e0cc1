#include "vectorize/normalise/minima.h"

#include "vectorize/processor.h"

#include <llvm/IR/IntrinsicsNVPTX.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool isOfFloats(const Value &value) {
  const Type *element = value.getType()->getScalarType();
  return element->isFloatTy() || element->isDoubleTy();
}

// Whether a value cannot be a signalling NaN: arithmetic makes none, memory may hold some.
bool isQuiet(const Value *value, unsigned depth = 0) {
  if (auto *constant = dyn_cast<Constant>(value)) {
    auto *number = dyn_cast_or_null<ConstantFP>(constant->getType()->isVectorTy() ? constant->getSplatValue()
                                                                                  : constant);
    return number && !number->getValueAPF().isSignaling();
  }
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == 4)
    return false;
  switch (instruction->getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
  case Instruction::FPExt:
  case Instruction::FPTrunc:
    return true;
  case Instruction::Select:
    return isQuiet(instruction->getOperand(1), depth + 1) && isQuiet(instruction->getOperand(2), depth + 1);
  case Instruction::ShuffleVector:
    return isQuiet(instruction->getOperand(0), depth + 1) &&
           (isa<PoisonValue>(instruction->getOperand(1)) || isQuiet(instruction->getOperand(1), depth + 1));
  case Instruction::InsertElement:
    return isa<PoisonValue>(instruction->getOperand(0)) && isQuiet(instruction->getOperand(1), depth + 1);
  case Instruction::Call:
    return is_contained({Intrinsic::fma, Intrinsic::sqrt}, cast<CallInst>(instruction)->getIntrinsicID());
  default:
    return false;
  }
}

// A constant bound, which a comparison can stand for: a NaN is neither less nor greater.
ConstantFP *bound(Value *value) {
  auto *constant = dyn_cast<Constant>(value);
  auto *number = dyn_cast_or_null<ConstantFP>(
      constant && constant->getType()->isVectorTy() ? constant->getSplatValue() : constant);
  return number && !number->isNaN() ? number : nullptr;
}

// The bound is as good as a number that equals it, but where that may be the right one of two zeros.
Value *withBound(IRBuilder<> &builder, Value *value, Value *right, bool is_minimum) {
  const ConstantFP *number = bound(right);
  const bool takes_equal = number->isZero() && number->isNegative() != is_minimum;
  const CmpInst::Predicate better = is_minimum ? (takes_equal ? CmpInst::FCMP_OLE : CmpInst::FCMP_OLT)
                                               : (takes_equal ? CmpInst::FCMP_OGE : CmpInst::FCMP_OGT);
  return builder.CreateSelect(builder.CreateFCmp(better, value, right), value, right);
}

// AVX-512's vrange knows the order of -0 and +0 and ignores quiet NaNs; LLVM's own code for minnum takes
// three instructions, and leaves the order of zeros open.
Value *range(IRBuilder<> &builder, CallInst &call, bool is_minimum) {
  Type *element = call.getType()->getScalarType();
  const unsigned lanes = element->isFloatTy() ? 16 : 8;
  const Intrinsic::ID id = element->isFloatTy() ? Intrinsic::x86_avx512_mask_range_ps_512
                                                : Intrinsic::x86_avx512_mask_range_pd_512;
  Value *operation = builder.getInt32(is_minimum ? 4 : 5), *rounding = builder.getInt32(4);
  Value *all = Constant::getAllOnesValue(builder.getIntNTy(lanes));
  Value *nothing = Constant::getNullValue(FixedVectorType::get(element, lanes));
  SmallVector<Value *, 4> parts;
  const unsigned count = cast<FixedVectorType>(call.getType())->getNumElements();
  for (unsigned first = 0; first < count; first += lanes) {
    auto numbers = to_vector(seq<int>(static_cast<int>(first), static_cast<int>(first + lanes)));
    Value *left = builder.CreateShuffleVector(call.getArgOperand(0), numbers);
    Value *right = builder.CreateShuffleVector(call.getArgOperand(1), numbers);
    parts.push_back(builder.CreateIntrinsic(id, {}, {left, right, operation, nothing, all, rounding}));
  }
  return concatenateVectors(builder, parts);
}

// Where both are equal, they differ in the sign of zero at most: or gives -0, and gives +0.
Value *withOrderedZeros(IRBuilder<> &builder, CallInst &call, bool is_minimum) {
  Value *left = call.getArgOperand(0), *right = call.getArgOperand(1);
  Type *integer = call.getType()->getWithNewType(builder.getIntNTy(call.getType()->getScalarSizeInBits()));
  Value *left_bits = builder.CreateBitCast(left, integer),
        *right_bits = builder.CreateBitCast(right, integer);
  Value *zero =
      is_minimum ? builder.CreateOr(left_bits, right_bits) : builder.CreateAnd(left_bits, right_bits);
  // Nobody's operand: what they get is the select.
  Value *other = builder.CreateBinaryIntrinsic(plainMinimum(call.getIntrinsicID()), left, right);
  return builder.CreateSelect(builder.CreateFCmpOEQ(left, right), builder.CreateBitCast(zero, call.getType()),
                              other);
}

void bindMinimum(CallInst &call, const TargetMachine &machine) {
  IRBuilder<> builder(&call);
  auto *vector = dyn_cast<FixedVectorType>(call.getType());
  const bool is_minimum = plainMinimum(call.getIntrinsicID()) == Intrinsic::minnum;
  if (!bound(call.getArgOperand(1)) && bound(call.getArgOperand(0))) {
    Value *first = call.getArgOperand(0);
    call.setArgOperand(0, call.getArgOperand(1));
    call.setArgOperand(1, first);
  }
  Value *left = call.getArgOperand(0), *right = call.getArgOperand(1);
  const bool has_range = isQuiet(left) && isQuiet(right) && vector &&
                         vector->getPrimitiveSizeInBits() % 512 == 0 && hasFeature(machine, "avx512dq") &&
                         hasFeature(machine, "evex512");
  Value *result = nullptr;
  if (bound(right))
    result = withBound(builder, left, right, is_minimum);
  else
    result = has_range ? range(builder, call, is_minimum) : withOrderedZeros(builder, call, is_minimum);
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

// The calls that `wanted` holds for, among those of intrinsic functions.
SmallVector<CallInst *, 8> callsIn(Module &module, function_ref<bool(const CallInst &)> wanted) {
  SmallVector<CallInst *, 8> calls;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction);
          call && call->getIntrinsicID() != Intrinsic::not_intrinsic && isOfFloats(*call) && wanted(*call))
        calls.push_back(call);
  return calls;
}

} // namespace

Intrinsic::ID plainMinimum(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::nvvm_fmin_f:
  case Intrinsic::nvvm_fmin_d:
    return Intrinsic::minnum;
  case Intrinsic::nvvm_fmax_f:
  case Intrinsic::nvvm_fmax_d:
    return Intrinsic::maxnum;
  default:
    return id;
  }
}

void disguiseMinima(Module &module) {
  for (CallInst *call : callsIn(module, [](const CallInst &call) {
         return is_contained({Intrinsic::minnum, Intrinsic::maxnum}, call.getIntrinsicID()) &&
                !call.getType()->isVectorTy();
       })) {
    const bool is_minimum = call->getIntrinsicID() == Intrinsic::minnum,
               is_float = call->getType()->isFloatTy();
    call->setCalledFunction(Intrinsic::getDeclaration(
        &module, is_minimum ? (is_float ? Intrinsic::nvvm_fmin_f : Intrinsic::nvvm_fmin_d)
                            : (is_float ? Intrinsic::nvvm_fmax_f : Intrinsic::nvvm_fmax_d)));
  }
}

void bindMinima(Module &module, const TargetMachine &machine) {
  for (CallInst *call : callsIn(module, [](const CallInst &call) {
         return is_contained({Intrinsic::minnum, Intrinsic::maxnum}, plainMinimum(call.getIntrinsicID()));
       }))
    bindMinimum(*call, machine);
}

} // namespace raddle::vectorize
