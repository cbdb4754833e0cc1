// RADDLE_CHECK=sync: whether a warp operation does what its result is taken for. What is wrong is told, and the warp goes on.

#include "vectorize/widen/emit/calls/calls.h"
#include "vectorize/widen/emit/control_flow.h"
#include "vectorize/widen/emit/warp_operations/warp_operations.h"

using namespace llvm;

namespace raddle::vectorize {

using nvvm::Runtime;

namespace {

// Runs `tell` where the condition holds.
void tellWhere(WarpBuilder &warp, Value *condition, function_ref<void()> tell) {
  if (auto *constant = dyn_cast<ConstantInt>(condition); constant && constant->isZero())
    return;
  BasicBlock *wrong = warp.newBlock("operation.wrong"), *go_on = warp.newBlock("operation.told");
  warp.CreateCondBr(condition, wrong, go_on, MDBuilder(warp.getContext()).createUnlikelyBranchWeights());
  warp.SetInsertPoint(wrong);
  warp.keepingValues(tell);
  warp.CreateBr(go_on);
  warp.SetInsertPoint(go_on);
}

Value *firstElement(WarpBuilder &warp, Value *vector, Value *lanes) {
  return warp.CreateExtractElement(vector, warp.CreateAnd(warp.firstLane(lanes), warp.getInt32(kLanes - 1)));
}

// Lanes that return before, or that the mask does not name, give nothing. Others that are missing are seen to by
// requireLanes().
void checkReads(WarpBuilder &warp, CallInst &call, Value *name, bool discards) {
  Value *live = warp.splat(warp.bits(liveMask(warp)));
  Value *members = warp.CreateAnd(warp.vector(maskOperand(call)), live);
  Value *source = sourceOfEachLane(warp, call);
  Value *given = warp.CreateTrunc(warp.CreateLShr(members, source), warp.mask->getType());
  Value *wrong = warp.CreateAnd(warp.mask, warp.CreateNot(given));
  tellWhere(warp, warp.CreateIsNotNull(warp.bits(wrong)), [&] {
    Value *lane = warp.CreateAnd(warp.firstLane(wrong), warp.getInt32(kLanes - 1));
    callRuntime(warp, Runtime::raddle_lane_reads_absent,
                {warp.thread, name, warp.CreateExtractElement(warp.vector(maskOperand(call)), lane), lane,
                 warp.CreateExtractElement(source, lane), warp.bits(liveMask(warp)), warp.getInt32(discards)},
                true);
  });
}

// The mask of whoever was there lacks lanes that have not returned.
void checkActiveMask(WarpBuilder &warp, CallInst &call, Value *name, ActiveMaskUse use) {
  Value *wanted = warp.vectorOrUniform(maskOperand(call));
  if (wanted->getType()->isVectorTy())
    wanted = firstElement(warp, wanted, warp.mask);
  Value *live = warp.bits(liveMask(warp));
  tellWhere(warp, warp.CreateIsNotNull(warp.CreateAnd(live, warp.CreateNot(wanted))), [&] {
    callRuntime(warp, Runtime::raddle_uses_active_mask,
                {warp.thread, name, wanted, live, warp.getInt32(use == ActiveMaskUse::kDoubtful)}, true);
  });
}

} // namespace

void checkOperation(WarpBuilder &warp, CallInst &call, const OperationDecision &operation) {
  const std::optional<WarpChecks> checks = WarpChecks::at(call);
  if (!checks || operation.kind == OperationKind::kWithOther)
    return;
  const bool is_shuffle = operation.function->form == nvvm::RuntimeFunction::Form::Shuffle;
  if (!is_shuffle && checks->active_mask == ActiveMaskUse::kRight)
    return;
  Value *name = warp.CreateGlobalString(operation.function->name, "operation");
  if (is_shuffle)
    checkReads(warp, call, name, checks->discards);
  if (checks->active_mask != ActiveMaskUse::kRight)
    checkActiveMask(warp, call, name, checks->active_mask);
}

} // namespace raddle::vectorize
