// Copies of structures, of float4 above all.
//
//   tile[threadIdx.x] = bodies[first + threadIdx.x];
//
// Where the lanes' structures lie side by side on both sides, a warp copies one long piece, and where they do so in runs of a few
// lanes, as where lanes copy rows of a tile, one piece for each run.

#include "vectorize/widen/emit/accesses/accesses.h"
#include "vectorize/widen/emit/accesses/addresses.h"
#include "vectorize/widen/emit/calls/calls.h"
#include "vectorize/widen/emit/versions.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Gathers `count` words, from number `first` on, of all that the lanes copy, one lane's after the other's.
Value *gatherWords(WarpBuilder &warp, MemTransferInst &copy, std::uint64_t first, std::uint64_t count,
                   std::uint64_t words_of_lane) {
  SmallVector<int, 32> lanes;
  SmallVector<Constant *, 32> offsets;
  for (std::uint64_t word = first; word < first + count; ++word) {
    lanes.push_back(static_cast<int>(word / words_of_lane));
    offsets.push_back(warp.getInt64(word % words_of_lane * 4));
  }
  Value *addresses = warp.CreateShuffleVector(warp.vector(copy.getRawSource()), lanes);
  return warp.CreateMaskedGather(FixedVectorType::get(warp.getInt32Ty(), static_cast<unsigned>(count)),
                                 warp.CreateGEP(warp.getInt8Ty(), addresses, ConstantVector::get(offsets)),
                                 std::min(copy.getSourceAlign().valueOrOne(), Align(4)));
}

// All runs are loaded before the first is stored.
void emitCopyInRuns(WarpBuilder &warp, MemTransferInst &copy, const CopyInRuns &runs) {
  auto [sources, sources_hold] = assumeRuns(warp, copy.getRawSource(), runs.run);
  auto [targets, targets_hold] = assumeRuns(warp, copy.getRawDest(), runs.run);
  auto *piece = FixedVectorType::get(warp.getInt8Ty(), static_cast<unsigned>(runs.piece));
  auto pieceOf = [&](Value *first, std::uint64_t at) {
    return warp.CreateConstGEP1_64(warp.getInt8Ty(), first, at);
  };
  whenAllAreActive(
      warp, warp.CreateAnd(sources_hold, targets_hold),
      [&, &from = sources, &to = targets] {
        ValueList loaded;
        for (Value *source : from)
          for (std::uint64_t at = 0; at < runs.bytes * runs.run; at += runs.piece)
            loaded.push_back(
                warp.CreateAlignedLoad(piece, pieceOf(source, at), copy.getSourceAlign().valueOrOne()));
        auto next = loaded.begin();
        for (Value *target : to)
          for (std::uint64_t at = 0; at < runs.bytes * runs.run; at += runs.piece)
            warp.CreateAlignedStore(*next++, pieceOf(target, at), copy.getDestAlign().valueOrOne());
        return ValueList();
      },
      [&] {
        emitCallLaneByLane(warp, copy);
        return ValueList();
      });
}

void emitCopySideBySide(WarpBuilder &warp, MemTransferInst &copy, std::uint64_t bytes) {
  auto [source, source_holds] = assumeAddress(warp, copy.getRawSource(), 0, kLanes);
  auto [dest, dest_holds] = assumeAddress(warp, copy.getRawDest(), 0, kLanes);
  const std::uint64_t pieces = bytes * kLanes / warp.registerBytes();
  Type *piece = FixedVectorType::get(warp.getInt32Ty(), warp.registerBytes() / 4);
  auto pieceOf = [&](Value *first, std::uint64_t i) {
    return warp.CreateConstGEP1_64(warp.getInt8Ty(), first, i * warp.registerBytes());
  };
  auto loadTogether = [&] {
    ValueList loaded;
    for (std::uint64_t i = 0; i < pieces; ++i)
      loaded.push_back(warp.CreateAlignedLoad(piece, pieceOf(source, i), copy.getSourceAlign().valueOrOne()));
    return loaded;
  };
  auto store = [&](const ValueList &loaded) {
    for (auto [i, value] : enumerate(loaded))
      warp.CreateAlignedStore(value, pieceOf(dest, i), copy.getDestAlign().valueOrOne());
    return ValueList();
  };
  auto lane_by_lane = [&] {
    emitCallLaneByLane(warp, copy);
    return ValueList();
  };
  if (bytes % 4 != 0) {
    whenAllAreActive(
        warp, warp.CreateAnd(source_holds, dest_holds), [&] { return store(loadTogether()); }, lane_by_lane);
    return;
  }
  // It is stored in one way, wherever it comes from: later passes see that the same is written each
  // time.
  auto gatherPieces = [&] {
    ValueList loaded;
    for (std::uint64_t i = 0; i < pieces; ++i)
      loaded.push_back(
          gatherWords(warp, copy, i * warp.registerBytes() / 4, warp.registerBytes() / 4, bytes / 4));
    return loaded;
  };
  whenAllAreActive(
      warp, dest_holds,
      [&, &holds = source_holds] { return store(emitVersions(warp, holds, loadTogether, gatherPieces)); },
      lane_by_lane);
}

} // namespace

void emitCopy(WarpBuilder &warp, CallInst &call) {
  auto &copy = cast<MemTransferInst>(call);
  const CopyInRuns runs = *copyInRuns(warp.plan.context(), copy);
  if (runs.run == kLanes)
    emitCopySideBySide(warp, copy, runs.bytes);
  else
    emitCopyInRuns(warp, copy, runs);
}

} // namespace raddle::vectorize
