// Logic, shifts, and everything about single bits.

#include "ptx/instructions/call.h"

using namespace llvm;

namespace raddle::ptx {

namespace {

// Any function of three bits; bit (a << 2 | b << 1 | c) of the table is its value.
Value *lookUp(Call &call, std::uint64_t table) {
  IRBuilder<> &builder = call.builder;
  Value *a = call.source(0), *b = call.source(1), *c = call.source(2);
  // The functions of c for each a and b: a table of two bits is 0, ~c, c or all ones.
  auto ofC = [&](std::uint64_t bits) -> Value * {
    Value *none = builder.getInt32(0), *all = builder.getInt32(~0u);
    return (bits & 3) == 0 ? none : (bits & 3) == 1 ? builder.CreateNot(c) : (bits & 3) == 2 ? c : all;
  };
  auto choose = [&](Value *by, Value *one, Value *zero) -> Value * {
    return one == zero ? one : builder.CreateXor(zero, builder.CreateAnd(by, builder.CreateXor(one, zero)));
  };
  return choose(a, choose(b, ofC(table >> 6), ofC(table >> 4)), choose(b, ofC(table >> 2), ofC(table)));
}

bool isTable(std::uint64_t number) { return number < 256; }
constexpr const char *kNoTable = "the table of a function of three bits is a number from 0 to 255";

Value *lop3(Call &call) {
  return isTable(call.constant(3)) ? lookUp(call, call.constant(3)) : call.fail(kNoTable);
}

// d|p: p = (d != 0) op q.
Value *lop3Predicate(Call &call) {
  if (!isTable(call.constant(3)))
    return call.fail(kNoTable);
  Value *result = lookUp(call, call.constant(3));
  Value *set = call.builder.CreateICmpNE(result, call.builder.getInt32(0));
  call.results = {result, call.has("and") ? call.builder.CreateAnd(set, call.source(4))
                                          : call.builder.CreateOr(set, call.source(4))};
  return nullptr;
}

// Distances of 32 and more count modulo 32 (.wrap) or as 32 (.clamp).
Value *funnelShift(Call &call) {
  IRBuilder<> &builder = call.builder;
  llvm::Type *wide = builder.getInt64Ty();
  Value *pair = builder.CreateOr(builder.CreateShl(builder.CreateZExt(call.source(1), wide), 32),
                                 builder.CreateZExt(call.source(0), wide));
  Value *distance = call.has("wrap")
                        ? builder.CreateAnd(call.source(2), 31)
                        : call.intrinsic(Intrinsic::umin, {call.source(2), builder.getInt32(32)});
  distance = builder.CreateZExt(distance, wide);
  Value *shifted = call.has("l") ? builder.CreateLShr(builder.CreateShl(pair, distance), 32)
                                 : builder.CreateLShr(pair, distance);
  return builder.CreateTrunc(shifted, builder.getInt32Ty());
}

// The distance is always of 32 bits; what reaches beyond the word shifts everything out, down to the sign.
Emit shift(Instruction::BinaryOps operation, Instruction::BinaryOps for_signed) {
  return [=](Call &call) -> Value * {
    IRBuilder<> &builder = call.builder;
    llvm::Type *type = call.ir("t");
    const unsigned bits = type->getIntegerBitWidth();
    Value *within = call.intrinsic(Intrinsic::umin, {call.source(1), builder.getInt32(bits - 1)});
    Value *distance = builder.CreateZExtOrTrunc(within, type);
    if (call.type("t").isSigned())
      return builder.CreateBinOp(for_signed, call.source(0), distance);
    Value *shifted = builder.CreateBinOp(operation, call.source(0), distance);
    Value *beyond = builder.CreateICmpUGE(call.source(1), builder.getInt32(bits));
    return builder.CreateSelect(beyond, Constant::getNullValue(type), shifted);
  };
}

Value *logicalNot(Call &call) {
  Value *zero = Constant::getNullValue(call.ir("t"));
  return call.builder.CreateZExt(call.builder.CreateICmpEQ(call.source(0), zero), call.ir("t"));
}

Value *in32Bits(Call &call, Value *count) {
  return call.builder.CreateZExtOrTrunc(count, call.builder.getInt32Ty());
}

} // namespace

const std::vector<Row> &bitInstructions() {
  static const std::vector<Row> rows = {
      {"and <t:pred|b16|b32|b64>", "=t t t", binary(Instruction::And)},
      {"or <t:pred|b16|b32|b64>", "=t t t", binary(Instruction::Or)},
      {"xor <t:pred|b16|b32|b64>", "=t t t", binary(Instruction::Xor)},
      {"not <t:pred|b16|b32|b64>", "=t t", [](Call &call) { return call.builder.CreateNot(call.source(0)); }},
      {"cnot <t:b16|b32|b64>", "=t t", logicalNot},
      {"lop3 <b32>", "=b32 b32 b32 b32 #b32", lop3},
      {"lop3 <and|or> <b32>", "=b32|p b32 b32 b32 #b32 pred", lop3Predicate},

      {"shl <t:b16|b32|b64>", "=t t u32", shift(Instruction::Shl, Instruction::Shl)},
      {"shr <t:b16|b32|b64|@int>", "=t t u32", shift(Instruction::LShr, Instruction::AShr)},
      {"shf <l|r> <wrap|clamp> <b32>", "=b32 b32 b32 u32", funnelShift},
      {"prmt <b32>", "=b32 b32 b32 b32", library("__raddle_ptx_prmt")},
      {"prmt <b32> <mode:f4e|b4e|rc8|ecl|ecr|rc16>", "=b32 b32 b32 b32", library("__raddle_ptx_prmt_{mode}")},

      {"popc <t:b32|b64>", "=u32 t",
       [](Call &call) { return in32Bits(call, call.intrinsic(Intrinsic::ctpop, call.source(0))); }},
      {"clz <t:b32|b64>", "=u32 t",
       [](Call &call) {
         return in32Bits(call, call.builder.CreateIntrinsic(Intrinsic::ctlz, {call.ir("t")},
                                                            {call.source(0), call.builder.getFalse()}));
       }},
      {"brev <t:b32|b64>", "=t t", intrinsic(Intrinsic::bitreverse)},
      {"bfind <t:u32|s32|u64|s64>", "=u32 t", library("__raddle_ptx_bfind_{t}")},
      {"bfind <shiftamt> <t:u32|s32|u64|s64>", "=u32 t", library("__raddle_ptx_bfind_shiftamt_{t}")},
      {"bfe <t:u32|s32|u64|s64>", "=t t u32 u32", library("__raddle_ptx_bfe_{t}")},
      {"bfi <t:b32|b64>", "=t t t u32 u32", library("__raddle_ptx_bfi_{t}")},
      {"fns <b32>", "=b32 b32 b32 s32", library("__fns")},
      {"szext <mode:clamp|wrap> <t:u32|s32>", "=t t u32", library("__raddle_ptx_szext_{mode}_{t}")},
      {"bmsk <mode:clamp|wrap> <b32>", "=b32 u32 u32", library("__raddle_ptx_bmsk_{mode}")},
  };
  return rows;
}

} // namespace raddle::ptx
