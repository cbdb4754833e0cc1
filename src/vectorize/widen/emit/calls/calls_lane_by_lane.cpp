// Calls that are made for one lane after the other.

#include "vectorize/widen/emit/calls/calls.h"
#include "vectorize/widen/emit/lane_loops.h"

using namespace llvm;

namespace raddle::vectorize {

void emitCallLaneByLane(WarpBuilder &warp, CallInst &call) {
  // Such addresses are computed again, not kept: later passes see whose memory is accessed.
  auto strideOfAddress = [&](const Value *argument) {
    const analysis::LaneShape shape = warp.shapes.of(argument);
    const bool is_even = argument->getType()->isPointerTy() && shape.isScalar() && !shape.isUniform();
    return is_even ? shape.stride() : std::nullopt;
  };
  SmallVector<Value *, 6> spilled;
  bool takes_thread = false;
  for (Use &argument : call.args()) {
    takes_thread |= argument == warp.source.getArg(0);
    spilled.push_back(
        warp.isUniform(argument) || strideOfAddress(argument) ? nullptr : spill(warp, warp.vector(argument)));
  }
  Type *type = call.getType();
  const bool has_result = !type->isVoidTy();
  if (has_result && !FixedVectorType::isValidElementType(type))
    return warp.giveUp(call, Obstacle::kResultType);
  Type *stored = type->isIntegerTy(1) ? warp.getInt8Ty() : type;
  AllocaInst *results = has_result ? warp.scratch(ArrayType::get(stored, kLanes), call.getName()) : nullptr;
  forEachLane(warp, warp.mask, [&](Value *lane) {
    if (takes_thread)
      selectLane(warp, lane);
    auto *copy = cast<CallInst>(call.clone());
    for (unsigned i = 0; i < copy->arg_size(); ++i) {
      Value *argument = call.getArgOperand(i);
      if (spilled[i])
        copy->setArgOperand(i, loadLane(warp, spilled[i], argument->getType(), lane));
      else if (auto stride = strideOfAddress(argument))
        copy->setArgOperand(
            i, warp.CreateGEP(warp.getInt8Ty(), warp.scalar(argument),
                              warp.CreateMul(warp.CreateZExt(lane, warp.getInt64Ty()),
                                             warp.getInt64(static_cast<std::uint64_t>(*stride)))));
      else if (!argument->getType()->isMetadataTy())
        copy->setArgOperand(i, warp.scalar(argument));
    }
    warp.Insert(copy);
    if (results)
      warp.CreateStore(warp.CreateZExtOrBitCast(copy, stored), warp.CreateGEP(stored, results, lane));
  });
  if (takes_thread)
    selectLane(warp, warp.getInt32(0));
  if (!results)
    return;
  Value *all = warp.CreateAlignedLoad(widened(stored), results, Align(64));
  warp.define(call, stored == type ? all : warp.CreateICmpNE(all, Constant::getNullValue(all->getType())));
}

} // namespace raddle::vectorize
