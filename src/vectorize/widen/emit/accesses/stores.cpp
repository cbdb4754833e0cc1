// Stores: by kind of access, each has a row in a table. Inactive lanes touch nothing.

#include "vectorize/widen/emit/accesses/accesses.h"
#include "vectorize/widen/emit/accesses/addresses.h"
#include "vectorize/widen/emit/accesses/guarded_accesses.h"
#include "vectorize/widen/emit/lane_loops.h"
#include "vectorize/widen/emit/vectors.h"
#include "vectorize/widen/emit/versions.h"

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The lanes write one after the other, so the last one's value stays.
void storeScalar(WarpBuilder &warp, StoreInst &store, const AccessDecision &decision) {
  Value *value = store.getValueOperand();
  auto *copy = cast<StoreInst>(store.clone());
  auto lane = [&]() -> Value * {
    return decision.only_lane ? warp.getInt32(*decision.only_lane) : warp.lastLane(warp.mask);
  };
  copy->setOperand(0, warp.isUniform(value) ? warp.scalar(value)
                                            : warp.CreateExtractElement(warp.vector(value), lane()));
  copy->setOperand(1, warp.scalar(store.getPointerOperand()));
  warp.Insert(copy);
}

void storeLaneByLane(WarpBuilder &warp, StoreInst &store, const AccessDecision &) {
  Value *pointer = store.getPointerOperand(), *value = store.getValueOperand();
  Value *addresses = spill(warp, warp.vector(pointer)), *values = spill(warp, warp.vector(value));
  forEachLane(warp, warp.mask, [&](Value *lane) {
    auto *copy = cast<StoreInst>(store.clone());
    copy->setOperand(0, loadLane(warp, values, value->getType(), lane));
    copy->setOperand(1, loadLane(warp, addresses, pointer->getType(), lane));
    warp.Insert(copy);
  });
}

void storeContiguousOrScattered(WarpBuilder &warp, StoreInst &store, const AccessDecision &decision) {
  const bool keeps_place = store.isVolatile() || store.isAtomic();
  if (keeps_place)
    compilerBarrier(warp);
  Value *pointer = store.getPointerOperand(), *values = warp.vector(store.getValueOperand());
  auto scattered = [&] {
    scatter(warp, values, pointer, 0, store.getAlign());
    return ValueList();
  };
  if (decision.kind == AccessKind::kScattered) {
    scattered();
  } else {
    auto [firsts, holds] = contiguousAddresses(warp, pointer, decision);
    auto side_by_side = [&, &places = firsts] {
      storeRuns(warp, store, values, places);
      return ValueList();
    };
    emitVersions(warp, holds, side_by_side, scattered);
  }
  if (keeps_place)
    compilerBarrier(warp);
}

// ---- Scattered stores that follow each other, `if (last) keys[run] = key, sums[run] = sum`, take one loop: how often it runs is
// foreseen badly.

bool mayBeScatteredByLoop(const WarpBuilder &warp, const StoreInst &store) {
  const AccessDecision &decision = warp.plan.of(store);
  return decision.kind == AccessKind::kScattered && decision.is_made_here && store.isSimple() &&
         !warp.plan.guardOf(store) && mayScatterByLoop(warp, store.getValueOperand()->getType());
}

// The next access to memory of the block, or the one before, if it is such a store.
StoreInst *scatteredBeside(const WarpBuilder &warp, StoreInst &store, bool after) {
  auto step = [&](Instruction &from) { return after ? from.getNextNode() : from.getPrevNode(); };
  Instruction *each = step(store);
  while (each && !each->mayReadOrWriteMemory())
    each = step(*each);
  auto *other = dyn_cast_or_null<StoreInst>(each);
  return other && mayBeScatteredByLoop(warp, *other) ? other : nullptr;
}

// The last one makes all of them.
void storeScattered(WarpBuilder &warp, StoreInst &store, const AccessDecision &decision) {
  if (!mayBeScatteredByLoop(warp, store))
    return storeContiguousOrScattered(warp, store, decision);
  if (scatteredBeside(warp, store, /*after=*/true))
    return;
  SmallVector<StoreInst *, 4> stores{&store};
  while (StoreInst *before = scatteredBeside(warp, *stores.back(), /*after=*/false))
    stores.push_back(before);
  std::ranges::reverse(stores);
  scatterTogether(warp, stores);
}

// By AccessKind; null: only loads are of this kind.
using StoreEmitter = void (*)(WarpBuilder &, StoreInst &, const AccessDecision &);
constexpr StoreEmitter kStoreEmitters[] = {
    /*kScalar*/ storeScalar,
    /*kSameForAll*/ nullptr,
    /*kContiguous*/ storeContiguousOrScattered,
    /*kRows*/ storeContiguousOrScattered,
    /*kClamped*/ storeContiguousOrScattered,
    /*kSelected*/ storeContiguousOrScattered,
    /*kShuffled*/ emitShuffledStore,
    /*kLaneFields*/ nullptr,
    /*kLaneByLane*/ storeLaneByLane,
    /*kScattered*/ storeScattered,
};
static_assert(std::size(kStoreEmitters) == std::size_t{1} + static_cast<unsigned>(AccessKind::kScattered));

void storeAsDecided(WarpBuilder &warp, StoreInst &store, const AccessDecision &decision) {
  if (decision.is_made_here)
    kStoreEmitters[static_cast<unsigned>(decision.kind)](warp, store, decision);
}

// Where some lanes are refused the store.
void storeForSome(WarpBuilder &warp, StoreInst &store, const AccessDecision &decision) {
  if (decision.kind == AccessKind::kLaneByLane)
    return storeLaneByLane(warp, store, decision);
  if (storeSome(warp, warp.vector(store.getValueOperand()), store.getPointerOperand()))
    return;
  storeContiguousOrScattered(warp, store, {.kind = AccessKind::kScattered});
}

} // namespace

void emitStore(WarpBuilder &warp, StoreInst &store) {
  const AccessDecision &decision = warp.plan.of(store);
  emitGuarded(
      warp, store, [&] { storeAsDecided(warp, store, decision); },
      [&] { storeForSome(warp, store, decision); });
}

} // namespace raddle::vectorize
