// Numbers that go up evenly from lane to lane, made wider: lane 0 may be inactive and break the promises that active lanes keep.

#include "vectorize/widen/emit/arithmetic/arithmetic.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Those where a condition holds, or what of it is computed already.
Value *lanesWhere(WarpBuilder &warp, Value *condition) {
  if (!isa<Instruction>(condition) || warp.slotOf(condition))
    return warp.vector(condition);
  Value *left = nullptr, *right = nullptr;
  if (match(condition, PatternMatch::m_LogicalAnd(PatternMatch::m_Value(left), PatternMatch::m_Value(right))))
    return warp.CreateAnd(lanesWhere(warp, left), lanesWhere(warp, right));
  return warp.splat(warp.getTrue());
}

// The lanes that use an extension: where only selects take what becomes of it, those that choose it. The others run it,
// too, if loads that they would skip are if-converted (if_convert_loads.h).
Value *lanesThatUse(WarpBuilder &warp, CastInst &extension) {
  constexpr unsigned kMostValues = 16;
  SmallVector<Value *, 8> work{&extension};
  Value *users = nullptr;
  for (unsigned i = 0; i < work.size(); ++i)
    for (User *user : work[i]->users()) {
      auto *select = dyn_cast<SelectInst>(user);
      if (isa<GetElementPtrInst, BinaryOperator>(user) && work.size() < kMostValues) {
        work.push_back(user);
        continue;
      }
      if (!select || select->getTrueValue() != work[i] || select->getFalseValue() == work[i] ||
          select->getCondition() == work[i])
        return warp.mask;
      Value *lanes = lanesWhere(warp, select->getCondition());
      users = users ? warp.CreateOr(users, lanes) : lanes;
    }
  return users ? warp.CreateAnd(warp.mask, warp.CreateFreeze(users)) : warp.mask;
}

// Lane 0's value of an affine `narrow`, as a number of the wider type. Sums and products that are promised
// not to overflow are computed in the wider type from their operands: the promise is made only to lanes that
// use the value, and lane 0 may be none of them (`i > 0 ? p[i - 1] : 0`). Constants then belong to the address.
Value *widenBase(WarpBuilder &warp, Value *narrow, bool is_signed, CastInst &extension) {
  Type *type = extension.getType();
  auto *binary = dyn_cast<BinaryOperator>(narrow);
  auto *wrapping = dyn_cast<OverflowingBinaryOperator>(narrow);
  const bool exact = wrapping && (is_signed ? wrapping->hasNoSignedWrap() : wrapping->hasNoUnsignedWrap());
  if (binary && exact && (!warp.shapes.of(narrow).neverCarries() || isa<ConstantInt>(binary->getOperand(1))))
    return warp.CreateBinOp(binary->getOpcode(), widenBase(warp, binary->getOperand(0), is_signed, extension),
                            widenBase(warp, binary->getOperand(1), is_signed, extension));
  const analysis::LaneShape shape = warp.shapes.of(narrow);
  // Where ways meet nothing is left to compute anew. Unsigned numbers of lanes that are off are often a little less than
  // nothing, so the way back to lane 0 begins at one that is on.
  if (!is_signed && !shape.isUniform() && !shape.neverCarries() && !isa<CallInst>(narrow)) {
    if (Value *lanes = lanesThatUse(warp, extension); !warp.isFull(lanes)) {
      Value *lane = warp.CreateAnd(warp.firstLane(lanes), kLanes - 1); // where none is on, any
      Value *offset = warp.CreateExtractElement(warp.offsets(shape, type), lane);
      Value *first = warp.CreateAdd(warp.scalar(narrow), warp.CreateTrunc(offset, narrow->getType()));
      return warp.CreateSub(warp.CreateZExt(first, type), offset);
    }
  }
  return warp.CreateCast(is_signed ? Instruction::SExt : Instruction::ZExt, warp.scalar(narrow), type);
}

} // namespace

Value *extendAffine(WarpBuilder &warp, CastInst &extension) {
  Value *narrow = extension.getOperand(0);
  const bool is_signed = isa<SExtInst>(extension) || !warp.shapes.of(narrow).holdsUnsigned();
  return widenBase(warp, narrow, is_signed, extension);
}

} // namespace raddle::vectorize
