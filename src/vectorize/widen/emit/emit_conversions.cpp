// Conversions from floating point to integers, which saturate (see define_conversions.cpp). LLVM takes vectors of them
// apart, lane by lane.

#include "vectorize/widen/emit/warp_emitter.h"

#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace raddle::vectorize {

bool WarpEmitter::emitSaturatingConversion(CallInst &call) {
  const bool is_signed = call.getIntrinsicID() == Intrinsic::fptosi_sat;
  Type *type = call.getType();
  if ((!is_signed && call.getIntrinsicID() != Intrinsic::fptoui_sat) || !type->isIntegerTy() ||
      !isPowerOf2_32(type->getIntegerBitWidth()) || type->getIntegerBitWidth() < 8 ||
      type->getIntegerBitWidth() > 64)
    return false;
  Value *numbers = vector(call.getArgOperand(0));
  if (Type *from = call.getArgOperand(0)->getType(); from->isHalfTy() || from->isBFloatTy())
    numbers = builder_.CreateFPExt(numbers, widened(builder_.getFloatTy()));
  define(call, saturate(numbers, type, is_signed));
  return true;
}

// NaN becomes 0.
Value *WarpEmitter::saturate(Value *numbers, Type *type, bool is_signed) {
  Type *from = numbers->getType();
  const unsigned bits = type->getIntegerBitWidth();
  const APInt least = is_signed ? APInt::getSignedMinValue(bits) : APInt::getMinValue(bits),
              most = is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
  auto asNumber = [&](const APInt &integer) {
    APFloat number(from->getScalarType()->getFltSemantics());
    number.convertFromAPInt(integer, /*IsSigned=*/false, APFloat::rmNearestTiesToEven);
    return number;
  };
  // The smallest is 0 or a power of two, and so is what lies above the largest.
  APFloat low = asNumber(is_signed ? least.abs() : least);
  if (is_signed)
    low.changeSign();
  Constant *lowest = ConstantFP::get(from, low);
  // Processors convert to 32 bits and more. Fewer are what PTX's own conversions ask for.
  Type *wide = widened(builder_.getIntNTy(std::max(bits, 32u)));
  auto convert = [&](Value *in_range) {
    Value *integers = is_signed || bits < 32 ? builder_.CreateFPToSI(in_range, wide)
                                             : builder_.CreateFPToUI(in_range, wide);
    return builder_.CreateTrunc(integers, widened(type));
  };
  Constant *zero = Constant::getNullValue(widened(type));
  if (const unsigned digits = bits - (is_signed ? 1 : 0);
      digits <= APFloat::semanticsPrecision(low.getSemantics())) {
    Constant *highest = ConstantFP::get(from, asNumber(most));
    Value *in_range = builder_.CreateSelect(builder_.CreateFCmpOGT(numbers, lowest), numbers, lowest);
    in_range = builder_.CreateSelect(builder_.CreateFCmpOLT(in_range, highest), in_range, highest);
    Value *integers = convert(in_range);
    return is_signed ? builder_.CreateSelect(builder_.CreateFCmpORD(numbers, numbers), integers, zero)
                     : integers;
  }
  Constant *first_above = ConstantFP::get(from, asNumber(most.zext(bits + 1) + 1));
  Value *is_in_range = builder_.CreateAnd(builder_.CreateFCmpOGE(numbers, lowest),
                                          builder_.CreateFCmpOLT(numbers, first_above));
  Value *integers = convert(builder_.CreateSelect(is_in_range, numbers, Constant::getNullValue(from)));
  integers = builder_.CreateSelect(builder_.CreateFCmpOGE(numbers, first_above),
                                   ConstantInt::get(widened(type), most), integers);
  return is_signed ? builder_.CreateSelect(builder_.CreateFCmpOLT(numbers, lowest),
                                           ConstantInt::get(widened(type), least), integers)
                   : integers;
}

} // namespace raddle::vectorize
