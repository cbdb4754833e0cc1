// Loads from addresses that probably lie to each other in a known way.
//
//   scale[i / pixels % channels]       quotients mostly are the same for all lanes
//   in[2 * (i % width) + 1]            neighbouring lanes mostly are in one row, two elements apart
//   in[x / 2]                          if x is 0 or more, two lanes each share an element
//
// So there are two versions,
//
//   if (addresses == address of lane 0 + what is known, in all lanes)  one element for all, or vectors and fixed shuffles
//   else                                                               a gather

#include "vectorize/widen/emit/warp_emitter.h"
#include "vectorize/widen/plan/likely_offsets.h"

#include <algorithm>
#include <array>

using namespace llvm;

namespace raddle::vectorize {

// Where the lanes' addresses probably lie to each other; varying where nothing is known.
analysis::LaneShape WarpEmitter::likelyShape(const Value *pointer) const {
  const auto offsets = likelyOffsets(*pointer, shapes_, kLanes);
  if (!offsets)
    return analysis::LaneShape::varying();
  std::array<std::uint64_t, kLanes> numbers;
  std::ranges::copy(*offsets, numbers.begin());
  using analysis::LaneShape;
  return LaneShape::add(LaneShape::uniform(), LaneShape::constants(numbers, 64), 64, false, false);
}

// The first lane's address, and whether all lanes that take part lie to it as `shape` says; false where none does.
std::pair<Value *, Value *> WarpEmitter::addressIfLikely(Value *pointer, const analysis::LaneShape &shape) {
  Value *all = builder_.CreateFreeze(vector(pointer));
  Value *first = builder_.CreateExtractElement(all, std::uint64_t{0});
  SmallVector<Constant *, kLanes> offsets;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    offsets.push_back(builder_.getInt64(static_cast<std::uint64_t>(shape.offset(lane))));
  Value *expected = builder_.CreateGEP(builder_.getInt8Ty(), splat(first), ConstantVector::get(offsets));
  Value *lies = bits(builder_.CreateICmpEQ(all, expected));
  if (isFull(mask_))
    return {first, builder_.CreateICmpEQ(lies, builder_.getInt32(~0u))};
  Value *taking_part = bits(mask_);
  Value *holds = builder_.CreateICmpEQ(builder_.CreateAnd(lies, taking_part), taking_part);
  return {first, builder_.CreateAnd(holds, builder_.CreateICmpNE(taking_part, builder_.getInt32(0)))};
}

// One lane's element for all, where they probably have one address; else null.
Value *WarpEmitter::loadIfSame(LoadInst &load) {
  Value *pointer = load.getPointerOperand();
  const analysis::LaneShape shape = likelyShape(pointer);
  if (!shape.isUniform())
    return nullptr;
  remark(load, "probably the same for all lanes: one scalar load; else a gather");
  auto [first, holds] = addressIfLikely(pointer, shape);
  Type *type = load.getType();
  return emitVersions(
      holds, [&] { return Values{splat(builder_.CreateAlignedLoad(type, first, load.getAlign()))}; },
      [&] { return Values{gather(type, pointer, 0, load.getAlign())}; })[0];
}

} // namespace raddle::vectorize
