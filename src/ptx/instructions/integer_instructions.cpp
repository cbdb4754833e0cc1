// Integer arithmetic, and what keeps the carry from one instruction to the next.

#include "nvvm/runtime_functions.h"
#include "ptx/instructions/call.h"

using namespace llvm;

namespace raddle::ptx {

namespace {

using nvvm::Runtime;

// ---- Products ----

// .lo and .hi are halves of the product, .wide is all of it.
Value *product(Call &call) {
  const std::string part = call.get("part");
  Value *a = call.source(0), *b = call.source(1);
  const unsigned bits = a->getType()->getIntegerBitWidth();
  if (part == "lo")
    return call.builder.CreateMul(a, b);
  Type type = call.type("t");
  llvm::Type *wide = call.builder.getIntNTy(2 * bits);
  auto extended = [&](Value *value) {
    return type.isSigned() ? call.builder.CreateSExt(value, wide) : call.builder.CreateZExt(value, wide);
  };
  Value *whole = call.builder.CreateMul(extended(a), extended(b));
  return part == "wide" ? whole
                        : call.builder.CreateTrunc(call.builder.CreateLShr(whole, bits), a->getType());
}

Value *multiplyAdd(Call &call) {
  Value *summand = product(call);
  if (call.has("sat"))
    return call.intrinsic(Intrinsic::sadd_sat, {summand, call.source(2)});
  return call.builder.CreateAdd(summand, call.source(2));
}

// The low 24 bits of both; .hi is bits 16 to 47 of the product.
Value *multiply24(Call &call) {
  const bool is_signed = call.type("t").isSigned();
  IRBuilder<> &builder = call.builder;
  auto low24 = [&](Value *value) {
    Value *low = builder.CreateTrunc(value, builder.getIntNTy(24));
    return is_signed ? builder.CreateSExt(low, builder.getInt64Ty())
                     : builder.CreateZExt(low, builder.getInt64Ty());
  };
  Value *whole = builder.CreateMul(low24(call.source(0)), low24(call.source(1)));
  Value *part = call.get("part") == "hi" ? builder.CreateLShr(whole, 16) : whole;
  Value *result = builder.CreateTrunc(part, builder.getInt32Ty());
  if (!call.source(2))
    return result;
  if (call.has("sat"))
    return call.intrinsic(Intrinsic::sadd_sat, {result, call.source(2)});
  return builder.CreateAdd(result, call.source(2));
}

// ---- Signed or unsigned, by the type ----

Emit bySign(Emit for_signed, Emit for_unsigned) {
  return [=](Call &call) { return call.type("t").isSigned() ? for_signed(call) : for_unsigned(call); };
}

// x rem 0 has all bits set, other than x % 0 in C++ (measured on an H200, CUDA 13.0).
Emit remainder(Instruction::BinaryOps operation) {
  return [=](Call &call) {
    IRBuilder<> &builder = call.builder;
    Value *divisor = call.source(1);
    Value *by_zero = builder.CreateICmpEQ(divisor, Constant::getNullValue(call.ir("t")));
    divisor = builder.CreateSelect(by_zero, ConstantInt::get(call.ir("t"), 1), divisor);
    return builder.CreateSelect(by_zero, Constant::getAllOnesValue(call.ir("t")),
                                builder.CreateBinOp(operation, call.source(0), divisor));
  };
}

Value *absolute(Call &call) {
  return call.builder.CreateIntrinsic(Intrinsic::abs, {call.ir("t")},
                                      {call.source(0), call.builder.getFalse()});
}

Value *sumOfDifference(Call &call) {
  IRBuilder<> &builder = call.builder;
  Value *a = call.source(0), *b = call.source(1);
  Value *less = call.type("t").isSigned() ? builder.CreateICmpSLT(a, b) : builder.CreateICmpULT(a, b);
  Value *difference = builder.CreateSelect(less, builder.CreateSub(b, a), builder.CreateSub(a, b));
  return builder.CreateAdd(call.source(2), difference);
}

Emit minOrMax(Intrinsic::ID for_signed, Intrinsic::ID for_unsigned) {
  return bySign(intrinsic(for_signed), intrinsic(for_unsigned));
}

// ---- The condition code register CC.CF. It outlives asm statements and inlined functions, so it is a place
// outside of them, which the pass resolve-ptx-state turns into a value. ----

Value *carry(Call &call) {
  return call.builder.CreateCall(nvvm::declare(call.module(), Runtime::raddle_ptx_carry));
}

void setCarry(Call &call, Value *flag) {
  call.builder.CreateCall(nvvm::declare(call.module(), Runtime::raddle_ptx_set_carry),
                          call.builder.CreateZExt(flag, call.builder.getInt32Ty()));
}

enum class Carry { None, In };

// a + b + carry, or a - b - borrow; .cc keeps the new one. After a difference the flag is set when nothing
// was borrowed (measured on an H200, CUDA 13.0): a - b is a + ~b + 1.
Value *chain(Call &call, Value *a, Value *b, bool subtract, Carry input) {
  IRBuilder<> &builder = call.builder;
  const unsigned bits = a->getType()->getIntegerBitWidth();
  llvm::Type *wide = builder.getIntNTy(2 * bits);
  if (subtract)
    b = builder.CreateNot(b);
  Value *in =
      input == Carry::In ? builder.CreateZExtOrTrunc(carry(call), wide) : ConstantInt::get(wide, subtract);
  Value *sum =
      builder.CreateAdd(builder.CreateAdd(builder.CreateZExt(a, wide), builder.CreateZExt(b, wide)), in);
  if (call.has("cc"))
    setCarry(call, builder.CreateTrunc(builder.CreateLShr(sum, bits), builder.getInt1Ty()));
  return builder.CreateTrunc(sum, a->getType());
}

Emit addChain(Carry input) {
  return [=](Call &call) { return chain(call, call.source(0), call.source(1), false, input); };
}
Emit subtractChain(Carry input) {
  return [=](Call &call) { return chain(call, call.source(0), call.source(1), true, input); };
}
Emit multiplyAddChain(Carry input) {
  return [=](Call &call) { return chain(call, product(call), call.source(2), false, input); };
}

} // namespace

const std::vector<Row> &integerInstructions() {
  static const std::vector<Row> rows = {
      {"add <t:@int>", "=t t t", binary(Instruction::Add)},
      {"add <sat> <t:s32>", "=t t t", intrinsic(Intrinsic::sadd_sat)},
      {"add <t:u16x2|s16x2>", "=t t t", library("__vadd2")},
      {"sub <t:@int>", "=t t t", binary(Instruction::Sub)},
      {"sub <sat> <t:s32>", "=t t t", intrinsic(Intrinsic::ssub_sat)},
      {"mul <part:lo|hi> <t:@int>", "=t t t", product},
      {"mul <part:wide> <t:u16|u32|s16|s32>", "=2t t t", product},
      {"mad <part:lo|hi> <t:@int>", "=t t t t", multiplyAdd},
      {"mad <part:hi> <sat> <t:s32>", "=t t t t", multiplyAdd},
      {"mad <part:wide> <t:u16|u32|s16|s32>", "=2t t t 2t", multiplyAdd},
      {"mul24 <part:lo|hi> <t:u32|s32>", "=t t t", multiply24},
      {"mad24 <part:lo|hi> <t:u32|s32>", "=t t t t", multiply24},
      {"mad24 <part:hi> <sat> <t:s32>", "=t t t t", multiply24},
      // Division by zero gets the GPU's meaning in guard-division.
      {"div <t:@int>", "=t t t", bySign(binary(Instruction::SDiv), binary(Instruction::UDiv))},
      {"rem <t:@int>", "=t t t", bySign(remainder(Instruction::SRem), remainder(Instruction::URem))},
      {"sad <t:@int>", "=t t t t", sumOfDifference},
      {"abs <t:s16|s32|s64>", "=t t", absolute},
      {"neg <t:s16|s32|s64>", "=t t", [](Call &call) { return call.builder.CreateNeg(call.source(0)); }},
      {"min <t:@int>", "=t t t", minOrMax(Intrinsic::smin, Intrinsic::umin)},
      {"max <t:@int>", "=t t t", minOrMax(Intrinsic::smax, Intrinsic::umax)},
      {"min <t:u16x2>", "=t t t", library("__vminu2")},
      {"max <t:u16x2>", "=t t t", library("__vmaxu2")},
      {"min <t:s16x2>", "=t t t", library("__vmins2")},
      {"max <t:s16x2>", "=t t t", library("__vmaxs2")},
      {"min <relu> <t:s32|s16x2>", "=t t t", library("__raddle_ptx_min_relu_{t}")},
      {"max <relu> <t:s32|s16x2>", "=t t t", library("__raddle_ptx_max_relu_{t}")},
      {"dp4a <t:u32> <u:u32>", "=u32 u32 u32 u32", library("__raddle_dp4a_u32")},
      {"dp4a <t:s32> <u:s32>", "=s32 s32 s32 s32", library("__raddle_dp4a_s32")},
      {"dp4a <t:u32|s32> <u:u32|s32>", "=s32 b32 b32 s32", library("__raddle_ptx_dp4a_{t}_{u}")},
      {"dp2a <part:lo|hi> <t:u32|s32> <u:u32|s32>", "=s32 b32 b32 s32",
       library("__raddle_ptx_dp2a_{part}_{t}_{u}")},

      {"add <cc> <t:u32|s32|u64|s64>", "=t t t", addChain(Carry::None)},
      {"addc {cc} <t:u32|s32|u64|s64>", "=t t t", addChain(Carry::In)},
      {"sub <cc> <t:u32|s32|u64|s64>", "=t t t", subtractChain(Carry::None)},
      {"subc {cc} <t:u32|s32|u64|s64>", "=t t t", subtractChain(Carry::In)},
      {"mad <part:lo|hi> <cc> <t:u32|s32|u64|s64>", "=t t t t", multiplyAddChain(Carry::None)},
      {"madc <part:lo|hi> {cc} <t:u32|s32|u64|s64>", "=t t t t", multiplyAddChain(Carry::In)},
  };
  return rows;
}

} // namespace raddle::ptx
