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

#include "vectorize/widen/emit/accesses/addresses.h"
#include "vectorize/widen/emit/values_in_lanes.h"
#include "vectorize/widen/plan/assumed_shape.h"

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

std::pair<Value *, Value *> assumeAddress(WarpBuilder &warp, Value *pointer, unsigned first_lane,
                                          unsigned run) {
  auto *address = dyn_cast<GetElementPtrInst>(pointer);
  if (!address || warp.shapes.of(pointer).run() >= run)
    return {inLane(warp, pointer, first_lane), warp.getTrue()};
  auto [base, holds] = assumeAddress(warp, address->getPointerOperand(), first_lane, run);
  SmallVector<Value *, 4> indices;
  for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i) {
    const CastInst *cast = i.isStruct() ? nullptr : asWrappingIndex(i.getOperand(), warp.shapes);
    if (!cast) {
      indices.push_back(i.isStruct() ? i.getOperand() : inLane(warp, i.getOperand(), first_lane));
      continue;
    }
    Value *first = inLane(warp, cast->getOperand(0), first_lane);
    const analysis::LaneShape shape = warp.shapes.of(cast->getOperand(0)).inRunsOf(run);
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
      holds = warp.CreateAnd(holds, warp.CreateICmp(predicate, first, constant(bound)));
    };
    if (highest > 0)
      require(is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE,
              largest - APInt(width, static_cast<std::uint64_t>(highest)));
    if (lowest < 0)
      require(is_signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE,
              smallest + APInt(width, static_cast<std::uint64_t>(-lowest)));
    indices.push_back(warp.CreateCast(cast->getOpcode(), first, cast->getType()));
  }
  return {warp.CreateGEP(address->getSourceElementType(), base, indices), holds};
}

std::pair<SmallVector<Value *, 8>, Value *> assumeRuns(WarpBuilder &warp, Value *pointer, unsigned run) {
  SmallVector<Value *, 8> bases;
  Value *all_hold = warp.getTrue();
  for (unsigned first = 0; first < kLanes; first += run) {
    auto [base, holds] = assumeAddress(warp, pointer, first, run);
    bases.push_back(base);
    all_hold = warp.CreateAnd(all_hold, holds);
  }
  return {bases, all_hold};
}

} // namespace raddle::vectorize
