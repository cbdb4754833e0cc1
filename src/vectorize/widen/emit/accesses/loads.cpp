// Loads: by kind of access, each has a row in a table. Inactive lanes touch nothing.

#include "vectorize/widen/emit/accesses/accesses.h"
#include "vectorize/widen/emit/accesses/addresses.h"
#include "vectorize/widen/emit/accesses/guarded_accesses.h"
#include "vectorize/widen/emit/lane_loops.h"
#include "vectorize/widen/emit/vectors.h"
#include "vectorize/widen/emit/versions.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Lanes side by side, as far as the decision says that they are; else a gather.
Value *loadFrom(WarpBuilder &warp, LoadInst &load, Value *pointer, const AccessDecision &decision) {
  auto scattered = [&] { return ValueList{gather(warp, load.getType(), pointer, 0, load.getAlign())}; };
  if (decision.kind == AccessKind::kScattered)
    return scattered()[0];
  auto [firsts, holds] = contiguousAddresses(warp, pointer, decision);
  auto side_by_side = [&, &places = firsts] { return ValueList{loadRuns(warp, load, places)}; };
  return emitVersions(warp, holds, side_by_side, scattered)[0];
}

void loadScalar(WarpBuilder &warp, LoadInst &load, const AccessDecision &) {
  auto *copy = cast<LoadInst>(load.clone());
  copy->setOperand(0, warp.scalar(load.getPointerOperand()));
  warp.define(load, warp.Insert(copy, load.getName()));
}

// One lane's element for all, where they have one address.
void loadSameForAll(WarpBuilder &warp, LoadInst &load, const AccessDecision &) {
  Value *pointer = load.getPointerOperand();
  auto [first, holds] = addressIfLikely(warp, pointer, likelyShape(warp.plan.context(), pointer));
  ValueList result = emitVersions(
      warp, holds,
      [&, place = first] {
        return ValueList{warp.splat(warp.CreateAlignedLoad(load.getType(), place, load.getAlign()))};
      },
      [&] { return ValueList{gather(warp, load.getType(), pointer, 0, load.getAlign())}; });
  warp.define(load, result[0]);
}

void loadContiguousOrScattered(WarpBuilder &warp, LoadInst &load, const AccessDecision &decision) {
  const bool keeps_place = load.isVolatile() || load.isAtomic();
  if (keeps_place)
    compilerBarrier(warp);
  Value *result = loadFrom(warp, load, load.getPointerOperand(), decision);
  if (keeps_place)
    compilerBarrier(warp);
  warp.define(load, result);
}

void loadLaneByLane(WarpBuilder &warp, LoadInst &load, const AccessDecision &) {
  Type *type = load.getType();
  Value *pointer = load.getPointerOperand();
  Value *addresses = spill(warp, warp.vector(pointer));
  AllocaInst *results = warp.scratch(ArrayType::get(type, kLanes), load.getName());
  forEachLane(warp, warp.mask, [&](Value *lane) {
    auto *copy = cast<LoadInst>(load.clone());
    copy->setOperand(0, loadLane(warp, addresses, pointer->getType(), lane));
    warp.Insert(copy);
    warp.CreateStore(copy, warp.CreateGEP(type, results, lane));
  });
  warp.define(load, warp.CreateAlignedLoad(widened(type), results, load.getAlign()));
}

// Lanes for which the condition does not hold take no part, and get zeros. Beyond memory's end no lane does, which may
// take some cycles, but does not fault.
void loadConditionally(WarpBuilder &warp, LoadInst &load, const AccessDecision &decision) {
  Type *type = load.getType();
  Value *pointer = decision.conditional->pointer;
  Value *result = nullptr;
  warp.forLanes(warp.vector(decision.conditional->condition), [&] {
    if (decision.kind != AccessKind::kScalar) {
      result = loadFrom(warp, load, pointer, decision);
      return;
    }
    auto *select = cast<SelectInst>(load.getPointerOperand());
    Value *place = warp.CreateSelect(warp.anyLane(warp.mask), warp.scalar(pointer), select->getFalseValue());
    result = warp.CreateSelect(warp.mask, warp.splat(warp.CreateAlignedLoad(type, place, load.getAlign())),
                               Constant::getNullValue(widened(type)));
  });
  warp.define(load, result);
}

// By AccessKind.
using LoadEmitter = void (*)(WarpBuilder &, LoadInst &, const AccessDecision &);
constexpr LoadEmitter kLoadEmitters[] = {
    /*kScalar*/ loadScalar,
    /*kSameForAll*/ loadSameForAll,
    /*kContiguous*/ loadContiguousOrScattered,
    /*kRows*/ loadContiguousOrScattered,
    /*kClamped*/ loadContiguousOrScattered,
    /*kSelected*/ loadContiguousOrScattered,
    /*kShuffled*/ emitShuffledLoad,
    /*kLaneFields*/ emitLoadOfLaneFields,
    /*kLaneByLane*/ loadLaneByLane,
    /*kScattered*/ loadContiguousOrScattered,
};
static_assert(std::size(kLoadEmitters) == std::size_t{1} + static_cast<unsigned>(AccessKind::kScattered));

void loadAsDecided(WarpBuilder &warp, LoadInst &load, const AccessDecision &decision) {
  if (decision.conditional)
    return loadConditionally(warp, load, decision);
  if (!decision.is_made_here)
    return warp.define(load, warp.served.at(&load));
  kLoadEmitters[static_cast<unsigned>(decision.kind)](warp, load, decision);
}

// Where some lanes are refused the load. Of one address all are, so that its value stays the same for all.
void loadForSome(WarpBuilder &warp, LoadInst &load, const AccessDecision &decision) {
  if (!warp.shapes.of(&load).isVarying())
    return warp.define(load, Constant::getNullValue(load.getType()));
  if (decision.conditional)
    return loadConditionally(warp, load, {.conditional = decision.conditional});
  if (decision.kind == AccessKind::kLaneByLane)
    return loadLaneByLane(warp, load, decision);
  if (Value *values = loadSome(warp, load.getType(), load.getPointerOperand()))
    return warp.define(load, values);
  loadContiguousOrScattered(warp, load, {.kind = AccessKind::kScattered});
}

} // namespace

void emitLoad(WarpBuilder &warp, LoadInst &load) {
  const AccessDecision &decision = warp.plan.of(load);
  emitGuarded(
      warp, load, [&] { loadAsDecided(warp, load, decision); }, [&] { loadForSome(warp, load, decision); });
}

} // namespace raddle::vectorize
