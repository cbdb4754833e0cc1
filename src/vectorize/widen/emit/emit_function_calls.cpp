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
#include "vectorize/widen/emit/warp_emitter.h"

using namespace llvm;

namespace raddle::vectorize {

// The result as its shape in the callee has it: scalar or vector.
Value *WarpEmitter::callVersion(CallInst &call, const Function &callee, Value *mask) {
  Function *version = functions_.versions.lookup(&callee);
  const analysis::CallShapes &shapes = functions_.shapes.find(&callee)->second;
  SmallVector<Value *, 8> arguments{thread_, mask, bits(liveMask())};
  for (const Use &argument : drop_begin(call.args())) {
    const bool is_wide = shapes.parameters[argument.getOperandNo()].isVarying();
    arguments.push_back(is_wide ? vector(argument) : scalar(argument));
  }
  CallInst *result = builder_.CreateCall(version, arguments);
  result->setTailCallKind(CallInst::TCK_NoTail);
  return result;
}

void WarpEmitter::emitFunctionCall(CallInst &call) {
  if (!functions_.versions.contains(call.getCalledFunction()))
    return giveUp(call, Obstacle::kFunctionWithoutForm, readableName(*call.getCalledFunction()));
  Value *result = callVersion(call, *call.getCalledFunction(), bits(mask_));
  if (!call.getType()->isVoidTy())
    define(call, result);
}

void WarpEmitter::emitIndirectCall(CallInst &call) {
  Value *pointer = call.getCalledOperand();
  Type *type = call.getType();
  if (isa<Function>(pointer))
    return giveUp(call, Obstacle::kFunctionOfAnotherType);
  AllocaInst *results = nullptr;
  if (!type->isVoidTy())
    results = slot(widened(type), call.getName());

  // Whatever all iterations need stands in front of the loop.
  Value *targets = vectorOrUniform(pointer);
  for (const Use &argument : call.args())
    if (argument != source_.getArg(0))
      vector(argument);
  BasicBlock *before = builder_.GetInsertBlock(), *loop = newBlock("each.target"),
             *after = newBlock("each.target.end");
  Value *all = bits(mask_);
  builder_.CreateBr(loop);
  builder_.SetInsertPoint(loop);
  PHINode *left = builder_.CreatePHI(builder_.getInt32Ty(), 2, "lanes.left");
  left->addIncoming(all, before);
  Value *target = targets, *group = left;
  if (!isUniform(pointer)) {
    Value *first = builder_.CreateBinaryIntrinsic(Intrinsic::cttz, left, builder_.getTrue());
    target = builder_.CreateExtractElement(targets, first, "target");
    group = builder_.CreateAnd(left, bits(builder_.CreateICmpEQ(targets, splat(target))));
  }

  BasicBlock *next = newBlock("next.target");
  for (Function *candidate : analysis::indirectTargetsOf(call)) {
    Value *address = loadInvariant(slots_, importSlot(job_, candidate->getName()), 0, builder_.getPtrTy());
    BasicBlock *found = newBlock("target." + candidate->getName()), *other = newBlock("other.target");
    builder_.CreateCondBr(builder_.CreateICmpEQ(target, address), found, other);
    builder_.SetInsertPoint(found);
    Value *result = callVersion(call, *candidate, group);
    if (results) {
      if (const auto &shape = functions_.shapes.find(candidate)->second.result; !shape.isVarying())
        result = spread(result, shape);
      Value *earlier = builder_.CreateLoad(results->getAllocatedType(), results);
      builder_.CreateStore(selectLanes(maskFromBits(group), result, earlier), results);
    }
    builder_.CreateBr(next);
    builder_.SetInsertPoint(other);
  }
  callUnknown(call, target, maskFromBits(group), results);
  builder_.CreateBr(next);

  builder_.SetInsertPoint(next);
  Value *others = builder_.CreateAnd(left, builder_.CreateNot(group));
  left->addIncoming(others, next);
  builder_.CreateCondBr(builder_.CreateICmpNE(others, builder_.getInt32(0)), loop, after);
  builder_.SetInsertPoint(after);
  vectors_.clear();
  if (results)
    define(call, builder_.CreateLoad(results->getAllocatedType(), results));
}

// Lane by lane, for one thread.
void WarpEmitter::callUnknown(CallInst &call, Value *target, Value *mask, AllocaInst *results) {
  SmallVector<Value *, 6> wide;
  for (const Use &argument : call.args())
    wide.push_back(isUniform(argument) ? nullptr : vector(argument));
  forEachLane(mask, [&](Value *lane) {
    selectLane(lane);
    SmallVector<Value *, 6> arguments;
    for (const Use &argument : call.args()) {
      Value *vector = wide[argument.getOperandNo()];
      arguments.push_back(vector ? extractLane(vector, argument->getType(), lane) : scalar(argument));
    }
    callRuntime(nvvm::Runtime::raddle_check_target, {thread_, target});
    CallInst *result = builder_.CreateCall(call.getFunctionType(), target, arguments);
    result->setTailCallKind(CallInst::TCK_NoTail);
    if (results) {
      Value *earlier = builder_.CreateLoad(results->getAllocatedType(), results);
      builder_.CreateStore(insertLane(earlier, result, lane), results);
    }
  });
  selectLane(builder_.getInt32(0));
}

} // namespace raddle::vectorize
