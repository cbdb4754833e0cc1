// Compare-and-swaps, which are made lane by lane.

#include "vectorize/widen/emit/atomics/atomics.h"
#include "vectorize/widen/emit/lane_loops.h"
#include "vectorize/widen/emit/values_in_lanes.h"

using namespace llvm;

namespace raddle::vectorize {

void emitCompareExchange(WarpBuilder &warp, AtomicCmpXchgInst &exchange) {
  Type *type = exchange.getCompareOperand()->getType();
  auto address = perLane(warp, exchange.getPointerOperand()),
       expected = perLane(warp, exchange.getCompareOperand()),
       desired = perLane(warp, exchange.getNewValOperand());
  AllocaInst *old = warp.scratch(ArrayType::get(type, kLanes), exchange.getName() + ".old");
  AllocaInst *succeeded = warp.scratch(ArrayType::get(warp.getInt8Ty(), kLanes), exchange.getName() + ".done");
  forEachLane(warp, warp.mask, [&](Value *lane) {
    auto *copy = cast<AtomicCmpXchgInst>(exchange.clone());
    copy->setOperand(0, address(lane));
    copy->setOperand(1, expected(lane));
    copy->setOperand(2, desired(lane));
    warp.Insert(copy);
    warp.CreateStore(warp.CreateExtractValue(copy, 0), warp.CreateGEP(type, old, lane));
    warp.CreateStore(warp.CreateZExt(warp.CreateExtractValue(copy, 1), warp.getInt8Ty()),
                     warp.CreateGEP(warp.getInt8Ty(), succeeded, lane));
    relaxIfOfOneBlock(copy);
  });
  Value *flags = warp.CreateAlignedLoad(widened(warp.getInt8Ty()), succeeded, Align(64));
  Value *result = PoisonValue::get(widened(exchange.getType()));
  result = warp.CreateInsertValue(result, warp.CreateAlignedLoad(widened(type), old, Align(64)), 0);
  result =
      warp.CreateInsertValue(result, warp.CreateICmpNE(flags, Constant::getNullValue(flags->getType())), 1);
  warp.define(exchange, result);
}

} // namespace raddle::vectorize
