// Conversions from floating point to integers as a GPU does them.
//
//   int i = (int)3e9f;      // to LLVM: undefined; on a GPU: 2147483647
//
// Values out of range saturate. NaN gives 0 from float to 32 bits, and otherwise the number with only the highest bit set.
// A smaller integer is cut out of one of 32 bits: 300 becomes an unsigned char of 44 (all measured on an H100, CUDA 13.0).

#include "vectorize/passes.h"

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

void define(CastInst *cast) {
  IRBuilder<> builder(cast);
  Value *number = cast->getOperand(0);
  Type *from = number->getType();
  const unsigned bits = cast->getType()->getScalarSizeInBits();
  Type *to = cast->getType()->getWithNewBitWidth(std::max(bits, 32u));
  auto saturating = cast->getOpcode() == Instruction::FPToSI ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
  Value *result = builder.CreateIntrinsic(saturating, {to, from}, {number});
  // What is cut out of the highest bit alone is 0 as well.
  if (bits > 32 || (bits == 32 && from->getScalarType()->isDoubleTy())) {
    Value *is_nan = builder.CreateFCmpUNO(number, number);
    Constant *highest_bit = ConstantInt::get(to, APInt::getSignMask(bits));
    result = builder.CreateSelect(is_nan, highest_bit, result);
  }
  result = builder.CreateTrunc(result, cast->getType());
  result->takeName(cast);
  cast->replaceAllUsesWith(result);
  cast->eraseFromParent();
}

} // namespace

void defineConversions(Module &module) {
  SmallVector<CastInst *, 16> conversions;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (isa<FPToSIInst>(instruction) || isa<FPToUIInst>(instruction))
        conversions.push_back(cast<CastInst>(&instruction));
  for (CastInst *conversion : conversions)
    define(conversion);
}

} // namespace raddle::vectorize
