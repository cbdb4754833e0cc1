// Functions for this machine's instruction set: SLEEF's versions, minima and maxima.

#include "nvvm/sleef.h"
#include "vectorize/passes.h"
#include "vectorize/root_estimate.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Sequence.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/MC/MCSubtargetInfo.h>

using namespace llvm;

namespace raddle::vectorize {

bool hasFeature(const CompileJob &job, StringRef feature) {
  return job.target->getMCSubtargetInfo()->checkFeatures(("+" + feature).str());
}

namespace {

void bindSleef(CompileJob &job) {
  for (Function &function : make_early_inc_range(*job.module)) {
    if (!function.isDeclaration() || !nvvm::isSleefFunction(function.getName()))
      continue;
    std::string name =
        nvvm::scalarVersion(function.getName(), [&](StringRef feature) { return hasFeature(job, feature); });
    if (name != function.getName())
      function.setName(name);
  }
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

// A constant bound, which a comparison can stand for: of two equal numbers the bound is the right one, and a
// NaN is not less than it.
ConstantFP *bound(Value *value, bool is_minimum) {
  auto *constant = dyn_cast<Constant>(value);
  auto *number = dyn_cast_or_null<ConstantFP>(
      constant && constant->getType()->isVectorTy() ? constant->getSplatValue() : constant);
  if (!number || number->isNaN() || (number->isZero() && number->isNegative() != is_minimum))
    return nullptr;
  return number;
}

// AVX-512's vrange knows the order of -0 and +0 and ignores quiet NaNs; LLVM's own code for minnum takes
// three instructions, and leaves the order of zeros open.
Value *range(IRBuilder<> &builder, IntrinsicInst &call, bool is_minimum) {
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
Value *withOrderedZeros(IRBuilder<> &builder, IntrinsicInst &call, bool is_minimum) {
  Value *left = call.getArgOperand(0), *right = call.getArgOperand(1);
  Type *integer = call.getType()->getWithNewType(builder.getIntNTy(call.getType()->getScalarSizeInBits()));
  Value *left_bits = builder.CreateBitCast(left, integer),
        *right_bits = builder.CreateBitCast(right, integer);
  Value *zero =
      is_minimum ? builder.CreateOr(left_bits, right_bits) : builder.CreateAnd(left_bits, right_bits);
  Value *other = builder.CreateBinaryIntrinsic(call.getIntrinsicID(), left, right);
  return builder.CreateSelect(builder.CreateFCmpOEQ(left, right), builder.CreateBitCast(zero, call.getType()),
                              other);
}

void bindMinimum(CompileJob &job, IntrinsicInst &call) {
  Type *element = call.getType()->getScalarType();
  if (!element->isFloatTy() && !element->isDoubleTy())
    return;
  IRBuilder<> builder(&call);
  auto *vector = dyn_cast<FixedVectorType>(call.getType());
  const bool is_minimum = call.getIntrinsicID() == Intrinsic::minnum;
  if (!bound(call.getArgOperand(1), is_minimum) && bound(call.getArgOperand(0), is_minimum)) {
    Value *first = call.getArgOperand(0);
    call.setArgOperand(0, call.getArgOperand(1));
    call.setArgOperand(1, first);
  }
  Value *left = call.getArgOperand(0), *right = call.getArgOperand(1);
  const bool has_range = isQuiet(left) && isQuiet(right) && vector &&
                         vector->getPrimitiveSizeInBits() % 512 == 0 && hasFeature(job, "avx512dq") &&
                         hasFeature(job, "evex512");
  Value *result = nullptr;
  if (bound(right, is_minimum))
    result = builder.CreateSelect(
        builder.CreateFCmp(is_minimum ? CmpInst::FCMP_OLT : CmpInst::FCMP_OGT, left, right), left, right);
  else
    result = has_range ? range(builder, call, is_minimum) : withOrderedZeros(builder, call, is_minimum);
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

} // namespace

void bindMaths(CompileJob &job) {
  bindSleef(job);
  bindRootEstimates(job);
  for (Function &function : *job.module) {
    SmallVector<IntrinsicInst *, 8> minima;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
        if (is_contained({Intrinsic::minnum, Intrinsic::maxnum}, call->getIntrinsicID()))
          minima.push_back(call);
    for (IntrinsicInst *call : minima)
      bindMinimum(job, *call);
  }
}

} // namespace raddle::vectorize
