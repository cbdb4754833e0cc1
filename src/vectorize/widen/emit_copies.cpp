// Copies of structures, of float4 above all.
//
//   tile[threadIdx.x] = bodies[first + threadIdx.x];
//
// Where the lanes' structures lie side by side on both sides, a warp copies one long piece.

#include "vectorize/widen/warp_emitter.h"


using namespace llvm;

namespace raddle::vectorize {

namespace {

// Of one lane. Longer ones are left to memcpy.
constexpr std::uint64_t kMostBytes = 64;

} // namespace

bool WarpEmitter::emitCopy(MemTransferInst &copy) {
  auto *length = dyn_cast<ConstantInt>(copy.getLength());
  if (copy.isVolatile() || !length || length->isZero() || length->getValue().ugt(kMostBytes))
    return false;
  const std::uint64_t bytes = length->getZExtValue();
  auto areSideBySide = [&](const Value *pointer) {
    return assumedShape(pointer).stride() == static_cast<std::int64_t>(bytes);
  };
  if (bytes * kLanes % registerBytes() != 0 || !areSideBySide(copy.getRawSource()) ||
      !areSideBySide(copy.getRawDest()))
    return false;
  auto [source, source_holds] = assumeAddress(copy.getRawSource(), 0, kLanes);
  auto [dest, dest_holds] = assumeAddress(copy.getRawDest(), 0, kLanes);
  auto together = [&, source = source, dest = dest] {
    Type *piece = FixedVectorType::get(builder_.getInt32Ty(), registerBytes() / 4);
    SmallVector<Value *, 32> pieces;
    auto pieceOf = [&](Value *first, std::size_t i) {
      return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), first, i * registerBytes());
    };
    for (std::size_t i = 0; i < bytes * kLanes / registerBytes(); ++i)
      pieces.push_back(
          builder_.CreateAlignedLoad(piece, pieceOf(source, i), copy.getSourceAlign().valueOrOne()));
    for (std::size_t i = 0; i < pieces.size(); ++i)
      builder_.CreateAlignedStore(pieces[i], pieceOf(dest, i), copy.getDestAlign().valueOrOne());
    return SmallVector<Value *, 4>();
  };
  auto lane_by_lane = [&] {
    emitForEachLane(copy);
    return SmallVector<Value *, 4>();
  };
  remark(copy, "copy of " + Twine(bytes) + " bytes: contiguous on both sides: vector accesses");
  whenAllAreActive(builder_.CreateAnd(source_holds, dest_holds), together, lane_by_lane);
  return true;
}

} // namespace raddle::vectorize
