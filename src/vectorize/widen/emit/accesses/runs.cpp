// Lanes that lie side by side, in one run or in several short rows: one vector access for each run.

#include "vectorize/widen/emit/accesses/accesses.h"
#include "vectorize/widen/emit/accesses/addresses.h"
#include "vectorize/widen/emit/vectors.h"

#include <numeric>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// How many elements a masked access of a run of `lanes` has: at least a whole register. LLVM widens the mask of a narrower
// one itself, and where AVX-512's masks are spilled it then takes the next run's lanes for this one's: the move of 8 bits
// that clears all others counts as a copy.
unsigned elementsOfRun(const WarpBuilder &warp, Type *type, unsigned lanes) {
  constexpr unsigned kRegister = 16;
  return warp.has_wide_permutes
             ? std::max(lanes, kRegister / static_cast<unsigned>(warp.layout.getTypeStoreSize(type)))
             : lanes;
}

// The lanes of a run that take part, and none where the access has more elements than the run has lanes.
Value *maskOfRun(WarpBuilder &warp, std::size_t first, unsigned lanes, unsigned elements) {
  if (elements == lanes)
    return partOf(warp, warp.mask, static_cast<unsigned>(first), lanes);
  Value *from_first = warp.CreateLShr(warp.bits(warp.mask), first);
  Value *of_run = warp.CreateAnd(from_first, warp.getInt32((1u << lanes) - 1));
  return warp.CreateBitCast(warp.CreateTrunc(of_run, warp.getIntNTy(elements)),
                            FixedVectorType::get(warp.getInt1Ty(), elements));
}

} // namespace

std::pair<ValueList, Value *> contiguousAddresses(WarpBuilder &warp, Value *pointer,
                                                  const AccessDecision &decision) {
  if (decision.kind == AccessKind::kClamped)
    return straightAddresses(warp, *decision.bent);
  if (decision.kind == AccessKind::kSelected) {
    auto [first, holds] = chosenAddress(warp, pointer);
    return {ValueList{first}, holds};
  }
  if (decision.kind == AccessKind::kRows) {
    auto [firsts, hold] = assumeRuns(warp, pointer, decision.shape.run());
    return {ValueList(firsts.begin(), firsts.end()), hold};
  }
  if (!decision.may_wrap)
    return {ValueList{warp.scalar(pointer)}, warp.getTrue()};
  auto [first, holds] = assumeAddress(warp, pointer, 0, kLanes);
  return {ValueList{first}, holds};
}

Value *loadRuns(WarpBuilder &warp, const LoadInst &load, const ValueList &firsts) {
  const auto run = kLanes / static_cast<unsigned>(firsts.size());
  const unsigned elements = elementsOfRun(warp, load.getType(), run);
  ValueList parts;
  for (auto [number, first] : enumerate(firsts)) {
    if (warp.isFull(warp.mask)) {
      auto *type = FixedVectorType::get(load.getType(), run);
      parts.push_back(warp.CreateAlignedLoad(type, first, load.getAlign(), load.getName()));
      continue;
    }
    auto *type = FixedVectorType::get(load.getType(), elements);
    Value *loaded =
        warp.CreateMaskedLoad(type, first, load.getAlign(), maskOfRun(warp, number * run, run, elements),
                              Constant::getNullValue(type), load.getName());
    parts.push_back(partOf(warp, loaded, 0, run));
  }
  return concatenateVectors(warp, parts);
}

void storeRuns(WarpBuilder &warp, StoreInst &store, Value *values, const ValueList &firsts) {
  const auto run = kLanes / static_cast<unsigned>(firsts.size());
  const unsigned elements = elementsOfRun(warp, store.getValueOperand()->getType(), run);
  for (auto [number, first] : enumerate(firsts)) {
    if (warp.isFull(warp.mask)) {
      warp.CreateAlignedStore(partOf(warp, values, static_cast<unsigned>(number * run), run), first,
                              store.getAlign());
      continue;
    }
    // What stands after the run's lanes is not stored.
    SmallVector<int, kLanes> places(elements, PoisonMaskElem);
    std::iota(places.begin(), places.begin() + run, static_cast<int>(number * run));
    warp.CreateMaskedStore(warp.CreateShuffleVector(values, places), first, store.getAlign(),
                           maskOfRun(warp, number * run, run, elements));
  }
}

} // namespace raddle::vectorize
