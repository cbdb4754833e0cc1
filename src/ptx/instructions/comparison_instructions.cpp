// setp, set, selp, slct.

#include "ptx/instructions/call.h"

#include <llvm/ADT/StringSwitch.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

CmpInst::Predicate floatOrder(StringRef order) {
  return StringSwitch<CmpInst::Predicate>(order)
      .Case("eq", CmpInst::FCMP_OEQ)
      .Case("ne", CmpInst::FCMP_ONE)
      .Case("lt", CmpInst::FCMP_OLT)
      .Case("le", CmpInst::FCMP_OLE)
      .Case("gt", CmpInst::FCMP_OGT)
      .Case("ge", CmpInst::FCMP_OGE)
      .Case("equ", CmpInst::FCMP_UEQ)
      .Case("neu", CmpInst::FCMP_UNE)
      .Case("ltu", CmpInst::FCMP_ULT)
      .Case("leu", CmpInst::FCMP_ULE)
      .Case("gtu", CmpInst::FCMP_UGT)
      .Case("geu", CmpInst::FCMP_UGE)
      .Case("num", CmpInst::FCMP_ORD)
      .Case("nan", CmpInst::FCMP_UNO)
      .Default(CmpInst::BAD_FCMP_PREDICATE);
}

CmpInst::Predicate integerOrder(StringRef order, bool is_signed) {
  return StringSwitch<CmpInst::Predicate>(order)
      .Case("eq", CmpInst::ICMP_EQ)
      .Case("ne", CmpInst::ICMP_NE)
      .Case("lt", is_signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT)
      .Case("le", is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE)
      .Case("gt", is_signed ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT)
      .Case("ge", is_signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE)
      .Case("lo", CmpInst::ICMP_ULT)
      .Case("ls", CmpInst::ICMP_ULE)
      .Case("hi", CmpInst::ICMP_UGT)
      .Case("hs", CmpInst::ICMP_UGE)
      .Default(CmpInst::BAD_ICMP_PREDICATE);
}

// One element of a pair of f16 or bf16, or the only one, as a float.
Value *widened(Call &call, Value *value, const Type &type, unsigned element) {
  Value *half =
      call.builder.CreateTrunc(call.builder.CreateLShr(value, 16 * element), call.builder.getInt16Ty());
  return call.callFunction(type.kind == Type::Kind::Bfloat ? "__raddle_ptx_f32_from_bf16"
                                                           : "__raddle_ptx_f32_from_f16",
                           call.builder.getFloatTy(), half);
}

// a order b, of element 0 or 1.
Value *compare(Call &call, unsigned element = 0) {
  const Type type = call.type("t");
  const std::string order = call.get("order");
  Value *a = call.source(0), *b = call.source(1);
  const auto predicate = type.isFloat() ? floatOrder(order) : integerOrder(order, type.isSigned());
  const bool only_equality = type.kind == Type::Kind::Bits && order != "eq" && order != "ne";
  if (only_equality || predicate == CmpInst::BAD_FCMP_PREDICATE || predicate == CmpInst::BAD_ICMP_PREDICATE)
    return call.fail("'." + order + "' does not compare numbers of type '." + call.get("t") + "'");
  if (type.isFloat() && !type.isNativeFloat()) {
    a = widened(call, a, type, element);
    b = widened(call, b, type, element);
  }
  return call.builder.CreateCmp(predicate, a, b);
}

// Combines the result with the predicate operand, where there is one.
Value *combined(Call &call, Value *truth) {
  const std::string operation = call.get("bool");
  Value *with = call.source(2);
  return operation == "and"   ? call.builder.CreateAnd(truth, with)
         : operation == "or"  ? call.builder.CreateOr(truth, with)
         : operation == "xor" ? call.builder.CreateXor(truth, with)
                              : truth;
}

// p|q: q is of the opposite, or, for pairs, of the upper element.
Value *setPredicate(Call &call) {
  Value *truth = compare(call);
  if (!truth)
    return nullptr;
  Value *other = call.type("t").elements == 2 ? compare(call, 1) : call.builder.CreateNot(truth);
  call.results = {combined(call, truth), combined(call, other)};
  return nullptr;
}

// True is all ones, or 1.0; of a pair in a word of 32 bits, the ones of a half.
Value *set(Call &call) {
  const Type to = call.type("d");
  IRBuilder<> &builder = call.builder;
  std::uint64_t yes = to.kind == Type::Kind::Bfloat       ? 0x3f80
                      : !to.isFloat()                     ? ~0ull
                      : to.bits == 32 && to.elements == 1 ? 0x3f800000
                                                          : 0x3c00;
  const unsigned elements = call.type("t").elements, element_bits = to.bits / elements;
  Value *result = builder.getIntN(to.bits, 0);
  for (unsigned element = 0; element < elements; ++element) {
    Value *truth = compare(call, element);
    if (!truth)
      return nullptr;
    Value *word = builder.CreateSelect(combined(call, truth), builder.getIntN(element_bits, yes),
                                       builder.getIntN(element_bits, 0));
    result = builder.CreateOr(
        result, builder.CreateShl(builder.CreateZExt(word, result->getType()), element * element_bits));
  }
  return call.asType(result, call.ir("d"));
}

Value *select(Call &call) {
  return call.builder.CreateSelect(call.source(2), call.source(0), call.source(1));
}

Value *selectBySign(Call &call) {
  Value *sign = call.source(2), *zero = Constant::getNullValue(sign->getType());
  Value *positive = call.type("c").isFloat() ? call.builder.CreateFCmpOGE(sign, zero)
                                             : call.builder.CreateICmpSGE(sign, zero);
  return call.builder.CreateSelect(positive, call.source(0), call.source(1));
}

} // namespace

const std::vector<Row> &comparisonInstructions() {
  static const std::vector<Row> rows = {
      {"setp <order:@order> {ftz} <t:@any|@half>", "=pred|p t t", setPredicate},
      {"setp <order:@order> <bool:@bool> {ftz} <t:@any|@half>", "=pred|p t t pred", setPredicate},
      {"set <order:@order> {ftz} <d:u32|s32|f32|f16|bf16|u16|s16> <t:@any|f16|bf16>", "=d t t", set},
      {"set <order:@order> <bool:@bool> {ftz} <d:u32|s32|f32|f16|bf16|u16|s16> <t:@any|f16|bf16>",
       "=d t t pred", set},
      {"set <order:@order> {ftz} <d:f16x2|bf16x2|u32|s32> <t:f16x2|bf16x2>", "=d t t", set},
      {"set <order:@order> <bool:@bool> {ftz} <d:f16x2|bf16x2|u32|s32> <t:f16x2|bf16x2>", "=d t t pred", set},
      {"selp <t:@any>", "=t t t pred", select},
      {"slct {ftz} <t:@any> <c:s32|f32>", "=t t t c", selectBySign},
  };
  return rows;
}

} // namespace raddle::ptx
