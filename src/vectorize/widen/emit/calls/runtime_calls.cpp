// Calls of the runtime that have a form of their own.

#include "nvvm/markers.h"
#include "vectorize/fields.h"
#include "vectorize/widen/emit/calls/calls.h"
#include "vectorize/widen/emit/warp_operations/warp_operations.h"

using namespace llvm;

namespace raddle::vectorize {

void emitThreadField(WarpBuilder &warp, CallInst &call) {
  const auto offset = static_cast<unsigned>(analysis::threadFieldOffset(call));
  if (offset == offsetof(RaddleThread, lane))
    return warp.define(call, warp.getInt32(0));
  if (warp.shapes.of(&call).isVarying())
    return warp.define(call, warp.thread_idx[offset / sizeof(uint32_t)]);
  // Lane 0's: calls for other lanes put it back (see selectLane).
  warp.define(call, loadThreadField(warp.slots, warp.thread, offset, call.getType()));
}

// Where lanes' addresses differ by multiples, the first one's bits are all lanes'.
void emitAlignmentTest(WarpBuilder &warp, CallInst &call) {
  Value *beyond = call.getArgOperand(2);
  Value *lanes = nullptr, *is_wrong = nullptr;
  if (warp.isUniform(beyond)) {
    is_wrong = warp.CreateIsNotNull(warp.scalar(beyond));
    if (!warp.isFull(warp.mask))
      is_wrong = warp.CreateAnd(is_wrong, warp.anyLane(warp.mask));
    lanes = warp.mask;
  } else {
    lanes = warp.CreateAnd(warp.CreateIsNotNull(warp.vector(beyond)), warp.mask);
    is_wrong = warp.CreateICmpNE(warp.bits(lanes), warp.getInt32(0));
  }
  Value *address = warp.vectorOrUniform(call.getArgOperand(1));
  BasicBlock *told = warp.newBlock("misaligned"), *after = warp.newBlock("aligned");
  warp.CreateCondBr(is_wrong, told, after, MDBuilder(call.getContext()).createUnlikelyBranchWeights());
  warp.SetInsertPoint(told);
  Value *lane = warp.firstLane(lanes);
  selectLane(warp, lane);
  Value *own = address->getType()->isVectorTy() ? warp.CreateExtractElement(address, lane) : address;
  callRuntime(warp, nvvm::Runtime::raddle_misaligned, {warp.thread, own, call.getArgOperand(3)},
              /*waits=*/true);
  warp.CreateUnreachable();
  warp.SetInsertPoint(after);
}

// One lane speaks for all: the launch ends here, or something is to be told once.
void emitForFirstLane(WarpBuilder &warp, CallInst &call) {
  Value *lane = warp.firstLane(warp.mask);
  selectLane(warp, lane);
  auto *copy = cast<CallInst>(call.clone());
  for (unsigned i = 0; i < copy->arg_size(); ++i)
    copy->setArgOperand(i, warp.ofFirstLane(call.getArgOperand(i)));
  warp.Insert(copy);
  selectLane(warp, warp.getInt32(0));
}

void emitDivisionReport(WarpBuilder &warp, CallInst &call) {
  CallInst *report =
      callRuntime(warp, nvvm::Runtime::raddle_lane_divides_by_zero, {warp.thread, warp.firstLane(warp.mask)});
  report->addFnAttr(Attribute::get(call.getContext(), marker::kKeepsRegisters));
  // But for the thread it reads what no kernel writes.
  report->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
}

// The warp sleeps as long as the lane that sleeps longest.
void emitSleep(WarpBuilder &warp, CallInst &call) {
  noteLanes(warp);
  Value *time = call.getArgOperand(1);
  Value *longest =
      warp.isUniform(time)
          ? warp.scalar(time)
          : warp.CreateIntMaxReduce(warp.CreateSelect(warp.mask, warp.vector(time),
                                                      Constant::getNullValue(widened(time->getType()))),
                                    /*IsSigned=*/false);
  auto *copy = cast<CallInst>(call.clone());
  copy->setArgOperand(0, warp.thread);
  copy->setArgOperand(1, longest);
  warp.Insert(copy);
}

void emitCallOnce(WarpBuilder &warp, CallInst &call) {
  auto *copy = cast<CallInst>(call.clone());
  for (unsigned i = 0; i < copy->arg_size(); ++i)
    if (!call.getArgOperand(i)->getType()->isMetadataTy())
      copy->setArgOperand(i, warp.ofFirstLane(call.getArgOperand(i)));
  warp.Insert(copy);
  if (call.getType()->isVoidTy())
    return;
  copy->setName(call.getName());
  warp.define(call, warp.shapes.of(&call).isVarying() ? warp.splat(copy) : copy);
}

CallInst *callRuntime(WarpBuilder &warp, nvvm::Runtime function, ArrayRef<Value *> arguments, bool waits) {
  CallInst *call = warp.CreateCall(nvvm::declare(*warp.target.getParent(), function), arguments);
  if (waits)
    call->addFnAttr(Attribute::NoMerge);
  return call;
}

void selectLane(WarpBuilder &warp, Value *lane) {
  callRuntime(warp, nvvm::Runtime::raddle_select_lane, {warp.thread, lane});
}

} // namespace raddle::vectorize
