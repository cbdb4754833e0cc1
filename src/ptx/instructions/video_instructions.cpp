// Video instructions: arithmetic on bytes and halfwords of registers. GPUs have them as sequences of plain
// ones, too.

#include "ptx/instructions/call.h"

#include <llvm/ADT/StringSwitch.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

// ---- Instructions on one number: vadd d.dsel, a.asel, b.bsel, c. Computed in 64 bits, where nothing overflows. ----

struct Part {
  unsigned first_bit = 0, bits = 32;
};

Part partOf(StringRef selector) {
  if (selector.size() != 2)
    return {};
  const unsigned bits = selector[0] == 'b' ? 8 : 16;
  return {static_cast<unsigned>(selector[1] - '0') * bits, bits};
}

Value *extracted(Call &call, Value *word, Part part, bool is_signed) {
  IRBuilder<> &builder = call.builder;
  Value *bits = builder.CreateTrunc(builder.CreateLShr(word, part.first_bit), builder.getIntNTy(part.bits));
  return is_signed ? builder.CreateSExt(bits, builder.getInt64Ty())
                   : builder.CreateZExt(bits, builder.getInt64Ty());
}

Value *operand(Call &call, unsigned i, const char *type) {
  return extracted(call, call.source(i), partOf(call.selectors[i]), call.type(type).isSigned());
}

Value *clamped(Call &call, Value *value, unsigned bits, bool is_signed) {
  const APInt low = is_signed ? APInt::getSignedMinValue(bits).sext(64) : APInt(64, 0);
  const APInt high = is_signed ? APInt::getSignedMaxValue(bits).sext(64) : APInt::getMaxValue(bits).zext(64);
  LLVMContext &context = call.builder.getContext();
  value = call.intrinsic(Intrinsic::smax, {value, ConstantInt::get(context, low)});
  return call.intrinsic(Intrinsic::smin, {value, ConstantInt::get(context, high)});
}

// Saturates, puts the result into its part of c or combines it with c.
Value *finished(Call &call, Value *value, unsigned addend) {
  IRBuilder<> &builder = call.builder;
  const bool is_signed = call.type("d").isSigned();
  const Part part = partOf(call.destination_selector);
  if (call.has("sat"))
    value = clamped(call, value, part.bits, is_signed);
  Value *word = builder.CreateTrunc(value, builder.getInt32Ty());
  Value *c = call.source(addend);
  if (const std::string second = call.get("second"); !second.empty()) {
    if (!c)
      return call.fail("a third source is missing");
    return second == "add" ? builder.CreateAdd(word, c)
                           : call.intrinsic(second == "min" ? (is_signed ? Intrinsic::smin : Intrinsic::umin)
                                                            : (is_signed ? Intrinsic::smax : Intrinsic::umax),
                                            {word, c});
  }
  if (part.bits == 32)
    return word;
  if (!c)
    return call.fail("a third source, which gives the other bits of the destination, is missing");
  const unsigned mask = static_cast<unsigned>(((1ull << part.bits) - 1) << part.first_bit);
  return builder.CreateOr(builder.CreateAnd(c, builder.getInt32(~mask)),
                          builder.CreateAnd(builder.CreateShl(word, part.first_bit), builder.getInt32(mask)));
}

// On two numbers in 64 bits.
using Operation = Value *(*)(Call &call, Value *a, Value *b);

Value *sum(Call &call, Value *a, Value *b) { return call.builder.CreateAdd(a, b); }
Value *difference(Call &call, Value *a, Value *b) { return call.builder.CreateSub(a, b); }
Value *distance(Call &call, Value *a, Value *b) {
  return call.builder.CreateIntrinsic(Intrinsic::abs, {a->getType()},
                                      {call.builder.CreateSub(a, b), call.builder.getFalse()});
}
Value *smaller(Call &call, Value *a, Value *b) { return call.intrinsic(Intrinsic::smin, {a, b}); }
Value *larger(Call &call, Value *a, Value *b) { return call.intrinsic(Intrinsic::smax, {a, b}); }
Value *average(Call &call, Value *a, Value *b) {
  // Rounded away from zero when signed, up when not: (a + b + (a + b >= 0)) >> 1.
  IRBuilder<> &builder = call.builder;
  Value *both = builder.CreateAdd(a, b);
  Value *up = builder.CreateZExt(builder.CreateICmpSGE(both, builder.getInt64(0)), builder.getInt64Ty());
  return builder.CreateAShr(builder.CreateAdd(both, up), 1);
}
Value *comparison(Call &call, Value *a, Value *b) {
  const auto predicate = StringSwitch<CmpInst::Predicate>(call.get("order"))
                             .Case("eq", CmpInst::ICMP_EQ)
                             .Case("ne", CmpInst::ICMP_NE)
                             .Case("lt", CmpInst::ICMP_SLT)
                             .Case("le", CmpInst::ICMP_SLE)
                             .Case("gt", CmpInst::ICMP_SGT)
                             .Default(CmpInst::ICMP_SGE);
  return call.builder.CreateZExt(call.builder.CreateICmp(predicate, a, b), call.builder.getInt64Ty());
}

Emit scalar(Operation operation) {
  return [=](Call &call) {
    return finished(call, operation(call, operand(call, 0, "a"), operand(call, 1, "b")), 2);
  };
}

Emit shift(bool left) {
  return [=](Call &call) {
    IRBuilder<> &builder = call.builder;
    Value *number = operand(call, 0, "a"), *distance = operand(call, 1, "b");
    distance = call.has("wrap") ? builder.CreateAnd(distance, 31)
                                : call.intrinsic(Intrinsic::umin, {distance, builder.getInt64(32)});
    return finished(call, left ? builder.CreateShl(number, distance) : builder.CreateAShr(number, distance),
                    2);
  };
}

// a * b + c, or + 1 with .po, then shifted.
Value *multiplyAdd(Call &call) {
  IRBuilder<> &builder = call.builder;
  const bool is_signed = call.type("a").isSigned() || call.type("b").isSigned();
  Value *product = builder.CreateMul(operand(call, 0, "a"), operand(call, 1, "b"));
  Value *c = is_signed ? builder.CreateSExt(call.source(2), builder.getInt64Ty())
                       : builder.CreateZExt(call.source(2), builder.getInt64Ty());
  Value *value = builder.CreateAdd(builder.CreateAdd(product, c), builder.getInt64(call.has("po") ? 1 : 0));
  if (const std::string scale = call.get("scale"); !scale.empty()) {
    const unsigned bits = scale == "shr7" ? 7 : 15;
    value = is_signed ? builder.CreateAShr(value, bits) : builder.CreateLShr(value, bits);
  }
  // The range is that of the sum's sign, whatever the destination's.
  if (call.has("sat"))
    value = is_signed ? clamped(call, value, 32, true)
                      : call.intrinsic(Intrinsic::umin, {value, builder.getInt64(0xffffffff)});
  return builder.CreateTrunc(value, builder.getInt32Ty());
}

// ---- Instructions on two halfwords or four bytes: vadd4 d.mask, a.asel, b.bsel, c ----

// The element that stands at each place: the selector's digits, the last one for place 0. b's elements follow
// a's.
unsigned selectedElement(StringRef selector, unsigned place, unsigned otherwise) {
  return selector.empty() ? otherwise : static_cast<unsigned>(selector[selector.size() - 1 - place] - '0');
}

Value *elementOf(Call &call, unsigned source, unsigned place, unsigned count, const char *type) {
  const unsigned bits = 32 / count;
  const unsigned element = selectedElement(call.selectors[source], place, place + (source == 1 ? count : 0));
  return extracted(call, call.source(element / count), {element % count * bits, bits},
                   call.type(type).isSigned());
}

bool isMasked(StringRef mask, unsigned place) {
  return mask.empty() || mask.drop_front().contains(static_cast<char>('0' + place));
}

Emit simd(Operation operation, unsigned count) {
  return [=](Call &call) -> Value * {
    IRBuilder<> &builder = call.builder;
    const unsigned bits = 32 / count;
    for (unsigned source : {0u, 1u})
      if (!call.selectors[source].empty()) {
        if (call.selectors[source].size() != count + 1)
          return call.fail("a selector names one element for each place");
        call.selectors[source].erase(0, 1);
      }
    Value *result = call.source(2);
    for (unsigned place = 0; place < count; ++place) {
      if (!isMasked(call.destination_selector, place))
        continue;
      Value *value =
          operation(call, elementOf(call, 0, place, count, "a"), elementOf(call, 1, place, count, "b"));
      if (call.has("sat"))
        value = clamped(call, value, bits, call.type("d").isSigned());
      Value *word = builder.CreateTrunc(value, builder.getInt32Ty());
      if (call.get("second") == "add") {
        result = builder.CreateAdd(result, word);
        continue;
      }
      const unsigned mask = ((1u << bits) - 1) << (place * bits);
      result =
          builder.CreateOr(builder.CreateAnd(result, builder.getInt32(~mask)),
                           builder.CreateAnd(builder.CreateShl(word, place * bits), builder.getInt32(mask)));
    }
    return result;
  };
}

#define SIGNS "<d:u32|s32> <a:u32|s32> <b:u32|s32>"
#define SECOND "{second:add|min|max}"
#define ORDERS "<order:eq|ne|lt|le|gt|ge>"
#define SIMD(name, operation)                                                                                \
  {name "2 " SIGNS " {sat} {second:add}", "=d a b b32", simd(operation, 2)}, {                               \
    name "4 " SIGNS " {sat} {second:add}", "=d a b b32", simd(operation, 4)                                  \
  }

} // namespace

const std::vector<Row> &videoInstructions() {
  static const std::vector<Row> rows = {
      {"vadd " SIGNS " {sat} " SECOND, "=d a b b32?", scalar(sum)},
      {"vsub " SIGNS " {sat} " SECOND, "=d a b b32?", scalar(difference)},
      {"vabsdiff " SIGNS " {sat} " SECOND, "=d a b b32?", scalar(distance)},
      {"vmin " SIGNS " {sat} " SECOND, "=d a b b32?", scalar(smaller)},
      {"vmax " SIGNS " {sat} " SECOND, "=d a b b32?", scalar(larger)},
      {"vshl <d:u32|s32> <a:u32|s32> <b:u32> {sat} <clamp|wrap> " SECOND, "=d a b b32?", shift(true)},
      {"vshr <d:u32|s32> <a:u32|s32> <b:u32> {sat} <clamp|wrap> " SECOND, "=d a b b32?", shift(false)},
      {"vmad " SIGNS " {po} {sat} {scale:shr7|shr15}", "=d a b b32", multiplyAdd},
      {"vset <a:u32|s32> <b:u32|s32> " ORDERS " " SECOND, "=u32 a b b32?", scalar(comparison)},
      SIMD("vadd", sum),
      SIMD("vsub", difference),
      SIMD("vavrg", average),
      SIMD("vabsdiff", distance),
      SIMD("vmin", smaller),
      SIMD("vmax", larger),
      {"vset2 <a:u32|s32> <b:u32|s32> " ORDERS " {second:add}", "=u32 a b b32", simd(comparison, 2)},
      {"vset4 <a:u32|s32> <b:u32|s32> " ORDERS " {second:add}", "=u32 a b b32", simd(comparison, 4)},
  };
  return rows;
}

} // namespace raddle::ptx
