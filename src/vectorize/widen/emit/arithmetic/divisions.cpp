// Division of integers, for which processors have no vector instructions. Double precision stands in for them:
//
//   32 bits and less   one division of doubles, or a product with the reciprocal of what all lanes divide by
//   up to 64 bits      the same where the numbers of all lanes are small, which the warp looks at; else two digits of 32
//                      bits that are estimated with doubles and set right with integers, or, by what all lanes divide by,
//                      a product of integers with its reciprocal
//   more               lane by lane
//
// All results are exact, so both engines compute the same bits. Lanes that are not active may divide by zero: nothing
// faults.

#include "vectorize/widen/emit/arithmetic/arithmetic.h"
#include "vectorize/widen/emit/lane_loops.h"
#include "vectorize/widen/emit/vectors.h"
#include "vectorize/widen/emit/versions.h"
#include "vectorize/widen/plan/vector_registers.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Bits of small numbers, with sign. One more would do for quotients; the reciprocal of a common divisor needs some to spare.
constexpr unsigned kSmallBits = 50;

bool isSigned(const BinaryOperator &division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

bool isQuotient(const BinaryOperator &division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::UDiv;
}

// Conversions between integers of 64 bits and doubles for which not all processors have instructions: beside 1.5 * 2^52
// the last bits of a double are an integer, with sign.
class RealNumbers {
public:
  RealNumbers(IRBuilderBase &builder, unsigned lanes, const TargetMachine &machine)
      : warp(builder), reals_(FixedVectorType::get(builder.getDoubleTy(), lanes)),
        integers_(FixedVectorType::get(builder.getInt64Ty(), lanes)),
        has_conversions_(hasConversions(machine)), has_fma_(hasFeature(machine, "fma")) {}

  static bool hasConversions(const TargetMachine &machine) {
    return hasFeature(machine, "avx512dq") || hasFeature(machine, "neon");
  }

  Constant *real(double value) const { return ConstantFP::get(reals_, value); }
  Constant *integer(std::uint64_t value) const { return ConstantInt::get(integers_, value); }
  FixedVectorType *reals() const { return reals_; }

  Value *ofSmall(Value *integers) {
    if (has_conversions_)
      return warp.CreateSIToFP(integers, reals_);
    Value *beside = warp.CreateAdd(integers, integer(kBits));
    return warp.CreateFSub(warp.CreateBitCast(beside, reals_), real(kAnchor));
  }
  Value *toSmall(Value *whole) {
    return has_conversions_ ? warp.CreateFPToSI(whole, integers_) : nearest(whole);
  }
  // The whole part of a product of unsigned numbers, or one less.
  Value *wholePartOrLess(Value *a, Value *b) {
    if (has_conversions_)
      return warp.CreateFPToUI(warp.CreateFMul(a, b), integers_);
    Constant *down = real(-0.5);
    return nearest(has_fma_ ? warp.CreateIntrinsic(Intrinsic::fma, {reals_}, {a, b, down})
                            : warp.CreateFAdd(warp.CreateFMul(a, b), down));
  }

private:
  static constexpr double kAnchor = 0x1.8p52;
  static constexpr std::uint64_t kBits = 0x4338000000000000;

  // Integer, of two that are as near one.
  Value *nearest(Value *reals) {
    Value *beside = warp.CreateFAdd(reals, real(kAnchor));
    return warp.CreateSub(warp.CreateBitCast(beside, integers_), integer(kBits));
  }

  IRBuilderBase &warp;
  FixedVectorType *reals_, *integers_;
  const bool has_conversions_, has_fma_;
};

// What rounding adds is much less.
constexpr double kSlightlyLess = 1.0 - 0x1p-48;

Value *slightlyLessThanReciprocal(IRBuilderBase &builder, Value *number) {
  Type *type = number->getType()->getWithNewType(builder.getDoubleTy());
  return builder.CreateFMul(
      builder.CreateFDiv(ConstantFP::get(type, 1.0), builder.CreateUIToFP(number, type)),
      ConstantFP::get(type, kSlightlyLess));
}

// That of doubles is exact: a quotient that is no whole number differs from the next one by more than the rounding error,
// because |a| < 2^32 and 1 / |b| >= 2^-32 * |a / b|. That still holds for a product with 1 / b, when all lanes have the
// same b: made larger by one or two units in its last place, it is never less than 1 / |b|, so whole quotients are
// reached, and the error of a * (1 / b) is below 2^-48 of it.
Value *divideShort(WarpBuilder &warp, BinaryOperator &division) {
  Value *dividend = warp.vector(division.getOperand(0)), *divisor = warp.vector(division.getOperand(1));
  Type *type = dividend->getType(), *real = FixedVectorType::get(warp.getDoubleTy(), kLanes);
  auto to_real = isSigned(division) ? Instruction::SIToFP : Instruction::UIToFP;
  Value *exact = warp.CreateCast(to_real, dividend, real);
  if (warp.isUniform(division.getOperand(1))) {
    Value *one = ConstantFP::get(warp.getDoubleTy(), 1.0),
          *slightly_more = ConstantFP::get(warp.getDoubleTy(), 1.0 + 0x1p-52);
    Value *reciprocal = warp.CreateFDiv(
        one, warp.CreateCast(to_real, warp.scalar(division.getOperand(1)), warp.getDoubleTy()));
    exact = warp.CreateFMul(exact, warp.splat(warp.CreateFMul(reciprocal, slightly_more)));
  } else {
    exact = warp.CreateFDiv(exact, warp.CreateCast(to_real, divisor, real));
  }
  Value *quotient =
      warp.CreateCast(isSigned(division) ? Instruction::FPToSI : Instruction::FPToUI, exact, type);
  return isQuotient(division) ? quotient : warp.CreateSub(dividend, warp.CreateMul(quotient, divisor));
}

// Whether those of all active lanes are: a scalar.
Value *isSmall(WarpBuilder &warp, Value *number, bool is_signed) {
  const unsigned bits = number->getType()->getIntegerBitWidth();
  const unsigned digits = is_signed ? bits - ComputeNumSignBits(number, warp.layout) + 1
                                    : bits - computeKnownBits(number, warp.layout).countMinLeadingZeros() + 1;
  if (digits <= kSmallBits)
    return warp.getTrue();
  // From nothing to 2^50 where half of that is added.
  Value *numbers = warp.vectorOrUniform(number);
  Type *type = numbers->getType();
  numbers = warp.CreateFreeze(numbers);
  if (is_signed)
    numbers = warp.CreateAdd(numbers, ConstantInt::get(type, std::uint64_t{1} << (kSmallBits - 1)));
  const unsigned bits_of_it = is_signed ? kSmallBits : kSmallBits - 1;
  Value *rest =
      warp.CreateAnd(numbers, ConstantInt::get(type, APInt::getHighBitsSet(bits, bits - bits_of_it)));
  if (type->isVectorTy()) {
    if (!warp.isFull(warp.mask))
      rest = warp.CreateSelect(warp.mask, rest, Constant::getNullValue(type));
    rest = warp.CreateOrReduce(rest);
  }
  return warp.CreateIsNull(rest);
}

// As of 32 bits: the quotients have 50 bits at most, so one that is no whole number is less than the next by more than
// 2^-50 of it.
ValueList divideSmall(WarpBuilder &warp, Value *dividend, Value *divisor, Value *common_divisor) {
  RealNumbers numbers(warp, kLanes, warp.machine);
  Value *real_dividend = numbers.ofSmall(dividend), *real_divisor = numbers.ofSmall(divisor);
  Value *quotient = nullptr;
  if (common_divisor) {
    Type *type = warp.getDoubleTy();
    Value *common = warp.CreateSIToFP(common_divisor, type);
    Value *reciprocal = warp.CreateFMul(warp.CreateFDiv(ConstantFP::get(type, 1.0), common),
                                        ConstantFP::get(type, 1.0 + 0x1p-52));
    real_divisor = warp.splat(common);
    quotient = warp.CreateFMul(real_dividend, warp.splat(reciprocal));
  } else {
    quotient = warp.CreateFDiv(real_dividend, real_divisor);
  }
  quotient = warp.CreateUnaryIntrinsic(Intrinsic::trunc, quotient);
  Value *remainder = warp.CreateFSub(real_dividend, warp.CreateFMul(quotient, real_divisor));
  return {numbers.toSmall(quotient), numbers.toSmall(remainder)};
}

// In two steps, for any numbers. The reciprocal r is a little too small, by 2^-48 of it, and whatever is rounded on the
// way is less than that. So what it estimates is never too large:
//
//   upper = whole part of a * r * 2^-32, or one less
//   a -= (upper * d) << 32                              now less than 2^33 * d
//   lower = whole part of a * r, or one less
//   a -= lower * d                                      now less than 2 * d
//
// What d holds above 32 bits is of no account in the first product: `upper` is nothing then. One part of the warp after
// the other, which needs fewer registers.
ValueList divideByDigits(WarpBuilder &warp, Value *dividend, Value *divisor, Value *common_divisor) {
  const unsigned lanes = VectorRegisters::of(warp.machine).bits / 64;
  RealNumbers numbers(warp, lanes, warp.machine);
  Value *common_reciprocal = common_divisor ? slightlyLessThanReciprocal(warp, common_divisor) : nullptr;
  SmallVector<Value *, 8> quotients, remainders;
  for (unsigned first = 0; first < kLanes; first += lanes) {
    Value *left = partOf(warp, dividend, first, lanes), *by = partOf(warp, divisor, first, lanes);
    Value *reciprocal = common_reciprocal ? warp.CreateVectorSplat(lanes, common_reciprocal)
                                          : slightlyLessThanReciprocal(warp, by);
    auto estimate = [&](Value *scaled) {
      return numbers.wholePartOrLess(warp.CreateUIToFP(left, numbers.reals()), scaled);
    };
    Constant *half = numbers.integer(32), *lower_half = numbers.integer(UINT32_MAX);
    Value *upper = estimate(warp.CreateFMul(reciprocal, numbers.real(0x1p-32)));
    Value *product = warp.CreateMul(warp.CreateAnd(upper, lower_half), warp.CreateAnd(by, lower_half));
    left = warp.CreateSub(left, warp.CreateShl(product, half));
    Value *lower = estimate(reciprocal);
    left = warp.CreateSub(left, warp.CreateMul(lower, by));
    Value *one_more = warp.CreateICmpUGE(left, by);
    Value *quotient = warp.CreateAdd(warp.CreateShl(upper, half), lower);
    quotients.push_back(warp.CreateSelect(one_more, warp.CreateAdd(quotient, numbers.integer(1)), quotient));
    remainders.push_back(warp.CreateSelect(one_more, warp.CreateSub(left, by), left));
  }
  return {concatenate(warp, std::move(quotients)), concatenate(warp, std::move(remainders))};
}

// floor((2^128 - 1) / d) - 2^64 for a d whose upper bit is set: estimated twice, from below, the second time what is left.
Value *reciprocalOf(WarpBuilder &warp, Value *divisor) {
  Type *real = warp.getDoubleTy(), *wide = warp.getInt128Ty();
  auto number = [&](double value) { return ConstantFP::get(real, value); };
  auto extended = [&](Value *integer) { return warp.CreateZExt(integer, wide); };
  // Conversions with sign are the faster ones: half of the divisor, half of the estimate.
  Value *half = warp.CreateSIToFP(warp.CreateLShr(divisor, 1), real), *wide_divisor = extended(divisor);
  Value *reciprocal = warp.CreateFDiv(number(0.5 * kSlightlyLess), half);
  Value *above = warp.CreateFSub(warp.CreateFMul(reciprocal, number(0x1p127)), number(0x1p63));
  above = warp.CreateSelect(warp.CreateFCmpOGT(above, number(0)), above, number(0));
  Value *estimate = warp.CreateShl(warp.CreateFPToSI(above, divisor->getType()), 1);
  auto left = [&](Value *dividend, Value *quotient) {
    return warp.CreateSub(dividend, warp.CreateMul(extended(quotient), wide_divisor));
  };
  Value *dividend = warp.CreateNot(warp.CreateShl(wide_divisor, 64));
  dividend = left(dividend, estimate);
  constexpr unsigned kDropped = 48;
  Value *upper = warp.CreateTrunc(warp.CreateLShr(dividend, kDropped), divisor->getType());
  Value *rest = warp.CreateFMul(warp.CreateSIToFP(upper, real), warp.CreateFMul(reciprocal, number(0x1p48)));
  Value *correction = warp.CreateFPToSI(rest, divisor->getType());
  Value *one_more = warp.CreateICmpUGE(left(dividend, correction), wide_divisor);
  return warp.CreateAdd(warp.CreateAdd(estimate, correction), warp.CreateZExt(one_more, divisor->getType()));
}

// Granlund and Montgomery, Division by Invariant Integers using Multiplication (1994), figure 4.1: with l bits in d and m
// = floor(2^(64 + l) / d) - 2^64 + 1, a / d is (t + ((a - t) >> 1)) >> (l - 1), where t is the upper half of a * m. A power
// of two is a shift.
ValueList multiplyByFactor(WarpBuilder &warp, Value *dividend, Value *divisor) {
  Value *shift = warp.CreateBinaryIntrinsic(Intrinsic::ctlz, divisor, warp.getFalse());
  Value *upmost = warp.CreateShl(divisor, shift);
  Value *is_power = warp.CreateICmpEQ(upmost, warp.getInt64(std::uint64_t{1} << 63));
  Value *factor = warp.CreateSelect(is_power, warp.getInt64(0),
                                    warp.CreateAdd(reciprocalOf(warp, upmost), warp.getInt64(1)));
  Value *first_shift = warp.CreateSelect(is_power, warp.getInt64(0), warp.getInt64(1));
  Value *last_shift = warp.CreateSub(warp.getInt64(63), shift);
  const unsigned lanes = VectorRegisters::of(warp.machine).bits / 64;
  auto forAll = [&](Value *number) { return warp.CreateVectorSplat(lanes, number); };
  SmallVector<Value *, 8> quotients, remainders;
  for (unsigned first = 0; first < kLanes; first += lanes) {
    Value *part = partOf(warp, dividend, first, lanes);
    Value *upper = upperHalfOfProduct(warp, part, forAll(factor), /*is_signed=*/false);
    Value *rest = warp.CreateLShr(warp.CreateSub(part, upper), forAll(first_shift));
    Value *quotient = warp.CreateLShr(warp.CreateAdd(upper, rest), forAll(last_shift));
    quotients.push_back(quotient);
    remainders.push_back(warp.CreateSub(part, warp.CreateMul(quotient, forAll(divisor))));
  }
  return {concatenate(warp, std::move(quotients)), concatenate(warp, std::move(remainders))};
}

// The factor that stands for a common divisor pays where it is known, or where conversions are slow.
ValueList divideUnsigned(WarpBuilder &warp, Value *dividend, Value *divisor, Value *common_divisor) {
  if (common_divisor && (isa<Constant>(common_divisor) || !RealNumbers::hasConversions(warp.machine)))
    return multiplyByFactor(warp, dividend, common_divisor);
  return divideByDigits(warp, dividend, divisor, common_divisor);
}

Value *divideLong(WarpBuilder &warp, BinaryOperator &division, const Instruction *sibling) {
  const bool is_signed = isSigned(division);
  Type *type = widened(warp.getInt64Ty());
  auto extended = [&](Value *number, Type *to) {
    return is_signed ? warp.CreateSExt(number, to) : warp.CreateZExt(number, to);
  };
  Value *dividend = extended(warp.vector(division.getOperand(0)), type),
        *divisor = extended(warp.vector(division.getOperand(1)), type);
  Value *common_divisor = warp.isUniform(division.getOperand(1))
                              ? extended(warp.scalar(division.getOperand(1)), warp.getInt64Ty())
                              : nullptr;

  Value *are_small = warp.getTrue();
  for (Value *operand : division.operand_values())
    are_small = warp.CreateAnd(are_small, isSmall(warp, operand, is_signed));
  ValueList results = emitVersions(
      warp, are_small, [&] { return divideSmall(warp, dividend, divisor, common_divisor); },
      [&] {
        if (!is_signed)
          return divideUnsigned(warp, dividend, divisor, common_divisor);
        auto absolute = [&](Value *number) {
          return number ? warp.CreateBinaryIntrinsic(Intrinsic::abs, number, warp.getFalse()) : number;
        };
        ValueList of_absolutes =
            divideUnsigned(warp, absolute(dividend), absolute(divisor), absolute(common_divisor));
        auto negatedWhere = [&](Value *negative, Value *number) {
          return warp.CreateSelect(warp.CreateIsNeg(negative), warp.CreateNeg(number), number);
        };
        return ValueList{negatedWhere(warp.CreateXor(dividend, divisor), of_absolutes[0]),
                         negatedWhere(dividend, of_absolutes[1])};
      });
  for (Value *&result : results)
    result = warp.CreateTrunc(result, widened(division.getType()));
  if (sibling)
    warp.served[sibling] = results[isQuotient(division) ? 1 : 0];
  return results[isQuotient(division) ? 0 : 1];
}

// Only active lanes, so none divides by zero.
Value *divideLaneByLane(WarpBuilder &warp, BinaryOperator &division) {
  Value *spilled[2] = {};
  for (unsigned i = 0; i < 2; ++i)
    if (Value *operand = division.getOperand(i); !warp.isUniform(operand))
      spilled[i] = spill(warp, warp.vector(operand));
  Type *type = warp.getIntNTy(static_cast<unsigned>(warp.layout.getTypeAllocSizeInBits(division.getType())));
  AllocaInst *results = warp.scratch(ArrayType::get(type, kLanes), division.getName());
  forEachLane(warp, warp.mask, [&](Value *lane) {
    Value *operands[2] = {};
    for (unsigned i = 0; i < 2; ++i)
      operands[i] = spilled[i] ? loadLane(warp, spilled[i], division.getType(), lane)
                               : warp.scalar(division.getOperand(i));
    Value *result = warp.CreateBinOp(division.getOpcode(), operands[0], operands[1]);
    warp.CreateStore(warp.CreateZExt(result, type), warp.CreateGEP(type, results, lane));
  });
  return warp.CreateTrunc(warp.CreateAlignedLoad(widened(type), results, Align(64)),
                          widened(division.getType()));
}

} // namespace

Value *emitDivision(WarpBuilder &warp, BinaryOperator &division, const DivisionDecision &decision) {
  switch (decision.kind) {
  case DivisionKind::kShift:
    return warp.CreateBinOp(division.getOpcode(), warp.vector(division.getOperand(0)),
                            warp.vector(division.getOperand(1)));
  case DivisionKind::kShort:
    return divideShort(warp, division);
  case DivisionKind::kLong:
    return divideLong(warp, division, decision.sibling);
  case DivisionKind::kWithOther:
    return warp.served.at(&division);
  case DivisionKind::kLaneByLane:
    return divideLaneByLane(warp, division);
  }
  llvm_unreachable("all kinds of divisions are listed");
}

} // namespace raddle::vectorize
