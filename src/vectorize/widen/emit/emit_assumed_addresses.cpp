// Accesses whose index might wrap.
//
// CUDA's indices are mostly unsigned numbers of 32 bits: a[row * n + threadIdx.x]. Nothing says that the sum
// does not wrap between two lanes of a warp, where their addresses would part by 16 GiB. So there are two
// versions,
//
//   if (index of lane 0 <= 2^32 - 32)  one access of lanes side by side
//   else                               a gather or scatter
//
// of which the second is hardly ever run.

#include "vectorize/widen/emit/warp_emitter.h"
#include "vectorize/widen/plan/assumed_shape.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/MDBuilder.h>

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// A wider number made of one whose lanes are known to differ by constants, but for wrapping.
const CastInst *asWrappingIndex(const Value *value, const analysis::LaneShapes &shapes) {
  auto *cast = dyn_cast<CastInst>(value);
  const bool is_extension = cast && (isa<ZExtInst>(cast) || isa<SExtInst>(cast));
  return is_extension && cast->getType()->isIntegerTy(64) &&
                 shapes.of(cast).run() < shapes.of(cast->getOperand(0)).run()
             ? cast
             : nullptr;
}

} // namespace

analysis::LaneShape assumedShape(const Value &pointer, const analysis::LaneShapes &shapes,
                                 const DataLayout &layout) {
  using analysis::LaneShape;
  LaneShape shape = shapes.of(&pointer);
  auto *address = dyn_cast<GetElementPtrInst>(&pointer);
  if (!shape.isVarying() || !address)
    return shape;
  shape = assumedShape(*address->getPointerOperand(), shapes, layout);
  for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i) {
    if (i.isStruct())
      continue;
    LaneShape index = shapes.of(i.getOperand());
    if (const CastInst *cast = asWrappingIndex(i.getOperand(), shapes)) {
      const LaneShape narrow = shapes.of(cast->getOperand(0));
      std::array<std::uint64_t, LaneShape::kLanes> offsets;
      for (unsigned lane = 0; lane < LaneShape::kLanes; ++lane)
        offsets[lane] = static_cast<std::uint64_t>(narrow.offset(lane));
      index = LaneShape::add(LaneShape::uniform(), LaneShape::constants(offsets, 64), 64, false, false)
                  .inRunsOf(narrow.run());
    }
    const std::uint64_t bytes = layout.getTypeAllocSize(i.getIndexedType());
    shape = LaneShape::add(
        shape, LaneShape::multiply(index, LaneShape::uniform(LaneShape::kAllBits, bytes), 64, false, false),
        64, false, false);
  }
  return shape;
}

analysis::LaneShape WarpEmitter::assumedShape(const Value *pointer) const {
  return vectorize::assumedShape(*pointer, shapes_, layout_);
}

std::pair<Value *, Value *> WarpEmitter::assumeAddress(Value *pointer, unsigned first_lane, unsigned run) {
  auto *address = dyn_cast<GetElementPtrInst>(pointer);
  if (!address || shapes_.of(pointer).run() >= run)
    return {inLane(pointer, first_lane), builder_.getTrue()};
  auto [base, holds] = assumeAddress(address->getPointerOperand(), first_lane, run);
  SmallVector<Value *, 4> indices;
  for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i) {
    const CastInst *cast = i.isStruct() ? nullptr : asWrappingIndex(i.getOperand(), shapes_);
    if (!cast) {
      indices.push_back(i.isStruct() ? i.getOperand() : inLane(i.getOperand(), first_lane));
      continue;
    }
    Value *first = inLane(cast->getOperand(0), first_lane);
    const analysis::LaneShape shape = shapes_.of(cast->getOperand(0)).inRunsOf(run);
    const unsigned width = first->getType()->getIntegerBitWidth();
    const bool is_signed = isa<SExtInst>(cast);
    std::int64_t lowest = 0, highest = 0;
    for (unsigned lane = first_lane; lane < first_lane + run; ++lane) {
      lowest = std::min(lowest, shape.offset(lane));
      highest = std::max(highest, shape.offset(lane));
    }
    // lowest + first and first + highest are numbers of this width.
    const APInt smallest = is_signed ? APInt::getSignedMinValue(width) : APInt::getZero(width);
    const APInt largest = is_signed ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
    auto constant = [&](const APInt &value) { return ConstantInt::get(first->getType(), value); };
    auto require = [&](CmpInst::Predicate predicate, const APInt &bound) {
      holds = builder_.CreateAnd(holds, builder_.CreateICmp(predicate, first, constant(bound)));
    };
    if (highest > 0)
      require(is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE,
              largest - APInt(width, static_cast<std::uint64_t>(highest)));
    if (lowest < 0)
      require(is_signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE,
              smallest + APInt(width, static_cast<std::uint64_t>(-lowest)));
    indices.push_back(builder_.CreateCast(cast->getOpcode(), first, cast->getType()));
  }
  return {builder_.CreateGEP(address->getSourceElementType(), base, indices), holds};
}

std::pair<SmallVector<Value *, 8>, Value *> WarpEmitter::assumeRuns(Value *pointer, unsigned run) {
  SmallVector<Value *, 8> bases;
  Value *all_hold = builder_.getTrue();
  for (unsigned first = 0; first < kLanes; first += run) {
    auto [base, holds] = assumeAddress(pointer, first, run);
    bases.push_back(base);
    all_hold = builder_.CreateAnd(all_hold, holds);
  }
  return {bases, all_hold};
}

} // namespace raddle::vectorize
