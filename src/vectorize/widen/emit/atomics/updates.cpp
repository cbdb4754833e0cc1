// Atomic updates: by kind of update, each has a row in a table.

#include "vectorize/widen/emit/accesses/accesses.h"
#include "vectorize/widen/emit/atomics/atomics.h"
#include "vectorize/widen/emit/lane_loops.h"
#include "vectorize/widen/emit/values_in_lanes.h"

#include <llvm/Transforms/Utils/LowerAtomic.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

void emitTogether(WarpBuilder &warp, AtomicRMWInst &update) {
  const UpdateDecision &decision = warp.plan.of(update);
  if (decision.is_made_here)
    emitUpdatesTogether(warp, *decision.group);
}

void emitLaneByLane(WarpBuilder &warp, AtomicRMWInst &update) {
  const ValueList old = updateLaneByLane(warp, update);
  warp.define(update, old.empty() ? PoisonValue::get(widened(update.getType())) : old[0]);
}

// Lanes have different places.
void emitDistinctUpdate(WarpBuilder &warp, AtomicRMWInst &update) {
  Value *pointer = update.getPointerOperand();
  Value *old = gather(warp, update.getType(), pointer, 0, update.getAlign());
  Value *updated = buildAtomicRMWValue(update.getOperation(), warp, old, warp.vector(update.getValOperand()));
  scatter(warp, updated, pointer, 0, update.getAlign());
  warp.define(update, old);
}

// By UpdateKind.
using UpdateEmitter = void (*)(WarpBuilder &, AtomicRMWInst &);
constexpr UpdateEmitter kUpdateEmitters[] = {
    /*kOneForAll*/ emitOneUpdateForAll,
    /*kChain*/ emitChainOfUpdates,
    /*kVector*/ emitVectorUpdate,
    /*kWideSwaps*/ emitWideSwaps,
    /*kDistinct*/ emitDistinctUpdate,
    /*kTogether*/ emitTogether,
    /*kLaneByLane*/ emitLaneByLane,
};
static_assert(std::size(kUpdateEmitters) == std::size_t{1} + static_cast<unsigned>(UpdateKind::kLaneByLane));

} // namespace

void emitUpdate(WarpBuilder &warp, AtomicRMWInst &update) {
  kUpdateEmitters[static_cast<unsigned>(warp.plan.of(update).kind)](warp, update);
}

void relaxIfOfOneBlock(Instruction *atomic) {
  if (!isOfOneBlock(*atomic))
    return;
  if (auto *update = dyn_cast<AtomicRMWInst>(atomic))
    lowerAtomicRMWInst(update);
  else
    lowerAtomicCmpXchgInst(cast<AtomicCmpXchgInst>(atomic));
}

ValueList updateLaneByLane(WarpBuilder &warp, AtomicRMWInst &update) {
  Type *type = update.getType();
  auto address = perLane(warp, update.getPointerOperand()), operand = perLane(warp, update.getValOperand());
  AllocaInst *results =
      update.use_empty() ? nullptr : warp.scratch(ArrayType::get(type, kLanes), update.getName());
  forEachLaneOrUnrolled(warp, isOfOneBlock(update), [&](Value *lane) {
    auto *copy = cast<AtomicRMWInst>(update.clone());
    copy->setOperand(0, address(lane));
    copy->setOperand(1, operand(lane));
    warp.Insert(copy);
    if (results)
      warp.CreateStore(copy, warp.CreateGEP(type, results, lane));
    relaxIfOfOneBlock(copy);
  });
  if (!results)
    return {};
  return {warp.CreateAlignedLoad(widened(type), results, Align(64))};
}

} // namespace raddle::vectorize
