// match.sync: which lanes of a group have the same value.

#include "vectorize/widen/emit/lane_loops.h"
#include "vectorize/widen/emit/vectors.h"
#include "vectorize/widen/emit/warp_operations/warp_operations.h"

using namespace llvm;

namespace raddle::vectorize {

// Each of the first values takes one comparison with all lanes. Where these are not all, each lane is
// compared with all.
Value *matchAny(WarpBuilder &warp, Value *value, Value *masks) {
  constexpr unsigned kMostRounds = 4;
  Type *i32 = warp.getInt32Ty(), *type = widened(i32);
  BasicBlock *before = warp.GetInsertBlock(), *round = warp.newBlock("match.value"),
             *others = warp.newBlock("match.others"), *each = warp.newBlock("match.each"),
             *pairs = warp.newBlock("match.lane"), *after = warp.newBlock("match.end");
  Value *here = warp.bits(warp.mask);
  warp.CreateBr(round);

  warp.SetInsertPoint(round);
  PHINode *left = warp.CreatePHI(i32, 2, "lanes.left"), *number = warp.CreatePHI(i32, 2);
  PHINode *found = warp.CreatePHI(type, 2);
  Value *first = warp.CreateBinaryIntrinsic(Intrinsic::cttz, left, warp.getTrue());
  Value *equal = warp.CreateICmpEQ(value, warp.splat(warp.CreateExtractElement(value, first)));
  Value *group =
      warp.CreateAnd(warp.CreateAnd(warp.bits(equal), warp.CreateExtractElement(masks, first)), left);
  Value *merged = warp.CreateSelect(warp.maskFromBits(group), warp.splat(group), found);
  Value *rest = warp.CreateAnd(left, warp.CreateNot(group));
  Value *next = warp.CreateAdd(number, warp.getInt32(1));
  left->addIncoming(here, before);
  left->addIncoming(rest, others);
  number->addIncoming(warp.getInt32(0), before);
  number->addIncoming(next, others);
  found->addIncoming(Constant::getNullValue(type), before);
  found->addIncoming(merged, others);
  warp.CreateCondBr(warp.CreateICmpEQ(rest, warp.getInt32(0)), after, others);

  warp.SetInsertPoint(others);
  warp.CreateCondBr(warp.CreateICmpULT(next, warp.getInt32(kMostRounds)), round, each);

  warp.SetInsertPoint(each);
  Value *memory = spill(warp, value);
  warp.CreateBr(pairs);

  warp.SetInsertPoint(pairs);
  PHINode *lane = warp.CreatePHI(i32, 2, "lane"), *sum = warp.CreatePHI(type, 2);
  Type *element = cast<VectorType>(value->getType())->getElementType();
  Value *same = warp.CreateICmpEQ(value, warp.splat(loadLane(warp, memory, element, lane)));
  Value *bit = warp.splat(warp.CreateShl(warp.getInt32(1), lane));
  Value *with = warp.CreateOr(sum, warp.CreateSelect(same, bit, Constant::getNullValue(type)));
  Value *next_lane = warp.CreateAdd(lane, warp.getInt32(1));
  lane->addIncoming(warp.getInt32(0), each);
  lane->addIncoming(next_lane, pairs);
  sum->addIncoming(Constant::getNullValue(type), each);
  sum->addIncoming(with, pairs);
  Value *all_pairs = warp.CreateAnd(with, warp.CreateAnd(masks, warp.splat(here)));
  warp.CreateCondBr(warp.CreateICmpULT(next_lane, warp.getInt32(kLanes)), pairs, after);

  warp.SetInsertPoint(after);
  PHINode *result = warp.CreatePHI(type, 2);
  result->addIncoming(merged, round);
  result->addIncoming(all_pairs, pairs);
  return result;
}

void emitMatch(WarpBuilder &warp, CallInst &call, const OperationDecision &operation) {
  Value *value = warp.vector(call.getArgOperand(2));
  if (operation.kind == OperationKind::kMatchAny)
    return warp.define(call, matchAny(warp, value, warp.vector(maskOperand(call))));
  // match_all: the mask if all have the same value, else 0; and whether, through a pointer.
  auto outcomeOf = [&](Value *first, Value *group) {
    Value *equal = warp.bits(warp.CreateICmpEQ(value, warp.splat(warp.CreateExtractElement(value, first))));
    Value *same = warp.CreateICmpEQ(warp.CreateAnd(equal, group), group);
    return warp.CreateSelect(same, group, warp.getInt32(0));
  };
  const bool one_group = warp.isUniform(maskOperand(call));
  Value *outcome = nullptr;
  if (one_group)
    outcome = outcomeOf(warp.firstLane(warp.mask), warp.bits(warp.mask));
  else {
    Value *masks = warp.vector(maskOperand(call));
    outcome = forEachGroup(warp, warp.getInt32Ty(), [&](Value *first, Value *) {
      Value *group = warp.CreateAnd(warp.CreateExtractElement(masks, first), warp.bits(warp.mask));
      return std::pair(group, outcomeOf(first, group));
    });
  }
  Value *each = one_group ? warp.splat(outcome) : outcome;
  Value *agrees =
      warp.CreateZExt(warp.CreateICmpNE(each, Constant::getNullValue(each->getType())), each->getType());
  Value *pointer = call.getArgOperand(3);
  if (areContiguous(warp.plan.context(), warp.shapes.of(pointer), warp.getInt32Ty()))
    warp.CreateMaskedStore(agrees, warp.scalar(pointer), Align(4), warp.mask);
  else
    warp.CreateMaskedScatter(agrees, warp.vector(pointer), Align(4), warp.mask);
  warp.define(call, warp.shapes.of(&call).isVarying() ? each : outcome);
}

} // namespace raddle::vectorize
