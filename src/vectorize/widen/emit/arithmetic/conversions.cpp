// Conversions from floating point to integers, which saturate (see define_conversions.cpp). LLVM takes vectors of them
// apart, lane by lane.

#include "vectorize/widen/emit/arithmetic/arithmetic.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// NaN becomes 0.
Value *saturate(WarpBuilder &warp, Value *numbers, Type *type, bool is_signed) {
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
  Type *wide = widened(warp.getIntNTy(std::max(bits, 32u)));
  auto convert = [&](Value *in_range) {
    Value *integers =
        is_signed || bits < 32 ? warp.CreateFPToSI(in_range, wide) : warp.CreateFPToUI(in_range, wide);
    return warp.CreateTrunc(integers, widened(type));
  };
  Constant *zero = Constant::getNullValue(widened(type));
  if (const unsigned digits = bits - (is_signed ? 1 : 0);
      digits <= APFloat::semanticsPrecision(low.getSemantics())) {
    Constant *highest = ConstantFP::get(from, asNumber(most));
    Value *in_range = warp.CreateSelect(warp.CreateFCmpOGT(numbers, lowest), numbers, lowest);
    in_range = warp.CreateSelect(warp.CreateFCmpOLT(in_range, highest), in_range, highest);
    Value *integers = convert(in_range);
    return is_signed ? warp.CreateSelect(warp.CreateFCmpORD(numbers, numbers), integers, zero) : integers;
  }
  Constant *first_above = ConstantFP::get(from, asNumber(most.zext(bits + 1) + 1));
  Value *is_in_range =
      warp.CreateAnd(warp.CreateFCmpOGE(numbers, lowest), warp.CreateFCmpOLT(numbers, first_above));
  Value *integers = convert(warp.CreateSelect(is_in_range, numbers, Constant::getNullValue(from)));
  integers = warp.CreateSelect(warp.CreateFCmpOGE(numbers, first_above),
                               ConstantInt::get(widened(type), most), integers);
  return is_signed ? warp.CreateSelect(warp.CreateFCmpOLT(numbers, lowest),
                                       ConstantInt::get(widened(type), least), integers)
                   : integers;
}

} // namespace

void emitSaturatingConversion(WarpBuilder &warp, CallInst &call) {
  Value *numbers = warp.vector(call.getArgOperand(0));
  if (Type *from = call.getArgOperand(0)->getType(); from->isHalfTy() || from->isBFloatTy())
    numbers = warp.CreateFPExt(numbers, widened(warp.getFloatTy()));
  warp.define(call, saturate(warp, numbers, call.getType(), call.getIntrinsicID() == Intrinsic::fptosi_sat));
}

} // namespace raddle::vectorize
