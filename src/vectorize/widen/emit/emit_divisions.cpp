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

#include "vectorize/widen/emit/warp_emitter.h"
#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Of small numbers, with sign. One more would do for quotients; the reciprocal of a common divisor needs some to spare.
constexpr unsigned kSmallBits = 50;

bool isSigned(const BinaryOperator &division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

bool isQuotient(const BinaryOperator &division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::UDiv;
}

// The remainder of the same numbers, or the quotient, behind this one in its block.
Instruction *siblingOf(BinaryOperator &division) {
  static const DenseMap<unsigned, unsigned> kSiblings{{Instruction::SDiv, Instruction::SRem},
                                                      {Instruction::SRem, Instruction::SDiv},
                                                      {Instruction::UDiv, Instruction::URem},
                                                      {Instruction::URem, Instruction::UDiv}};
  for (Instruction *next = division.getNextNode(); next; next = next->getNextNode())
    if (next->getOpcode() == kSiblings.at(division.getOpcode()) &&
        next->getOperand(0) == division.getOperand(0) && next->getOperand(1) == division.getOperand(1))
      return next;
  return nullptr;
}

// Conversions between integers of 64 bits and doubles for which not all processors have instructions: beside 1.5 * 2^52
// the last bits of a double are an integer, with sign.
class RealNumbers {
public:
  RealNumbers(IRBuilderBase &builder, unsigned lanes, const CompileJob &job)
      : builder_(builder), reals_(FixedVectorType::get(builder.getDoubleTy(), lanes)),
        integers_(FixedVectorType::get(builder.getInt64Ty(), lanes)), has_conversions_(hasConversions(job)),
        has_fma_(hasFeature(job, "fma")) {}

  static bool hasConversions(const CompileJob &job) {
    return hasFeature(job, "avx512dq") || hasFeature(job, "neon");
  }

  Constant *real(double value) const { return ConstantFP::get(reals_, value); }
  Constant *integer(std::uint64_t value) const { return ConstantInt::get(integers_, value); }
  FixedVectorType *reals() const { return reals_; }

  Value *ofSmall(Value *integers) {
    if (has_conversions_)
      return builder_.CreateSIToFP(integers, reals_);
    Value *beside = builder_.CreateAdd(integers, integer(kBits));
    return builder_.CreateFSub(builder_.CreateBitCast(beside, reals_), real(kAnchor));
  }
  Value *toSmall(Value *whole) {
    return has_conversions_ ? builder_.CreateFPToSI(whole, integers_) : nearest(whole);
  }
  // Of a product of unsigned numbers, or one less.
  Value *wholePartOrLess(Value *a, Value *b) {
    if (has_conversions_)
      return builder_.CreateFPToUI(builder_.CreateFMul(a, b), integers_);
    Constant *down = real(-0.5);
    return nearest(has_fma_ ? builder_.CreateIntrinsic(Intrinsic::fma, {reals_}, {a, b, down})
                            : builder_.CreateFAdd(builder_.CreateFMul(a, b), down));
  }

private:
  static constexpr double kAnchor = 0x1.8p52;
  static constexpr std::uint64_t kBits = 0x4338000000000000;

  // Integer, of two that are as near one.
  Value *nearest(Value *reals) {
    Value *beside = builder_.CreateFAdd(reals, real(kAnchor));
    return builder_.CreateSub(builder_.CreateBitCast(beside, integers_), integer(kBits));
  }

  IRBuilderBase &builder_;
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

} // namespace

Value *WarpEmitter::emitDivision(Instruction &instruction) {
  auto *division = dyn_cast<BinaryOperator>(&instruction);
  if (!division || !division->isIntDivRem())
    return nullptr;
  if (auto found = served_.find(division); found != served_.end())
    return found->second;
  // Shifts, where the divisor is a power of two.
  if (auto *constant = dyn_cast<ConstantInt>(division->getOperand(1));
      constant && constant->getValue().abs().isPowerOf2())
    return builder_.CreateBinOp(division->getOpcode(), vector(division->getOperand(0)),
                                vector(division->getOperand(1)));
  const unsigned bits = division->getType()->getIntegerBitWidth();
  return bits <= 32   ? divideShort(*division)
         : bits <= 64 ? divideLong(*division)
                      : divideLaneByLane(*division);
}

// That of doubles is exact: a quotient that is no whole number differs from the next one by more than the rounding error,
// because |a| < 2^32 and 1 / |b| >= 2^-32 * |a / b|. That still holds for a product with 1 / b, when all lanes have the
// same b: made larger by one or two units in its last place, it is never less than 1 / |b|, so whole quotients are
// reached, and the error of a * (1 / b) is below 2^-48 of it.
Value *WarpEmitter::divideShort(BinaryOperator &division) {
  Value *dividend = vector(division.getOperand(0)), *divisor = vector(division.getOperand(1));
  Type *type = dividend->getType(), *real = FixedVectorType::get(builder_.getDoubleTy(), kLanes);
  auto to_real = isSigned(division) ? Instruction::SIToFP : Instruction::UIToFP;
  Value *exact = builder_.CreateCast(to_real, dividend, real);
  if (isUniform(division.getOperand(1))) {
    Value *one = ConstantFP::get(builder_.getDoubleTy(), 1.0),
          *slightly_more = ConstantFP::get(builder_.getDoubleTy(), 1.0 + 0x1p-52);
    Value *reciprocal = builder_.CreateFDiv(
        one, builder_.CreateCast(to_real, scalar(division.getOperand(1)), builder_.getDoubleTy()));
    exact = builder_.CreateFMul(exact, splat(builder_.CreateFMul(reciprocal, slightly_more)));
  } else {
    exact = builder_.CreateFDiv(exact, builder_.CreateCast(to_real, divisor, real));
  }
  Value *quotient =
      builder_.CreateCast(isSigned(division) ? Instruction::FPToSI : Instruction::FPToUI, exact, type);
  return isQuotient(division) ? quotient
                              : builder_.CreateSub(dividend, builder_.CreateMul(quotient, divisor));
}

Value *WarpEmitter::divideLong(BinaryOperator &division) {
  const bool is_signed = isSigned(division);
  Type *type = widened(builder_.getInt64Ty());
  auto extended = [&](Value *number, Type *to) {
    return is_signed ? builder_.CreateSExt(number, to) : builder_.CreateZExt(number, to);
  };
  Value *dividend = extended(vector(division.getOperand(0)), type),
        *divisor = extended(vector(division.getOperand(1)), type);
  Value *common_divisor = isUniform(division.getOperand(1))
                              ? extended(scalar(division.getOperand(1)), builder_.getInt64Ty())
                              : nullptr;

  Value *are_small = builder_.getTrue();
  for (Value *operand : division.operand_values())
    are_small = builder_.CreateAnd(are_small, isSmall(operand, is_signed));
  Values results = emitVersions(
      are_small, [&] { return divideSmall(dividend, divisor, common_divisor); },
      [&] {
        if (!is_signed)
          return divideUnsigned(dividend, divisor, common_divisor);
        auto absolute = [&](Value *number) {
          return number ? builder_.CreateBinaryIntrinsic(Intrinsic::abs, number, builder_.getFalse())
                        : number;
        };
        Values of_absolutes = divideUnsigned(absolute(dividend), absolute(divisor), absolute(common_divisor));
        auto negatedWhere = [&](Value *negative, Value *number) {
          return builder_.CreateSelect(builder_.CreateIsNeg(negative), builder_.CreateNeg(number), number);
        };
        return Values{negatedWhere(builder_.CreateXor(dividend, divisor), of_absolutes[0]),
                      negatedWhere(dividend, of_absolutes[1])};
      });
  for (Value *&result : results)
    result = builder_.CreateTrunc(result, widened(division.getType()));
  if (Instruction *sibling = siblingOf(division))
    served_[sibling] = results[isQuotient(division) ? 1 : 0];
  return results[isQuotient(division) ? 0 : 1];
}

// Whether those of all active lanes are: a scalar.
Value *WarpEmitter::isSmall(Value *number, bool is_signed) {
  const unsigned bits = number->getType()->getIntegerBitWidth();
  const unsigned digits = is_signed ? bits - ComputeNumSignBits(number, layout_) + 1
                                    : bits - computeKnownBits(number, layout_).countMinLeadingZeros() + 1;
  if (digits <= kSmallBits)
    return builder_.getTrue();
  // From nothing to 2^50 where half of that is added.
  Value *numbers = vectorOrUniform(number);
  Type *type = numbers->getType();
  numbers = builder_.CreateFreeze(numbers);
  if (is_signed)
    numbers = builder_.CreateAdd(numbers, ConstantInt::get(type, std::uint64_t{1} << (kSmallBits - 1)));
  const unsigned bits_of_it = is_signed ? kSmallBits : kSmallBits - 1;
  Value *rest =
      builder_.CreateAnd(numbers, ConstantInt::get(type, APInt::getHighBitsSet(bits, bits - bits_of_it)));
  if (type->isVectorTy()) {
    if (!isFull(mask_))
      rest = builder_.CreateSelect(mask_, rest, Constant::getNullValue(type));
    rest = builder_.CreateOrReduce(rest);
  }
  return builder_.CreateIsNull(rest);
}

// As of 32 bits: the quotients have 50 bits at most, so one that is no whole number is less than the next by more than
// 2^-50 of it.
WarpEmitter::Values WarpEmitter::divideSmall(Value *dividend, Value *divisor, Value *common_divisor) {
  RealNumbers numbers(builder_, kLanes, job_);
  Value *real_dividend = numbers.ofSmall(dividend), *real_divisor = numbers.ofSmall(divisor);
  Value *quotient = nullptr;
  if (common_divisor) {
    Type *type = builder_.getDoubleTy();
    Value *common = builder_.CreateSIToFP(common_divisor, type);
    Value *reciprocal = builder_.CreateFMul(builder_.CreateFDiv(ConstantFP::get(type, 1.0), common),
                                            ConstantFP::get(type, 1.0 + 0x1p-52));
    real_divisor = splat(common);
    quotient = builder_.CreateFMul(real_dividend, splat(reciprocal));
  } else {
    quotient = builder_.CreateFDiv(real_dividend, real_divisor);
  }
  quotient = builder_.CreateUnaryIntrinsic(Intrinsic::trunc, quotient);
  Value *remainder = builder_.CreateFSub(real_dividend, builder_.CreateFMul(quotient, real_divisor));
  return {numbers.toSmall(quotient), numbers.toSmall(remainder)};
}

// The factor that stands for a common divisor pays where it is known, or where conversions are slow.
WarpEmitter::Values WarpEmitter::divideUnsigned(Value *dividend, Value *divisor, Value *common_divisor) {
  if (common_divisor && (isa<Constant>(common_divisor) || !RealNumbers::hasConversions(job_)))
    return multiplyByFactor(dividend, common_divisor);
  return divideByDigits(dividend, divisor, common_divisor);
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
WarpEmitter::Values WarpEmitter::divideByDigits(Value *dividend, Value *divisor, Value *common_divisor) {
  const unsigned lanes = VectorRegisters::of(job_).bits / 64;
  RealNumbers numbers(builder_, lanes, job_);
  Value *common_reciprocal = common_divisor ? slightlyLessThanReciprocal(builder_, common_divisor) : nullptr;
  SmallVector<Value *, 8> quotients, remainders;
  for (unsigned first = 0; first < kLanes; first += lanes) {
    Value *left = partOf(dividend, first, lanes), *by = partOf(divisor, first, lanes);
    Value *reciprocal = common_reciprocal ? builder_.CreateVectorSplat(lanes, common_reciprocal)
                                          : slightlyLessThanReciprocal(builder_, by);
    auto estimate = [&](Value *scaled) {
      return numbers.wholePartOrLess(builder_.CreateUIToFP(left, numbers.reals()), scaled);
    };
    Constant *half = numbers.integer(32), *lower_half = numbers.integer(UINT32_MAX);
    Value *upper = estimate(builder_.CreateFMul(reciprocal, numbers.real(0x1p-32)));
    Value *product =
        builder_.CreateMul(builder_.CreateAnd(upper, lower_half), builder_.CreateAnd(by, lower_half));
    left = builder_.CreateSub(left, builder_.CreateShl(product, half));
    Value *lower = estimate(reciprocal);
    left = builder_.CreateSub(left, builder_.CreateMul(lower, by));
    Value *one_more = builder_.CreateICmpUGE(left, by);
    Value *quotient = builder_.CreateAdd(builder_.CreateShl(upper, half), lower);
    quotients.push_back(
        builder_.CreateSelect(one_more, builder_.CreateAdd(quotient, numbers.integer(1)), quotient));
    remainders.push_back(builder_.CreateSelect(one_more, builder_.CreateSub(left, by), left));
  }
  return {concatenate(std::move(quotients)), concatenate(std::move(remainders))};
}

// floor((2^128 - 1) / d) - 2^64 for a d whose upper bit is set: estimated twice, from below, the second time what is left.
Value *WarpEmitter::reciprocalOf(Value *divisor) {
  Type *real = builder_.getDoubleTy(), *wide = builder_.getInt128Ty();
  auto number = [&](double value) { return ConstantFP::get(real, value); };
  auto extended = [&](Value *integer) { return builder_.CreateZExt(integer, wide); };
  // Conversions with sign are the faster ones: half of the divisor, half of the estimate.
  Value *half = builder_.CreateSIToFP(builder_.CreateLShr(divisor, 1), real),
        *wide_divisor = extended(divisor);
  Value *reciprocal = builder_.CreateFDiv(number(0.5 * kSlightlyLess), half);
  Value *above = builder_.CreateFSub(builder_.CreateFMul(reciprocal, number(0x1p127)), number(0x1p63));
  above = builder_.CreateSelect(builder_.CreateFCmpOGT(above, number(0)), above, number(0));
  Value *estimate = builder_.CreateShl(builder_.CreateFPToSI(above, divisor->getType()), 1);
  auto left = [&](Value *dividend, Value *quotient) {
    return builder_.CreateSub(dividend, builder_.CreateMul(extended(quotient), wide_divisor));
  };
  Value *dividend = builder_.CreateNot(builder_.CreateShl(wide_divisor, 64));
  dividend = left(dividend, estimate);
  constexpr unsigned kDropped = 48;
  Value *upper = builder_.CreateTrunc(builder_.CreateLShr(dividend, kDropped), divisor->getType());
  Value *rest = builder_.CreateFMul(builder_.CreateSIToFP(upper, real),
                                    builder_.CreateFMul(reciprocal, number(0x1p48)));
  Value *correction = builder_.CreateFPToSI(rest, divisor->getType());
  Value *one_more = builder_.CreateICmpUGE(left(dividend, correction), wide_divisor);
  return builder_.CreateAdd(builder_.CreateAdd(estimate, correction),
                            builder_.CreateZExt(one_more, divisor->getType()));
}

// Granlund and Montgomery, Division by Invariant Integers using Multiplication (1994), figure 4.1: with l bits in d and m
// = floor(2^(64 + l) / d) - 2^64 + 1, a / d is (t + ((a - t) >> 1)) >> (l - 1), where t is the upper half of a * m. A power
// of two is a shift.
WarpEmitter::Values WarpEmitter::multiplyByFactor(Value *dividend, Value *divisor) {
  Value *shift = builder_.CreateBinaryIntrinsic(Intrinsic::ctlz, divisor, builder_.getFalse());
  Value *upmost = builder_.CreateShl(divisor, shift);
  Value *is_power = builder_.CreateICmpEQ(upmost, builder_.getInt64(std::uint64_t{1} << 63));
  Value *factor = builder_.CreateSelect(is_power, builder_.getInt64(0),
                                        builder_.CreateAdd(reciprocalOf(upmost), builder_.getInt64(1)));
  Value *first_shift = builder_.CreateSelect(is_power, builder_.getInt64(0), builder_.getInt64(1));
  Value *last_shift = builder_.CreateSub(builder_.getInt64(63), shift);
  const unsigned lanes = VectorRegisters::of(job_).bits / 64;
  auto forAll = [&](Value *number) { return builder_.CreateVectorSplat(lanes, number); };
  SmallVector<Value *, 8> quotients, remainders;
  for (unsigned first = 0; first < kLanes; first += lanes) {
    Value *part = partOf(dividend, first, lanes);
    Value *upper = upperHalfOfProduct(part, forAll(factor), /*is_signed=*/false);
    Value *rest = builder_.CreateLShr(builder_.CreateSub(part, upper), forAll(first_shift));
    Value *quotient = builder_.CreateLShr(builder_.CreateAdd(upper, rest), forAll(last_shift));
    quotients.push_back(quotient);
    remainders.push_back(builder_.CreateSub(part, builder_.CreateMul(quotient, forAll(divisor))));
  }
  return {concatenate(std::move(quotients)), concatenate(std::move(remainders))};
}

// Only active lanes, so none divides by zero.
Value *WarpEmitter::divideLaneByLane(BinaryOperator &division) {
  Value *spilled[2] = {};
  for (unsigned i = 0; i < 2; ++i)
    if (Value *operand = division.getOperand(i); !isUniform(operand))
      spilled[i] = spill(vector(operand));
  Type *type = builder_.getIntNTy(static_cast<unsigned>(layout_.getTypeAllocSizeInBits(division.getType())));
  AllocaInst *results = slot(ArrayType::get(type, kLanes), division.getName());
  results->setAlignment(Align(64));
  forEachLane(mask_, [&](Value *lane) {
    Value *operands[2] = {};
    for (unsigned i = 0; i < 2; ++i)
      operands[i] =
          spilled[i] ? loadLane(spilled[i], division.getType(), lane) : scalar(division.getOperand(i));
    Value *result = builder_.CreateBinOp(division.getOpcode(), operands[0], operands[1]);
    builder_.CreateStore(builder_.CreateZExt(result, type), builder_.CreateGEP(type, results, lane));
  });
  return builder_.CreateTrunc(builder_.CreateAlignedLoad(widened(type), results, Align(64)),
                              widened(division.getType()));
}

} // namespace raddle::vectorize
