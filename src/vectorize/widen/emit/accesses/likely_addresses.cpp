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

#include "vectorize/widen/emit/accesses/addresses.h"

using namespace llvm;

namespace raddle::vectorize {

std::pair<Value *, Value *> addressIfLikely(WarpBuilder &warp, Value *pointer,
                                            const analysis::LaneShape &shape) {
  Value *all = warp.CreateFreeze(warp.vector(pointer));
  Value *first = warp.CreateExtractElement(all, std::uint64_t{0});
  SmallVector<Constant *, kLanes> offsets;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    offsets.push_back(warp.getInt64(static_cast<std::uint64_t>(shape.offset(lane))));
  Value *expected = warp.CreateGEP(warp.getInt8Ty(), warp.splat(first), ConstantVector::get(offsets));
  Value *lies = warp.bits(warp.CreateICmpEQ(all, expected));
  if (warp.isFull(warp.mask))
    return {first, warp.CreateICmpEQ(lies, warp.getInt32(~0u))};
  Value *taking_part = warp.bits(warp.mask);
  Value *holds = warp.CreateICmpEQ(warp.CreateAnd(lies, taking_part), taking_part);
  return {first, warp.CreateAnd(holds, warp.CreateICmpNE(taking_part, warp.getInt32(0)))};
}

} // namespace raddle::vectorize
