// Copies of structures, of float4 above all.
//
//   tile[threadIdx.x] = bodies[first + threadIdx.x];
//
// Where the lanes' structures lie side by side on both sides, a warp copies one long piece.

#include "vectorize/widen/emit/warp_emitter.h"

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
  const std::uint64_t pieces = bytes * kLanes / registerBytes();
  Type *piece = FixedVectorType::get(builder_.getInt32Ty(), registerBytes() / 4);
  auto pieceOf = [&](Value *first, std::uint64_t i) {
    return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), first, i * registerBytes());
  };
  auto loadTogether = [&] {
    Values loaded;
    for (std::uint64_t i = 0; i < pieces; ++i)
      loaded.push_back(
          builder_.CreateAlignedLoad(piece, pieceOf(source, i), copy.getSourceAlign().valueOrOne()));
    return loaded;
  };
  auto store = [&](const Values &loaded) {
    for (auto [i, value] : enumerate(loaded))
      builder_.CreateAlignedStore(value, pieceOf(dest, i), copy.getDestAlign().valueOrOne());
    return Values();
  };
  auto lane_by_lane = [&] {
    emitForEachLane(copy);
    return Values();
  };
  remark(copy, "copy of " + Twine(bytes) + " bytes: contiguous on both sides: vector accesses");
  if (bytes % 4 != 0) {
    whenAllAreActive(
        builder_.CreateAnd(source_holds, dest_holds), [&] { return store(loadTogether()); }, lane_by_lane);
    return true;
  }
  // It is stored in one way, wherever it comes from: passes behind this one see that the same is written each
  // time.
  auto gatherPieces = [&] {
    Values loaded;
    for (std::uint64_t i = 0; i < pieces; ++i)
      loaded.push_back(gatherWords(copy, i * registerBytes() / 4, registerBytes() / 4, bytes / 4));
    return loaded;
  };
  whenAllAreActive(
      dest_holds,
      [&, &holds = source_holds] { return store(emitVersions(holds, loadTogether, gatherPieces)); },
      lane_by_lane);
  return true;
}

// So many words from the first on, of all that the lanes copy, one lane's behind the other's.
Value *WarpEmitter::gatherWords(MemTransferInst &copy, std::uint64_t first, std::uint64_t count,
                                std::uint64_t words_of_lane) {
  SmallVector<int, 32> lanes;
  SmallVector<Constant *, 32> offsets;
  for (std::uint64_t word = first; word < first + count; ++word) {
    lanes.push_back(static_cast<int>(word / words_of_lane));
    offsets.push_back(builder_.getInt64(word % words_of_lane * 4));
  }
  Value *addresses = builder_.CreateShuffleVector(vector(copy.getRawSource()), lanes);
  return builder_.CreateMaskedGather(
      FixedVectorType::get(builder_.getInt32Ty(), static_cast<unsigned>(count)),
      builder_.CreateGEP(builder_.getInt8Ty(), addresses, ConstantVector::get(offsets)),
      std::min(copy.getSourceAlign().valueOrOne(), Align(4)));
}

} // namespace raddle::vectorize
