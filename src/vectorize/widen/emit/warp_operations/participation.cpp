// Whether the lanes that take part in a warp operation are there.
//
// The lanes that a mask names must be the active ones, exited lanes aside; otherwise lanes would have to wait for each other,
// which only the thread engine can do, and the launch stops with a report that says so. A shuffle goes on without those
// that are missing, as on a GPU, and with a warning, where no lane reads from one of them:
//
//   for (int i = lane % 8; i < length_of_my_row; i += 8)       groups of 8 lanes leave one after the other
//     sum += __shfl_xor_sync(0xffffffff, value[i], 4, 8);     but each lane's partner is there

#include "nvvm/markers.h"
#include "vectorize/widen/emit/calls/calls.h"
#include "vectorize/widen/emit/control_flow.h"
#include "vectorize/widen/emit/warp_operations/warp_operations.h"
#include "vectorize/widen/plan/lane_groups.h"

using namespace llvm;

namespace raddle::vectorize {

using nvvm::Runtime;
using nvvm::RuntimeFunction;

namespace {

// Shuffles of one kind in one line follow each other, as those of an unrolled loop do.
SmallVector<ArrayRef<CallInst *>, 4> byLine(ArrayRef<CallInst *> shuffles) {
  auto lineOf = [](const CallInst *shuffle) {
    const DebugLoc &place = shuffle->getDebugLoc();
    return std::pair(shuffle->getCalledFunction(), place ? place.getLine() : 0);
  };
  SmallVector<ArrayRef<CallInst *>, 4> lines;
  while (!shuffles.empty()) {
    lines.push_back(shuffles.take_while(
        [&, line = lineOf(shuffles[0])](const CallInst *shuffle) { return lineOf(shuffle) == line; }));
    shuffles = shuffles.drop_front(lines.back().size());
  }
  return lines;
}

// Each place keeps in mind whether it has warned. Registers and memory are as they were, so that the code around is
// the same as without it.
void warnOnce(WarpBuilder &warp, const RuntimeFunction &operation, Value *wanted) {
  LLVMContext &context = warp.getContext();
  auto *type = StructType::get(context, {warp.getPtrTy(), warp.getInt8Ty()});
  Constant *name = warp.CreateGlobalString(operation.name, "operation");
  auto *place = new GlobalVariable(*warp.target.getParent(), type, false, GlobalValue::InternalLinkage,
                                   ConstantStruct::get(type, {name, warp.getInt8(0)}), marker::kShufflePlace);
  LoadInst *has_warned =
      warp.CreateLoad(warp.getInt8Ty(), warp.CreateStructGEP(type, place, 1), "has.warned");
  has_warned->setAtomic(AtomicOrdering::Monotonic);
  BasicBlock *warn = warp.newBlock("lanes.warn"), *go_on = warp.newBlock("lanes.warned");
  warp.CreateCondBr(warp.CreateIsNull(has_warned), warn, go_on,
                    MDBuilder(context).createUnlikelyBranchWeights());
  warp.SetInsertPoint(warn);
  CallInst *call =
      callRuntime(warp, Runtime::raddle_lanes_are_missing,
                  {warp.thread, place, wanted, warp.bits(warp.mask), warp.bits(liveMask(warp))}, true);
  call->addFnAttr(Attribute::get(context, marker::kKeepsRegisters));
  call->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  warp.CreateBr(go_on);
  warp.SetInsertPoint(go_on);
}

// Where the condition does not hold, lanes are missing. The shuffles go on without them, with a warning, if `agree`
// holds and no active lane reads from `missing()`; else the launch ends.
void warnUnless(WarpBuilder &warp, Value *condition, ArrayRef<CallInst *> shuffles,
                const LanesAtOperation &lanes, Value *agree, function_ref<Value *()> missing) {
  if (auto *constant = dyn_cast<ConstantInt>(condition); constant && constant->isOne())
    return;
  const DebugLoc here = warp.getCurrentDebugLocation();
  BasicBlock *differ = warp.newBlock("lanes.missing"), *go_on = warp.newBlock("lanes.meet");
  warp.CreateCondBr(condition, go_on, differ, MDBuilder(warp.getContext()).createLikelyBranchWeights());
  warp.SetInsertPoint(differ);
  warp.keepingValues([&] {
    Value *lanes_missing = missing();
    const auto lines = byLine(shuffles);
    for (ArrayRef<CallInst *> line : lines) {
      warp.SetCurrentDebugLocation(line[0]->getDebugLoc());
      Value *reads = warp.getFalse();
      for (CallInst *shuffle : line)
        reads = warp.CreateOr(reads, someReadFrom(warp, lanes_missing, *shuffle));
      stopUnless(warp, warp.CreateAnd(agree, warp.CreateNot(reads)), *nvvm::calledRuntimeFunction(*line[0]),
                 lanes);
    }
    for (ArrayRef<CallInst *> line : lines) {
      warp.SetCurrentDebugLocation(line[0]->getDebugLoc());
      warnOnce(warp, *nvvm::calledRuntimeFunction(*line[0]), lanes.wanted);
    }
  });
  warp.CreateBr(go_on);
  warp.SetInsertPoint(go_on);
  warp.SetCurrentDebugLocation(here);
}

// For reports of the checker: lanes are here that another lane names, but with other masks.
void noteOtherMasks(WarpBuilder &warp, const RuntimeFunction &operation, Value *wanted, Value *alike,
                    Value *wrong) {
  BasicBlock *note = warp.newBlock("masks.differ"), *go_on = warp.newBlock("masks.noted");
  warp.CreateCondBr(warp.CreateIsNotNull(warp.bits(wrong)), note, go_on,
                    MDBuilder(warp.getContext()).createUnlikelyBranchWeights());
  warp.SetInsertPoint(note);
  warp.keepingValues([&] {
    Value *lane = warp.CreateAnd(warp.firstLane(wrong), warp.getInt32(kLanes - 1));
    Value *others =
        warp.CreateAnd(warp.CreateAnd(warp.CreateExtractElement(wanted, lane), warp.bits(warp.mask)),
                       warp.CreateNot(warp.CreateExtractElement(alike, lane)));
    callRuntime(warp, Runtime::raddle_lanes_differ,
                {warp.thread, warp.CreateGlobalString(operation.name, "operation"), others}, true);
  });
  warp.CreateBr(go_on);
  warp.SetInsertPoint(go_on);
}

} // namespace

void stopUnless(WarpBuilder &warp, Value *condition, const RuntimeFunction &operation,
                const LanesAtOperation &lanes) {
  if (auto *constant = dyn_cast<ConstantInt>(condition); constant && constant->isOne())
    return;
  BasicBlock *stop = warp.newBlock("lanes.part"), *go_on = warp.newBlock("lanes.meet");
  warp.CreateCondBr(condition, go_on, stop, MDBuilder(warp.getContext()).createLikelyBranchWeights());
  warp.SetInsertPoint(stop);
  noteOtherLanes(warp);
  callRuntime(warp, Runtime::raddle_lanes_part,
              {warp.thread, warp.CreateGlobalString(operation.name, "operation"),
               lanes.lane ? lanes.lane : warp.getInt32(kLanes), lanes.wanted, lanes.active,
               warp.bits(liveMask(warp))},
              true);
  warp.CreateUnreachable();
  warp.SetInsertPoint(go_on);
}

void requireLanes(WarpBuilder &warp, CallInst &call, const OperationDecision &operation) {
  Value *mask_operand = maskOperand(call), *live = liveMask(warp);
  auto require = [&](Value *condition, const LanesAtOperation &lanes, Value *agree,
                     function_ref<Value *()> missing) {
    if (operation.shuffles.empty())
      stopUnless(warp, condition, *operation.function, lanes);
    else
      warnUnless(warp, condition, operation.shuffles, lanes, agree, missing);
  };
  if (warp.isUniform(mask_operand)) {
    Value *wanted = warp.scalar(mask_operand);
    // The usual case: the full mask where no lane is missing.
    auto *constant = dyn_cast<ConstantInt>(wanted);
    if (constant && constant->isMinusOne() && live == warp.mask)
      return;
    Value *expected = warp.CreateAnd(wanted, warp.bits(live));
    Value *are_named = warp.CreateICmpEQ(warp.CreateAnd(warp.bits(warp.mask), wanted), warp.bits(warp.mask));
    return require(
        warp.CreateICmpEQ(expected, warp.bits(warp.mask)), {wanted, warp.bits(warp.mask)}, are_named,
        [&] { return warp.splat(warp.CreateAnd(expected, warp.CreateNot(warp.bits(warp.mask)))); });
  }
  Value *wanted = warp.vector(mask_operand);
  Value *missing = warp.CreateAnd(
      wanted, warp.splat(warp.CreateAnd(warp.bits(live), warp.CreateNot(warp.bits(warp.mask)))));
  SmallVector<Constant *, kLanes> own;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    own.push_back(warp.getInt32(1u << lane));
  Value *agree = warp.CreateICmpNE(warp.CreateAnd(wanted, ConstantVector::get(own)),
                                   Constant::getNullValue(wanted->getType()));
  Value *complete = warp.CreateICmpEQ(missing, Constant::getNullValue(missing->getType()));
  // Lanes with other masks meet elsewhere, or later.
  Value *alike = nullptr;
  if (!formsGroups(*mask_operand, warp.shapes)) {
    Value *named = warp.CreateAnd(wanted, warp.splat(warp.bits(warp.mask)));
    alike = matchAny(warp, named, Constant::getAllOnesValue(named->getType()));
    alike = warp.CreateAnd(alike, named);
    agree = warp.CreateAnd(agree, warp.CreateICmpEQ(alike, named));
  }
  Value *wrong = warp.CreateAnd(warp.mask, warp.CreateNot(warp.CreateAnd(agree, complete)));
  if (alike && WarpChecks::at(call))
    noteOtherMasks(warp, *operation.function, wanted, alike, wrong);
  Value *first_wrong = warp.CreateAnd(warp.firstLane(wrong), warp.getInt32(kLanes - 1));
  Value *all_agree = warp.CreateIsNull(warp.bits(warp.CreateAnd(warp.mask, warp.CreateNot(agree))));
  require(warp.CreateIsNull(warp.bits(wrong)),
          {warp.CreateExtractElement(wanted, first_wrong),
           alike ? warp.CreateExtractElement(alike, first_wrong) : warp.bits(warp.mask), first_wrong},
          all_agree, [&] { return missing; });
}

void requireAllLive(WarpBuilder &warp, const RuntimeFunction &barrier) {
  if (Value *live = liveMask(warp); live != warp.mask)
    stopUnless(warp, warp.CreateICmpEQ(warp.bits(live), warp.bits(warp.mask)), barrier,
               {warp.bits(live), warp.bits(warp.mask)});
}

} // namespace raddle::vectorize
