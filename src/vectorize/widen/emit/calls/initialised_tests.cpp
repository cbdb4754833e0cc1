// Tests whether the values of all lanes are initialised (see check-initialised).

#include "abi/kernel_abi.h"
#include "nvvm/markers.h"
#include "vectorize/instrument/initialised/initialised_check.h"
#include "vectorize/widen/emit/calls/calls.h"

#include <llvm/IR/MDBuilder.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Puts down what is known of the lanes, and tells the runtime.
void tell(WarpBuilder &warp, const InitialisedCheck &check, Value *lanes) {
  AllocaInst *&record = warp.uninitialised_lanes;
  if (!record) {
    record = warp.slot(ArrayType::get(warp.getInt8Ty(), sizeof(RaddleUninitialisedLanes)), "uninitialised");
    record->setAlignment(Align(64));
  }
  auto store = [&](Value *value, std::size_t field) {
    warp.CreateAlignedStore(value, warp.CreateConstGEP1_64(warp.getInt8Ty(), record, field), Align(4));
  };
  store(warp.vector(check.read), offsetof(RaddleUninitialisedLanes, reads));
  store(warp.vector(check.source), offsetof(RaddleUninitialisedLanes, sources));
  store(warp.vector(check.written), offsetof(RaddleUninitialisedLanes, written));
  store(check.names, offsetof(RaddleUninitialisedLanes, names));
  store(warp.ofFirstLane(check.warp), offsetof(RaddleUninitialisedLanes, warp));
  store(warp.getInt32(static_cast<std::uint32_t>(check.use)), offsetof(RaddleUninitialisedLanes, use));
  CallInst *call = callRuntime(warp, nvvm::Runtime::raddle_lanes_uninitialised,
                               {warp.thread, warp.bits(lanes), record}, /*waits=*/true);
  call->addFnAttr(Attribute::get(call->getContext(), marker::kKeepsRegisters));
  call->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
}

} // namespace

void emitInitialisedTest(WarpBuilder &warp, CallInst &call) {
  const InitialisedCheck check(call);
  BasicBlock *told = warp.newBlock("uninitialised"), *after = warp.newBlock("initialised");
  MDNode *unlikely = MDBuilder(warp.getContext()).createUnlikelyBranchWeights();
  Value *lanes = warp.mask;
  if (warp.isUniform(check.poisoned)) {
    Value *is_poisoned = warp.CreateIsNotNull(warp.scalar(check.poisoned));
    if (!warp.isFull(warp.mask) && warp.may_be_empty)
      is_poisoned = warp.CreateAnd(is_poisoned, warp.anyLane(warp.mask));
    warp.CreateCondBr(is_poisoned, told, after, unlikely);
  } else {
    lanes = warp.CreateAnd(warp.CreateIsNotNull(warp.vector(check.poisoned)), warp.mask);
    warp.CreateCondBr(warp.CreateICmpNE(warp.bits(lanes), warp.getInt32(0)), told, after, unlikely);
  }
  warp.SetInsertPoint(told);
  warp.keepingValues([&] { tell(warp, check, lanes); });
  warp.CreateBr(after);
  warp.SetInsertPoint(after);
}

} // namespace raddle::vectorize
