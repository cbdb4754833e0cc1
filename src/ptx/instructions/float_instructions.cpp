// f32 and f64. Modifiers .ftz and .sat are seen to by Operands for all instructions.

#include "ptx/instructions/call.h"

using namespace llvm;

namespace raddle::ptx {

namespace {

bool isDouble(const Call &call) { return call.type("t").bits == 64; }

// The device library's suffix for a rounding; "" for the one that needs no library.
std::string directed(const Call &call) {
  const std::string rounding = call.get("rnd");
  return rounding == "rz" ? "_rz" : rounding == "rm" ? "_rd" : rounding == "rp" ? "_ru" : "";
}

// A plain operation when it rounds to nearest, else a function such as __fadd_rz or __dadd_rz.
Emit rounded(Emit to_nearest, const char *for_float, const char *for_double) {
  return [=](Call &call) -> Value * {
    const std::string suffix = directed(call);
    if (suffix.empty())
      return to_nearest(call);
    SmallVector<Value *, 3> arguments;
    for (const auto &source : call.sources)
      arguments.append(source.begin(), source.end());
    return call.callFunction((isDouble(call) ? for_double : for_float) + suffix, call.ir("t"), arguments);
  };
}

// A sum, difference or product. Without a rounding in its name, NVIDIA's assembler fuses a product with the sum that it
// goes into, and so does Raddle, as for the operators of C++.
Emit arithmetic(Instruction::BinaryOps operation, const char *for_float, const char *for_double) {
  const auto to_nearest = [=](Call &call) -> Value * {
    Value *result = call.builder.CreateBinOp(operation, call.source(0), call.source(1));
    if (auto *instruction = dyn_cast<Instruction>(result); instruction && call.get("rnd").empty())
      instruction->setHasAllowContract(true);
    return result;
  };
  return rounded(to_nearest, for_float, for_double);
}

Value *reciprocal(Call &call) {
  return call.builder.CreateFDiv(ConstantFP::get(call.ir("t"), 1), call.source(0));
}

// .approx of f64: the upper half of the number alone counts, and of the result.
Emit approximateDouble(Emit emit) {
  return [=](Call &call) -> Value * {
    auto upperHalf = [&](Value *number) {
      Value *bits = call.builder.CreateBitCast(number, call.builder.getInt64Ty());
      return call.builder.CreateBitCast(call.builder.CreateAnd(bits, ~0ull << 32),
                                        call.builder.getDoubleTy());
    };
    call.sources[0][0] = upperHalf(call.source(0));
    return upperHalf(emit(call));
  };
}

Value *divide(Call &call) { return call.builder.CreateFDiv(call.source(0), call.source(1)); }

// .NaN: NaN wins; else the number does. .xorsign: the result has the product's sign.
Emit minOrMax(Intrinsic::ID number_wins, Intrinsic::ID nan_wins) {
  return [=](Call &call) -> Value * {
    Value *a = call.source(0), *b = call.source(1);
    IRBuilder<> &builder = call.builder;
    Value *sign = nullptr;
    if (call.has("xorsign")) {
      sign = builder.CreateXor(call.asInteger(a), call.asInteger(b));
      a = call.intrinsic(Intrinsic::fabs, a);
      b = call.intrinsic(Intrinsic::fabs, b);
    }
    // -0 is below +0.
    Value *result;
    if (call.has("NaN")) {
      Value *chosen = call.intrinsic(nan_wins, {a, b});
      Value *canonical = call.asType(builder.getIntN(call.type("t").bits, 0x7fffffff), call.ir("t"));
      result = builder.CreateSelect(builder.CreateFCmpUNO(a, b), canonical, chosen);
    } else {
      result = call.intrinsic(number_wins, {a, b});
    }
    if (!sign)
      return result;
    Value *signed_result = call.intrinsic(Intrinsic::copysign, {result, call.asType(sign, call.ir("t"))});
    return builder.CreateSelect(builder.CreateFCmpUNO(result, result), result, signed_result);
  };
}

Value *copySign(Call &call) {
  // The sign is that of the first operand.
  return call.intrinsic(Intrinsic::copysign, {call.source(1), call.source(0)});
}

Value *testProperty(Call &call) {
  const std::string property = call.get("property");
  const FPClassTest test = property == "finite"       ? fcFinite
                           : property == "infinite"   ? fcInf
                           : property == "number"     ? ~fcNan & fcAllFlags
                           : property == "notanumber" ? fcNan
                           : property == "normal"     ? fcNormal | fcZero
                                                      : fcSubnormal;
  return call.builder.createIsFPClass(call.source(0), test);
}

} // namespace

const std::vector<Row> &floatInstructions() {
  static const auto fma = intrinsic(Intrinsic::fma);
  static const std::vector<Row> rows = {
      {"add {rnd:@rnd} {ftz} {sat} <t:f32>", "=t t t", arithmetic(Instruction::FAdd, "__fadd", "__dadd")},
      {"add {rnd:@rnd} <t:f64>", "=t t t", arithmetic(Instruction::FAdd, "__fadd", "__dadd")},
      {"sub {rnd:@rnd} {ftz} {sat} <t:f32>", "=t t t", arithmetic(Instruction::FSub, "__fsub", "__dsub")},
      {"sub {rnd:@rnd} <t:f64>", "=t t t", arithmetic(Instruction::FSub, "__fsub", "__dsub")},
      {"mul {rnd:@rnd} {ftz} {sat} <t:f32>", "=t t t", arithmetic(Instruction::FMul, "__fmul", "__dmul")},
      {"mul {rnd:@rnd} <t:f64>", "=t t t", arithmetic(Instruction::FMul, "__fmul", "__dmul")},
      {"fma <rnd:@rnd> {ftz} {sat} <t:f32>", "=t t t t", rounded(fma, "__fmaf", "__fma")},
      {"fma <rnd:@rnd> <t:f64>", "=t t t t", rounded(fma, "__fmaf", "__fma")},
      {"mad <rnd:@rnd> {ftz} {sat} <t:f32>", "=t t t t", rounded(fma, "__fmaf", "__fma")},
      {"mad <rnd:@rnd> <t:f64>", "=t t t t", rounded(fma, "__fmaf", "__fma")},
      {"div <rnd:@rnd> {ftz} <t:f32>", "=t t t", rounded(divide, "__fdiv", "__ddiv")},
      {"div <rnd:@rnd> <t:f64>", "=t t t", rounded(divide, "__fdiv", "__ddiv")},
      {"div <approx|full> {ftz} <t:f32>", "=t t t", library("__nv_fast_fdividef")},
      {"rcp <rnd:@rnd> {ftz} <t:f32>", "=t t", rounded(reciprocal, "__frcp", "__drcp")},
      {"rcp <rnd:@rnd> <t:f64>", "=t t", rounded(reciprocal, "__frcp", "__drcp")},
      {"rcp <approx> {ftz} <t:f32>", "=t t", reciprocal},
      {"rcp <approx> <ftz> <t:f64>", "=t t", approximateDouble(library("__raddle_ptx_rcp_approx_ftz_f64"))},
      {"sqrt <rnd:@rnd> {ftz} <t:f32>", "=t t", rounded(intrinsic(Intrinsic::sqrt), "__fsqrt", "__dsqrt")},
      {"sqrt <rnd:@rnd> <t:f64>", "=t t", rounded(intrinsic(Intrinsic::sqrt), "__fsqrt", "__dsqrt")},
      {"sqrt <approx> {ftz} <t:f32>", "=t t", intrinsic(Intrinsic::sqrt)},
      {"rsqrt <approx> {ftz} <t:f32>", "=t t", library("__frsqrt_rn")},
      {"rsqrt <approx> <t:f64>", "=t t", library("__raddle_ptx_rsqrt_approx_f64")},
      {"rsqrt <approx> <ftz> <t:f64>", "=t t",
       approximateDouble(library("__raddle_ptx_rsqrt_approx_ftz_f64"))},
      {"sin <approx> {ftz} <t:f32>", "=t t", library("__nv_fast_sinf")},
      {"cos <approx> {ftz} <t:f32>", "=t t", library("__nv_fast_cosf")},
      {"lg2 <approx> {ftz} <t:f32>", "=t t", library("__nv_fast_log2f")},
      {"ex2 <approx> {ftz} <t:f32>", "=t t", library("__nv_exp2f")},
      {"tanh <approx> <t:f32>", "=t t", library("__nv_tanhf")},
      {"abs {ftz} <t:f32>", "=t t", intrinsic(Intrinsic::fabs)},
      {"abs <t:f64>", "=t t", intrinsic(Intrinsic::fabs)},
      {"neg {ftz} <t:f32>", "=t t", [](Call &call) { return call.builder.CreateFNeg(call.source(0)); }},
      {"neg <t:f64>", "=t t", [](Call &call) { return call.builder.CreateFNeg(call.source(0)); }},
      {"min {ftz} {NaN} {xorsign} {abs} <t:f32>", "=t t t", minOrMax(Intrinsic::minnum, Intrinsic::minimum)},
      {"min <t:f64>", "=t t t", minOrMax(Intrinsic::minnum, Intrinsic::minimum)},
      {"max {ftz} {NaN} {xorsign} {abs} <t:f32>", "=t t t", minOrMax(Intrinsic::maxnum, Intrinsic::maximum)},
      {"max <t:f64>", "=t t t", minOrMax(Intrinsic::maxnum, Intrinsic::maximum)},
      {"copysign <t:f32|f64>", "=t t t", copySign},
      {"testp <property:finite|infinite|number|notanumber|normal|subnormal> <t:f32|f64>", "=pred t",
       testProperty},
  };
  return rows;
}

} // namespace raddle::ptx
