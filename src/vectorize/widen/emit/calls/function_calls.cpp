// Calls of functions that are not inlined, directly and through pointers.
//
// A pointer to a function is the address of its version for one thread, which the module object holds, so
// that both engines and all kernels mean the same by it. The kernel has versions for 32 lanes of all
// functions that it may lead to, and finds the right one by that address:
//
//   f(x)      for each distinct target among the lanes:
//               group = lanes that call it
//               if (target == &a) r = select(group, a.warp(thread, group, live, x), r)
//               else if (target == &b) ...
//               else each lane of the group calls the target itself: code of another module, or an error

#include "analysis/address_taken.h"
#include "vectorize/fields.h"
#include "vectorize/lower/import_slots.h"
#include "vectorize/widen/emit/calls/calls.h"
#include "vectorize/widen/emit/control_flow.h"
#include "vectorize/widen/emit/lane_loops.h"
#include "vectorize/widen/emit/vectors.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The result as its shape in the callee has it: scalar or vector.
Value *callVersion(WarpBuilder &warp, CallInst &call, const Function &callee, Value *mask) {
  Function *version = warp.functions.versions.lookup(&callee);
  const analysis::CallShapes &shapes = warp.functions.shapes.find(&callee)->second;
  SmallVector<Value *, 8> arguments{warp.thread, mask, warp.bits(liveMask(warp))};
  for (const Use &argument : drop_begin(call.args())) {
    const bool is_wide = shapes.parameters[argument.getOperandNo()].isVarying();
    arguments.push_back(is_wide ? warp.vector(argument) : warp.scalar(argument));
  }
  CallInst *result = warp.CreateCall(version, arguments);
  result->setTailCallKind(CallInst::TCK_NoTail);
  return result;
}

// Lane by lane, for one thread.
void callUnknown(WarpBuilder &warp, CallInst &call, Value *target, Value *mask, AllocaInst *results) {
  SmallVector<Value *, 6> wide;
  for (const Use &argument : call.args())
    wide.push_back(warp.isUniform(argument) ? nullptr : warp.vector(argument));
  forEachLane(warp, mask, [&](Value *lane) {
    selectLane(warp, lane);
    SmallVector<Value *, 6> arguments;
    for (const Use &argument : call.args()) {
      Value *vector = wide[argument.getOperandNo()];
      arguments.push_back(vector ? extractLane(warp, vector, argument->getType(), lane)
                                 : warp.scalar(argument));
    }
    callRuntime(warp, nvvm::Runtime::raddle_check_target, {warp.thread, target});
    CallInst *result = warp.CreateCall(call.getFunctionType(), target, arguments);
    result->setTailCallKind(CallInst::TCK_NoTail);
    if (results) {
      Value *earlier = warp.CreateLoad(results->getAllocatedType(), results);
      warp.CreateStore(insertLane(warp, earlier, result, lane), results);
    }
  });
  selectLane(warp, warp.getInt32(0));
}

} // namespace

void emitFunctionCall(WarpBuilder &warp, CallInst &call) {
  if (!warp.functions.versions.contains(call.getCalledFunction()))
    return warp.giveUp(call, Obstacle::kFunctionWithoutForm, readableName(*call.getCalledFunction()));
  Value *result = callVersion(warp, call, *call.getCalledFunction(), warp.bits(warp.mask));
  if (!call.getType()->isVoidTy())
    warp.define(call, result);
}

void emitIndirectCall(WarpBuilder &warp, CallInst &call) {
  Value *pointer = call.getCalledOperand();
  Type *type = call.getType();
  if (isa<Function>(pointer))
    return warp.giveUp(call, Obstacle::kFunctionOfAnotherType);
  AllocaInst *results = nullptr;
  if (!type->isVoidTy())
    results = warp.slot(widened(type), call.getName());

  // Whatever all iterations need stands before the loop.
  Value *targets = warp.vectorOrUniform(pointer);
  for (const Use &argument : call.args())
    if (argument != warp.source.getArg(0))
      warp.vector(argument);
  BasicBlock *before = warp.GetInsertBlock(), *loop = warp.newBlock("each.target"),
             *after = warp.newBlock("each.target.end");
  Value *all = warp.bits(warp.mask);
  warp.CreateBr(loop);
  warp.SetInsertPoint(loop);
  PHINode *left = warp.CreatePHI(warp.getInt32Ty(), 2, "lanes.left");
  left->addIncoming(all, before);
  Value *target = targets, *group = left;
  if (!warp.isUniform(pointer)) {
    Value *first = warp.CreateBinaryIntrinsic(Intrinsic::cttz, left, warp.getTrue());
    target = warp.CreateExtractElement(targets, first, "target");
    group = warp.CreateAnd(left, warp.bits(warp.CreateICmpEQ(targets, warp.splat(target))));
  }

  BasicBlock *next = warp.newBlock("next.target");
  for (Function *candidate : analysis::indirectTargetsOf(call)) {
    Value *address =
        loadInvariant(warp.slots, importSlot(*warp.target.getParent(), warp.outputs, candidate->getName()), 0,
                      warp.getPtrTy());
    BasicBlock *found = warp.newBlock("target." + candidate->getName()),
               *other = warp.newBlock("other.target");
    warp.CreateCondBr(warp.CreateICmpEQ(target, address), found, other);
    warp.SetInsertPoint(found);
    Value *result = callVersion(warp, call, *candidate, group);
    if (results) {
      if (const auto &shape = warp.functions.shapes.find(candidate)->second.result; !shape.isVarying())
        result = warp.spread(result, shape);
      Value *earlier = warp.CreateLoad(results->getAllocatedType(), results);
      warp.CreateStore(selectLanes(warp, warp.maskFromBits(group), result, earlier), results);
    }
    warp.CreateBr(next);
    warp.SetInsertPoint(other);
  }
  callUnknown(warp, call, target, warp.maskFromBits(group), results);
  warp.CreateBr(next);

  warp.SetInsertPoint(next);
  Value *others = warp.CreateAnd(left, warp.CreateNot(group));
  left->addIncoming(others, next);
  warp.CreateCondBr(warp.CreateICmpNE(others, warp.getInt32(0)), loop, after);
  warp.SetInsertPoint(after);
  warp.forgetVectors();
  if (results)
    warp.define(call, warp.CreateLoad(results->getAllocatedType(), results));
}

} // namespace raddle::vectorize
