// What is above the lower 64 bits of a product: `__umul64hi(a, b)`, or `(unsigned __int128)a * b >> 61`. LLVM takes
// vectors of 128 bits apart, lane by lane.

#include "vectorize/widen/emit/arithmetic/arithmetic.h"
#include "vectorize/widen/emit/values_in_lanes.h"
#include "vectorize/widen/emit/vectors.h"
#include "vectorize/widen/plan/vector_registers.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

Value *lowerHalf(WarpBuilder &warp, Value *wide, unsigned depth = 0);

// The lower 64 bits of a product of 128 bits that is shifted to the right.
Value *upperBitsOfProduct(WarpBuilder &warp, BinaryOperator &shifted) {
  constexpr unsigned kBits = 64;
  Value *a = nullptr, *b = nullptr;
  const APInt *distance = nullptr, *constant = nullptr;
  if (!match(&shifted, m_Shr(m_Mul(m_Value(a), m_Value(b)), m_APInt(distance))) || distance->uge(2 * kBits))
    return nullptr;
  const bool is_signed = isa<SExtInst>(a);
  // What it holds may not be more than 64 bits, with or without sign as the other one's.
  auto narrowed = [&](Value *factor) -> Value * {
    const bool is_known = match(factor, m_APInt(constant)) &&
                          (is_signed ? constant->isSignedIntN(kBits) : constant->isIntN(kBits));
    return is_known || (is_signed ? isa<SExtInst>(factor) : isa<ZExtInst>(factor)) ? lowerHalf(warp, factor)
                                                                                   : nullptr;
  };
  a = narrowed(a), b = narrowed(b);
  if (!a || !b)
    return nullptr;
  const std::uint64_t shift = distance->getZExtValue();
  const unsigned lanes = VectorRegisters::of(warp.machine).bits / kBits;
  SmallVector<Value *, 8> parts;
  for (unsigned first = 0; first < kLanes; first += lanes) {
    Value *left = partOf(warp, a, first, lanes), *right = partOf(warp, b, first, lanes);
    Value *part = upperHalfOfProduct(warp, left, right, is_signed);
    auto by = [&](std::uint64_t bits) { return ConstantInt::get(part->getType(), bits); };
    if (shift >= kBits)
      part = warp.CreateBinOp(shifted.getOpcode(), part, by(shift - kBits));
    else if (shift > 0)
      part = warp.CreateOr(warp.CreateShl(part, by(kBits - shift)),
                           warp.CreateLShr(warp.CreateMul(left, right), by(shift)));
    parts.push_back(part);
  }
  return concatenate(warp, std::move(parts));
}

// The lower 64 bits of what is made of products of 128 bits, as a vector. Null where it is not known how.
Value *lowerHalf(WarpBuilder &warp, Value *wide, unsigned depth) {
  constexpr unsigned kBits = 64, kDeepest = 4;
  Type *type = widened(warp.getIntNTy(kBits));
  const APInt *constant = nullptr;
  if (match(wide, m_APInt(constant)))
    return ConstantInt::get(type, constant->trunc(kBits));
  if (auto *extension = dyn_cast<CastInst>(wide); extension && isa<ZExtInst, SExtInst>(extension)) {
    Value *narrow = extension->getOperand(0);
    return narrow->getType()->getIntegerBitWidth() <= kBits && isAtHand(warp, *narrow)
               ? warp.CreateCast(extension->getOpcode(), warp.vector(narrow), type)
               : nullptr;
  }
  auto *operation = dyn_cast<BinaryOperator>(wide);
  if (!operation || depth > kDeepest)
    return nullptr;
  switch (operation->getOpcode()) {
  case Instruction::LShr:
  case Instruction::AShr:
    return upperBitsOfProduct(warp, *operation);
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul: {
    Value *a = lowerHalf(warp, operation->getOperand(0), depth + 1);
    Value *b = a ? lowerHalf(warp, operation->getOperand(1), depth + 1) : nullptr;
    return b ? warp.CreateBinOp(operation->getOpcode(), a, b) : nullptr;
  }
  default:
    return nullptr;
  }
}

} // namespace

Value *upperHalfOfProduct(WarpBuilder &warp, Value *a, Value *b, bool is_signed) {
  Type *type = a->getType();
  Constant *half = ConstantInt::get(type, 32), *mask = ConstantInt::get(type, UINT32_MAX);
  auto lower = [&](Value *number) { return warp.CreateAnd(number, mask); };
  auto upper = [&](Value *number) { return warp.CreateLShr(number, half); };
  Value *middle =
      warp.CreateAdd(warp.CreateMul(upper(a), lower(b)), upper(warp.CreateMul(lower(a), lower(b))));
  Value *other_middle = warp.CreateAdd(warp.CreateMul(lower(a), upper(b)), lower(middle));
  Value *result = warp.CreateAdd(warp.CreateMul(upper(a), upper(b)), upper(middle));
  result = warp.CreateAdd(result, upper(other_middle));
  if (!is_signed)
    return result;
  // Without sign a negative number is 2^64 more.
  auto whereNegative = [&](Value *negative, Value *number) {
    return warp.CreateSelect(warp.CreateIsNeg(negative), number, Constant::getNullValue(type));
  };
  result = warp.CreateSub(result, whereNegative(a, b));
  return warp.CreateSub(result, whereNegative(b, a));
}

Value *emitTruncatedProduct(WarpBuilder &warp, Instruction &instruction) {
  Value *wide = nullptr;
  if (!match(&instruction, m_Trunc(m_Value(wide))) || !wide->getType()->isIntegerTy(128) ||
      instruction.getType()->getScalarSizeInBits() > 64)
    return nullptr;
  Value *half = lowerHalf(warp, wide);
  return half ? warp.CreateTrunc(half, widened(instruction.getType())) : nullptr;
}

} // namespace raddle::vectorize
