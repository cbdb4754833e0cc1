// cvt.

#include "ptx/instructions/call.h"

using namespace llvm;

namespace raddle::ptx {

namespace {

// The directed roundings as the device library spells them: rm is down, rp is up.
std::string librarySuffix(const std::string &rounding) {
  return rounding == "rz" ? "rz" : rounding == "rm" ? "rd" : rounding == "rp" ? "ru" : "rn";
}

Value *resized(Call &call, Value *value, bool is_signed, llvm::Type *type) {
  return is_signed ? call.builder.CreateSExtOrTrunc(value, type)
                   : call.builder.CreateZExtOrTrunc(value, type);
}

// .sat: to the nearest number that the destination has.
Value *integerToInteger(Call &call) {
  const Type to = call.type("d"), from = call.type("s");
  Value *value = call.source(0);
  if (call.has("sat")) {
    auto constant = [&](const APInt &number) { return ConstantInt::get(call.builder.getContext(), number); };
    const unsigned value_bits = to.isSigned() ? to.bits - 1 : to.bits;
    const unsigned source_bits = from.isSigned() ? from.bits - 1 : from.bits;
    if (from.isSigned() && !to.isSigned())
      value = call.intrinsic(Intrinsic::smax, {value, constant(APInt(from.bits, 0))});
    else if (from.isSigned() && value_bits < source_bits)
      value = call.intrinsic(Intrinsic::smax,
                             {value, constant(APInt::getSignedMinValue(to.bits).sext(from.bits))});
    if (value_bits < source_bits) {
      const auto smaller = from.isSigned() ? Intrinsic::smin : Intrinsic::umin;
      value = call.intrinsic(smaller, {value, constant(APInt::getLowBitsSet(from.bits, value_bits))});
    }
  }
  return resized(call, value, from.isSigned(), call.ir("d"));
}

// f32 and f64 as they are, f16 and bf16 as f32, which holds them all.
Value *nativeFloat(Call &call) {
  const Type from = call.type("s");
  if (from.isNativeFloat())
    return call.source(0);
  return call.callFunction(call.expand("__raddle_ptx_f32_from_{s}"), call.builder.getFloatTy(),
                           call.source(0));
}

Value *roundedToInteger(Call &call, Value *number) {
  const std::string rounding = call.get("round");
  return call.intrinsic(rounding == "rzi"   ? Intrinsic::trunc
                        : rounding == "rmi" ? Intrinsic::floor
                        : rounding == "rpi" ? Intrinsic::ceil
                                            : Intrinsic::roundeven,
                        number);
}

// Out of range saturates. NaN gives 0 from f32 to 32 bits or fewer, and otherwise the highest bit alone.
Value *floatToInteger(Call &call) {
  Value *number = roundedToInteger(call, nativeFloat(call));
  const Type to = call.type("d");
  Value *integer = call.builder.CreateIntrinsic(to.isSigned() ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat,
                                                {call.ir("d"), number->getType()}, {number});
  if (!number->getType()->isDoubleTy() && to.bits <= 32)
    return integer;
  return call.builder.CreateSelect(call.builder.CreateFCmpUNO(number, number),
                                   call.builder.getInt(APInt::getSignMask(to.bits)), integer);
}

// Converts to f16 or bf16, from a number that is exact in double.
Value *narrowed(Call &call, Value *number, const std::string &format) {
  Value *exact = call.builder.CreateFPExt(number, call.builder.getDoubleTy());
  Value *half = call.callFunction("__raddle_ptx_" + format + "_from_f64_" + librarySuffix(call.get("rnd")),
                                  call.builder.getInt16Ty(), exact);
  if (number->getType()->isDoubleTy() && call.type("s").isFloat()) {
    Value *nan =
        call.callFunction("__raddle_ptx_" + format + "_nan_of_f64", call.builder.getInt16Ty(), exact);
    half = call.builder.CreateSelect(call.builder.CreateFCmpUNO(exact, exact), nan, half);
  }
  if (call.has("relu"))
    half = call.callFunction("__raddle_ptx_relu_" + format, call.builder.getInt16Ty(), half);
  if (call.has("satfinite"))
    half = call.callFunction("__raddle_ptx_finite_" + format, call.builder.getInt16Ty(), half);
  return half;
}

Value *integerToFloat(Call &call) {
  const Type to = call.type("d"), from = call.type("s");
  const std::string rounding = librarySuffix(call.get("rnd"));
  Value *value = call.source(0);
  if (!to.isNativeFloat()) {
    Value *wide = resized(call, value, from.isSigned(), call.builder.getInt64Ty());
    const char *exact =
        from.isSigned() ? "__raddle_ptx_sticky_f64_from_s64" : "__raddle_ptx_sticky_f64_from_u64";
    return narrowed(call, call.callFunction(exact, call.builder.getDoubleTy(), wide), call.get("d"));
  }
  const bool exact = from.bits < (to.bits == 32 ? 32 : 64);
  if (rounding == "rn" || exact)
    return from.isSigned() ? call.builder.CreateSIToFP(value, call.ir("d"))
                           : call.builder.CreateUIToFP(value, call.ir("d"));
  const std::string name = std::string(from.isSigned() ? "__" : "__u") + (from.bits == 64 ? "ll2" : "int2") +
                           (to.bits == 32 ? "float_" : "double_") + rounding;
  return call.callFunction(name, call.ir("d"), value);
}

Value *floatToFloat(Call &call) {
  const Type to = call.type("d"), from = call.type("s");
  Value *number = nativeFloat(call);
  if (!call.get("round").empty()) {
    if (to.bits != from.bits)
      return call.fail("rounding to an integer is for conversions that keep the type");
    number = roundedToInteger(call, number);
  }
  if (!to.isNativeFloat())
    return narrowed(call, number, call.get("d"));
  if (to.bits >= number->getType()->getPrimitiveSizeInBits())
    return call.builder.CreateFPExt(number, call.ir("d"));
  const std::string rounding = librarySuffix(call.get("rnd"));
  if (call.get("rnd").empty())
    return call.fail("a conversion to fewer bits needs a rounding: .rn, .rz, .rm or .rp");
  // .ftz looks at the number before it is rounded.
  if (call.has("ftz")) {
    Value *magnitude = call.intrinsic(Intrinsic::fabs, number);
    Value *zero = call.intrinsic(Intrinsic::copysign, {ConstantFP::get(number->getType(), 0), number});
    number = call.builder.CreateSelect(
        call.builder.CreateFCmpOLT(magnitude, ConstantFP::get(number->getType(), 0x1p-126)), zero, number);
  }
  if (rounding == "rn")
    return call.builder.CreateFPTrunc(number, call.ir("d"));
  return call.callFunction("__double2float_" + rounding, call.ir("d"), number);
}

// The first operand becomes the upper half.
Value *pairFromFloats(Call &call) {
  const std::string format = call.type("d").kind == Type::Kind::Bfloat ? "bf16" : "f16";
  llvm::Type *word = call.builder.getInt32Ty();
  Value *upper = call.builder.CreateZExt(narrowed(call, call.source(0), format), word);
  Value *lower = call.builder.CreateZExt(narrowed(call, call.source(1), format), word);
  return call.builder.CreateOr(call.builder.CreateShl(upper, 16), lower);
}

} // namespace

const std::vector<Row> &conversionInstructions() {
  static const std::vector<Row> rows = {
      {"cvt {sat} <d:@integer> <s:@integer>", "=~d ~s", integerToInteger},
      {"cvt <round:rni|rzi|rmi|rpi> {ftz} {sat} <d:@integer> <s:@float>", "=~d ~s", floatToInteger},
      {"cvt <rnd:@rnd> {ftz} {sat} <d:@float> <s:@integer>", "=~d ~s", integerToFloat},
      {"cvt {rnd:@rnd} {round:rni|rzi|rmi|rpi} {ftz} {sat} {relu} {satfinite} <d:@float> <s:@float>",
       "=~d ~s", floatToFloat},
      {"cvt <rnd:rn|rz> {relu} {satfinite} <d:f16x2|bf16x2> <s:f32>", "=d s s", pairFromFloats},
      {"cvt <rnd:rn|rna|rz> {relu} {satfinite} <d:tf32> <s:f32>", "=b32 f32",
       library("__raddle_ptx_tf32_{rnd}_{relu}")},
      {"cvt <rn> <satfinite> {relu} <d:e4m3x2|e5m2x2> <s:f32>", "=b16 f32 f32",
       library("__raddle_ptx_{d}_{relu}")},
      {"cvt <rn> <satfinite> {relu} <d:e4m3x2|e5m2x2> <s:f16x2>", "=b16 b32",
       library("__raddle_ptx_{d}_from_f16x2_{relu}")},
      {"cvt <rn> {relu} <d:f16x2> <s:e4m3x2|e5m2x2>", "=b32 b16",
       library("__raddle_ptx_f16x2_from_{s}_{relu}")},
      {"cvt <rn> <satfinite> {relu} <d:e2m3x2|e3m2x2> <s:f32>", "=b16 f32 f32",
       library("__raddle_ptx_{d}_{relu}")},
      {"cvt <rn> {relu} <d:f16x2> <s:e2m3x2|e3m2x2>", "=b32 b16",
       library("__raddle_ptx_f16x2_from_{s}_{relu}")},
      {"cvt <rn> <satfinite> {relu} <d:e2m1x2> <s:f32>", "=b8 f32 f32", library("__raddle_ptx_{d}_{relu}")},
      {"cvt <rn> {relu} <d:f16x2> <s:e2m1x2>", "=b32 b8", library("__raddle_ptx_f16x2_from_{s}_{relu}")},
      {"cvt <rnd:rz|rp> {satfinite} <d:ue8m0x2> <s:f32>", "=b16 f32 f32",
       library("__raddle_ptx_ue8m0x2_{rnd}_{satfinite}")},
      {"cvt <rnd:rz|rp> {satfinite} <d:ue8m0x2> <s:bf16x2>", "=b16 b32",
       library("__raddle_ptx_ue8m0x2_from_bf16x2_{rnd}_{satfinite}")},
      {"cvt <rn> <d:bf16x2> <s:ue8m0x2>", "=b32 b16", library("__raddle_ptx_bf16x2_from_ue8m0x2")},
      {"cvt.pack <sat> <d:u16|s16> <s:s32>", "=b32 s32 s32", library("__raddle_ptx_pack_{d}")},
      {"cvt.pack <sat> <d:u8|s8> <s:s32> <b32>", "=b32 s32 s32 b32", library("__raddle_ptx_pack_{d}")},
  };
  return rows;
}

} // namespace raddle::ptx
