// What is above the lower 64 bits of a product: `__umul64hi(a, b)`, or `(unsigned __int128)a * b >> 61`. LLVM takes
// vectors of 128 bits apart, lane by lane.

#include "vectorize/widen/emit/warp_emitter.h"
#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/IR/PatternMatch.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

// Of numbers of 64 bits, all with sign or all without, by products of their halves.
Value *WarpEmitter::upperHalfOfProduct(Value *a, Value *b, bool is_signed) {
  Type *type = a->getType();
  Constant *half = ConstantInt::get(type, 32), *mask = ConstantInt::get(type, UINT32_MAX);
  auto lower = [&](Value *number) { return builder_.CreateAnd(number, mask); };
  auto upper = [&](Value *number) { return builder_.CreateLShr(number, half); };
  Value *middle = builder_.CreateAdd(builder_.CreateMul(upper(a), lower(b)),
                                     upper(builder_.CreateMul(lower(a), lower(b))));
  Value *other_middle = builder_.CreateAdd(builder_.CreateMul(lower(a), upper(b)), lower(middle));
  Value *result = builder_.CreateAdd(builder_.CreateMul(upper(a), upper(b)), upper(middle));
  result = builder_.CreateAdd(result, upper(other_middle));
  if (!is_signed)
    return result;
  // Without sign a negative number is 2^64 more.
  auto whereNegative = [&](Value *negative, Value *number) {
    return builder_.CreateSelect(builder_.CreateIsNeg(negative), number, Constant::getNullValue(type));
  };
  result = builder_.CreateSub(result, whereNegative(a, b));
  return builder_.CreateSub(result, whereNegative(b, a));
}

// The lower 64 bits of what is made of products of 128 bits, as a vector. Null where it is not known how.
Value *WarpEmitter::lowerHalf(Value *wide, unsigned depth) {
  constexpr unsigned kBits = 64, kDeepest = 4;
  Type *type = widened(builder_.getIntNTy(kBits));
  const APInt *constant = nullptr;
  if (match(wide, m_APInt(constant)))
    return ConstantInt::get(type, constant->trunc(kBits));
  if (auto *extension = dyn_cast<CastInst>(wide); extension && isa<ZExtInst, SExtInst>(extension)) {
    Value *narrow = extension->getOperand(0);
    return narrow->getType()->getIntegerBitWidth() <= kBits && isAtHand(*narrow)
               ? builder_.CreateCast(extension->getOpcode(), vector(narrow), type)
               : nullptr;
  }
  auto *operation = dyn_cast<BinaryOperator>(wide);
  if (!operation || depth > kDeepest)
    return nullptr;
  switch (operation->getOpcode()) {
  case Instruction::LShr:
  case Instruction::AShr:
    return upperBitsOfProduct(*operation);
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul: {
    Value *a = lowerHalf(operation->getOperand(0), depth + 1);
    Value *b = a ? lowerHalf(operation->getOperand(1), depth + 1) : nullptr;
    return b ? builder_.CreateBinOp(operation->getOpcode(), a, b) : nullptr;
  }
  default:
    return nullptr;
  }
}

// The lower 64 bits of a product of 128 bits that is shifted to the right.
Value *WarpEmitter::upperBitsOfProduct(BinaryOperator &shifted) {
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
    return is_known || (is_signed ? isa<SExtInst>(factor) : isa<ZExtInst>(factor)) ? lowerHalf(factor)
                                                                                   : nullptr;
  };
  a = narrowed(a), b = narrowed(b);
  if (!a || !b)
    return nullptr;
  const std::uint64_t shift = distance->getZExtValue();
  const unsigned lanes = VectorRegisters::of(job_).bits / kBits;
  SmallVector<Value *, 8> parts;
  for (unsigned first = 0; first < kLanes; first += lanes) {
    Value *left = partOf(a, first, lanes), *right = partOf(b, first, lanes);
    Value *part = upperHalfOfProduct(left, right, is_signed);
    auto by = [&](std::uint64_t bits) { return ConstantInt::get(part->getType(), bits); };
    if (shift >= kBits)
      part = builder_.CreateBinOp(shifted.getOpcode(), part, by(shift - kBits));
    else if (shift > 0)
      part = builder_.CreateOr(builder_.CreateShl(part, by(kBits - shift)),
                               builder_.CreateLShr(builder_.CreateMul(left, right), by(shift)));
    parts.push_back(part);
  }
  return concatenate(std::move(parts));
}

Value *WarpEmitter::emitTruncatedProduct(Instruction &instruction) {
  Value *wide = nullptr;
  if (!match(&instruction, m_Trunc(m_Value(wide))) || !wide->getType()->isIntegerTy(128) ||
      instruction.getType()->getScalarSizeInBits() > 64)
    return nullptr;
  Value *half = lowerHalf(wide);
  return half ? builder_.CreateTrunc(half, widened(instruction.getType())) : nullptr;
}

} // namespace raddle::vectorize
