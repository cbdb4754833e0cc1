// Integer division as a GPU does it.
//
//   q = a / b;      // b == 0: a GPU computes all ones and goes on, LLVM and x86 fault or worse
//
// becomes, for the case that the divisor is not a constant,
//
//   if (b == 0) { __raddle_division_by_zero(); q = -1; } else { q = b == -1 ? -a : a / b; }
//
// The GPU's values (measured on an H100, CUDA 13.0): a / 0 has all bits set, a % 0 is a; the most negative
// number divided by -1 is itself, with remainder 0. A 64-bit a / 0 whose dividend fits 32 bits unsigned takes
// the GPU's short way and gives 0xffffffff.

#include "vectorize/passes.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool needsGuard(const BinaryOperator &division) {
  auto *divisor = dyn_cast<ConstantInt>(division.getOperand(1));
  return !divisor || divisor->isZero() || divisor->isMinusOne();
}

Value *quotientByZero(IRBuilder<> &builder, Value *dividend) {
  Type *type = dividend->getType();
  Constant *all_ones = Constant::getAllOnesValue(type);
  if (!type->isIntegerTy(64))
    return all_ones;
  Value *is_short = builder.CreateICmpULE(dividend, builder.getInt64(UINT32_MAX));
  return builder.CreateSelect(is_short, builder.getInt64(UINT32_MAX), all_ones);
}

void guard(BinaryOperator *division, FunctionCallee warn) {
  const bool is_signed =
      division->getOpcode() == Instruction::SDiv || division->getOpcode() == Instruction::SRem;
  const bool is_quotient =
      division->getOpcode() == Instruction::SDiv || division->getOpcode() == Instruction::UDiv;
  Value *dividend = division->getOperand(0);
  Value *divisor = division->getOperand(1);
  Type *type = division->getType();

  IRBuilder<> builder(division);
  Value *is_zero = builder.CreateICmpEQ(divisor, Constant::getNullValue(type), "divisor.is.zero");
  Instruction *zero_end = nullptr, *divide_end = nullptr;
  MDNode *unlikely = MDBuilder(builder.getContext()).createUnlikelyBranchWeights();
  SplitBlockAndInsertIfThenElse(is_zero, division, &zero_end, &divide_end, unlikely);

  builder.SetInsertPoint(zero_end);
  builder.SetCurrentDebugLocation(division->getDebugLoc());
  builder.CreateCall(warn);
  Value *zero_result = is_quotient ? quotientByZero(builder, dividend) : dividend;

  builder.SetInsertPoint(divide_end);
  builder.SetCurrentDebugLocation(division->getDebugLoc());
  Value *safe_divisor = divisor;
  Value *is_minus_one = nullptr;
  if (is_signed) {
    is_minus_one = builder.CreateICmpEQ(divisor, Constant::getAllOnesValue(type));
    safe_divisor = builder.CreateSelect(is_minus_one, ConstantInt::get(type, 1), divisor);
  }
  Value *result = builder.CreateBinOp(division->getOpcode(), dividend, safe_divisor);
  if (is_signed && is_quotient)
    result = builder.CreateSelect(is_minus_one, builder.CreateNeg(dividend), result);

  builder.SetInsertPoint(division);
  PHINode *merged = builder.CreatePHI(type, 2);
  merged->addIncoming(zero_result, zero_end->getParent());
  merged->addIncoming(result, divide_end->getParent());
  merged->takeName(division);
  division->replaceAllUsesWith(merged);
  division->eraseFromParent();
}

} // namespace

void guardDivision(Module &module) {
  SmallVector<BinaryOperator *, 16> divisions;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *operation = dyn_cast<BinaryOperator>(&instruction); operation && operation->isIntDivRem() &&
                                                                    operation->getType()->isIntegerTy() &&
                                                                    needsGuard(*operation))
        divisions.push_back(operation);
  if (divisions.empty())
    return;
  FunctionCallee warn =
      module.getOrInsertFunction("__raddle_division_by_zero", Type::getVoidTy(module.getContext()));
  for (BinaryOperator *division : divisions)
    guard(division, warn);
}

} // namespace raddle::vectorize
