#include "vectorize/instrument/locals/known_offsets.h"

#include <llvm/IR/Operator.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Sums and products of offsets do not overflow in it.
constexpr unsigned kWide = 192; // bits

} // namespace

KnownOffsets::KnownOffsets(Function &function)
    : layout_(function.getDataLayout()), dominators_(function), loops_(dominators_), assumptions_(function),
      evolution_(function, library_, assumptions_, dominators_, loops_), values_(&assumptions_, &layout_) {}

// In `for (i = 0; i < 8; ++i)` scalar evolution knows that i goes from 0 to 8, and the branch that it is not 8 within.
ConstantRange KnownOffsets::rangeOf(Value *index, Instruction *access) {
  const SCEV *evolution = evolution_.getSCEV(index);
  ConstantRange range = evolution_.getSignedRange(evolution);
  const APInt most = range.getSignedMax();
  if (!most.isMaxSignedValue() &&
      evolution_.isBasicBlockEntryGuardedByCond(access->getParent(), CmpInst::ICMP_SLT, evolution,
                                                evolution_.getConstant(most)))
    range = ConstantRange::getNonEmpty(range.getSignedMin(), most);
  return range.intersectWith(values_.getConstantRange(index, access, /*UndefAllowed=*/false),
                             ConstantRange::Signed);
}

std::optional<ConstantRange> KnownOffsets::rangeOf(Value *address, const Value *base, Instruction *access) {
  ConstantRange sum(APInt(kWide, 0));
  while (address != base) {
    if (auto *cast = dyn_cast<AddrSpaceCastOperator>(address)) {
      address = cast->getPointerOperand();
      continue;
    }
    auto *step = dyn_cast<GEPOperator>(address);
    MapVector<Value *, APInt> variables;
    APInt constant(64, 0);
    if (!step || layout_.getIndexTypeSizeInBits(step->getType()) != 64 ||
        !step->collectOffset(layout_, 64, variables, constant))
      return std::nullopt;
    sum = sum.add(ConstantRange(constant.sext(kWide)));
    for (const auto &[variable, factor] : variables) {
      const ConstantRange range = rangeOf(variable, access);
      if (range.isEmptySet())
        return std::nullopt;
      sum = sum.add(range.signExtend(kWide).multiply(ConstantRange(factor.sext(kWide))));
    }
    address = step->getPointerOperand();
  }
  return sum;
}

KnownOffsets::Fit KnownOffsets::fitOf(Value *address, const Value *base, std::uint64_t size,
                                      const Value *bytes, Instruction *access, std::uint64_t offset) {
  auto *length = dyn_cast<ConstantInt>(bytes);
  if (!length)
    return Fit::kUnknown;
  if (length->isZero())
    return Fit::kWithin;
  if (length->getValue().ugt(size))
    return Fit::kOutside;
  const std::optional<ConstantRange> range = rangeOf(address, base, access);
  if (!range)
    return Fit::kUnknown;
  const ConstantRange within(APInt(kWide, 0), APInt(kWide, size - length->getZExtValue() + 1)),
      touched = range->add(ConstantRange(APInt(kWide, offset)));
  if (within.contains(touched))
    return Fit::kWithin;
  return within.intersectWith(touched).isEmptySet() ? Fit::kOutside : Fit::kUnknown;
}

} // namespace raddle::vectorize
