// redux.sync and match.sync: what the lanes of a group have in common. Groups are the whole warp, tiles of
// lanes side by side, or whatever the lanes' masks say.

#include "vectorize/widen/emit/warp_emitter.h"

#include <llvm/IR/Intrinsics.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

struct Reduction {
  Intrinsic::ID intrinsic;
  uint32_t neutral;
  Intrinsic::ID minimum_or_maximum; // of two, or none
  Instruction::BinaryOps operation; // otherwise

  template <typename Builder> Value *combine(Builder &builder, Value *a, Value *b) const {
    return minimum_or_maximum ? builder.CreateBinaryIntrinsic(minimum_or_maximum, a, b)
                              : builder.CreateBinOp(operation, a, b);
  }
};

Reduction reductionOf(Runtime function) {
  using enum Runtime;
  switch (function) {
  case raddle_redux_add:
    return {Intrinsic::vector_reduce_add, 0, 0, Instruction::Add};
  case raddle_redux_umin:
    return {Intrinsic::vector_reduce_umin, ~0u, Intrinsic::umin, {}};
  case raddle_redux_umax:
    return {Intrinsic::vector_reduce_umax, 0, Intrinsic::umax, {}};
  case raddle_redux_min:
    return {Intrinsic::vector_reduce_smin, 0x7fffffffu, Intrinsic::smin, {}};
  case raddle_redux_max:
    return {Intrinsic::vector_reduce_smax, 0x80000000u, Intrinsic::smax, {}};
  case raddle_redux_and:
    return {Intrinsic::vector_reduce_and, ~0u, 0, Instruction::And};
  case raddle_redux_or:
    return {Intrinsic::vector_reduce_or, 0, 0, Instruction::Or};
  case raddle_redux_xor:
    return {Intrinsic::vector_reduce_xor, 0, 0, Instruction::Xor};
  default:
    nvvm::refuseToWrite(function);
  }
}

// Where the lanes' masks are known, and name tiles of 2, 4, 8 or 16 lanes side by side: their size; else 0.
unsigned tileSize(const Value *masks) {
  auto *constant = dyn_cast<Constant>(masks);
  auto *first = constant ? dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(0u)) : nullptr;
  const unsigned size = first ? static_cast<unsigned>(popcount(first->getZExtValue())) : 0;
  if (size < 2 || size >= kLanes || !isPowerOf2_32(size))
    return 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    auto *mask = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane));
    if (!mask || mask->getZExtValue() != maskTrailingOnes<uint32_t>(size) << (lane & ~(size - 1)))
      return 0;
  }
  return size;
}

} // namespace

// Calls `body` once per group of active lanes; a group is what its first lane says, and includes it.
// body(first lane of the group, lanes that are left) returns the group's lanes as bits and their common
// result.
Value *WarpEmitter::forEachGroup(Type *result_type,
                                 function_ref<std::pair<Value *, Value *>(Value *first, Value *left)> body) {
  BasicBlock *before = builder_.GetInsertBlock(), *loop = newBlock("each.group"),
             *after = newBlock("each.group.end");
  Value *all = bits(mask_);
  builder_.CreateBr(loop);
  builder_.SetInsertPoint(loop);
  PHINode *left = builder_.CreatePHI(builder_.getInt32Ty(), 2, "lanes.left");
  PHINode *results = builder_.CreatePHI(widened(result_type), 2);
  left->addIncoming(all, before);
  results->addIncoming(Constant::getNullValue(results->getType()), before);
  Value *first = builder_.CreateBinaryIntrinsic(Intrinsic::cttz, left, builder_.getTrue());
  auto [group, result] = body(first, left);
  Value *merged = builder_.CreateSelect(maskFromBits(group), splat(result), results);
  Value *others = builder_.CreateAnd(left, builder_.CreateNot(group));
  left->addIncoming(others, builder_.GetInsertBlock());
  results->addIncoming(merged, builder_.GetInsertBlock());
  builder_.CreateCondBr(builder_.CreateICmpNE(others, builder_.getInt32(0)), loop, after);
  builder_.SetInsertPoint(after);
  return merged;
}

void WarpEmitter::emitReduction(CallInst &call, Runtime function) {
  Reduction reduction = reductionOf(function);
  Value *value = vector(call.getArgOperand(2));
  Value *neutral =
      ConstantVector::getSplat(ElementCount::getFixed(kLanes), builder_.getInt32(reduction.neutral));
  auto reduce = [&](Value *mask) {
    Value *taking_part = isFull(mask) ? value : builder_.CreateSelect(mask, value, neutral);
    return builder_.CreateUnaryIntrinsic(reduction.intrinsic, taking_part);
  };
  if (isUniform(maskOperand(call))) {
    if (none_of(call.users(), [&](User *user) { return shapes_.of(user).isVarying(); }))
      return define(call, reduce(mask_));
    // Lanes want the result: then it is in all of them at once, where the other way it comes to lie in one.
    Value *reduced = isFull(mask_) ? value : builder_.CreateSelect(mask_, value, neutral);
    unsigned lanes = kLanes;
    for (; lanes > registerBytes() / 4; lanes /= 2)
      reduced =
          reduction.combine(builder_, partOf(reduced, 0, lanes / 2), partOf(reduced, lanes / 2, lanes / 2));
    const unsigned parts = kLanes / lanes;
    for (unsigned distance = lanes / 2; distance > 0; distance /= 2) {
      SmallVector<int, kLanes> across;
      for (unsigned lane = 0; lane < lanes; ++lane)
        across.push_back(static_cast<int>(lane ^ distance));
      reduced = reduction.combine(builder_, reduced, builder_.CreateShuffleVector(reduced, across));
    }
    define(call, builder_.CreateExtractElement(reduced, std::uint64_t{0}));
    vectors_[&call] = concatenate(SmallVector<Value *, 8>(parts, reduced));
    return;
  }
  Value *masks = vector(maskOperand(call));
  if (unsigned size = tileSize(masks)) {
    Value *reduced = isFull(mask_) ? value : builder_.CreateSelect(mask_, value, neutral);
    for (unsigned distance = 1; distance < size; distance *= 2)
      reduced = reduction.combine(builder_, reduced, permute(reduced, lanesAcross(distance)));
    return define(call, reduced);
  }
  define(call, forEachGroup(builder_.getInt32Ty(), [&](Value *first, Value *) {
           Value *group = builder_.CreateAnd(builder_.CreateExtractElement(masks, first), bits(mask_));
           return std::pair(group, reduce(maskFromBits(group)));
         }));
}

Constant *WarpEmitter::lanesAcross(unsigned distance) {
  SmallVector<Constant *, kLanes> lanes;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    lanes.push_back(builder_.getInt32(lane ^ distance));
  return ConstantVector::get(lanes);
}

// Each of the first values takes one comparison with all lanes. Where these are not all, each lane is
// compared with all.
Value *WarpEmitter::matchAny(Value *value, Value *masks) {
  constexpr unsigned kMostRounds = 4;
  Type *i32 = builder_.getInt32Ty(), *type = widened(i32);
  BasicBlock *before = builder_.GetInsertBlock(), *round = newBlock("match.value"),
             *others = newBlock("match.others"), *each = newBlock("match.each"),
             *pairs = newBlock("match.lane"), *after = newBlock("match.end");
  Value *here = bits(mask_);
  builder_.CreateBr(round);

  builder_.SetInsertPoint(round);
  PHINode *left = builder_.CreatePHI(i32, 2, "lanes.left"), *number = builder_.CreatePHI(i32, 2);
  PHINode *found = builder_.CreatePHI(type, 2);
  Value *first = builder_.CreateBinaryIntrinsic(Intrinsic::cttz, left, builder_.getTrue());
  Value *equal = builder_.CreateICmpEQ(value, splat(builder_.CreateExtractElement(value, first)));
  Value *group =
      builder_.CreateAnd(builder_.CreateAnd(bits(equal), builder_.CreateExtractElement(masks, first)), left);
  Value *merged = builder_.CreateSelect(maskFromBits(group), splat(group), found);
  Value *rest = builder_.CreateAnd(left, builder_.CreateNot(group));
  Value *next = builder_.CreateAdd(number, builder_.getInt32(1));
  left->addIncoming(here, before);
  left->addIncoming(rest, others);
  number->addIncoming(builder_.getInt32(0), before);
  number->addIncoming(next, others);
  found->addIncoming(Constant::getNullValue(type), before);
  found->addIncoming(merged, others);
  builder_.CreateCondBr(builder_.CreateICmpEQ(rest, builder_.getInt32(0)), after, others);

  builder_.SetInsertPoint(others);
  builder_.CreateCondBr(builder_.CreateICmpULT(next, builder_.getInt32(kMostRounds)), round, each);

  builder_.SetInsertPoint(each);
  Value *memory = spill(value);
  builder_.CreateBr(pairs);

  builder_.SetInsertPoint(pairs);
  PHINode *lane = builder_.CreatePHI(i32, 2, "lane"), *sum = builder_.CreatePHI(type, 2);
  Type *element = cast<VectorType>(value->getType())->getElementType();
  Value *same = builder_.CreateICmpEQ(value, splat(loadLane(memory, element, lane)));
  Value *bit = splat(builder_.CreateShl(builder_.getInt32(1), lane));
  Value *with = builder_.CreateOr(sum, builder_.CreateSelect(same, bit, Constant::getNullValue(type)));
  Value *next_lane = builder_.CreateAdd(lane, builder_.getInt32(1));
  lane->addIncoming(builder_.getInt32(0), each);
  lane->addIncoming(next_lane, pairs);
  sum->addIncoming(Constant::getNullValue(type), each);
  sum->addIncoming(with, pairs);
  Value *all_pairs = builder_.CreateAnd(with, builder_.CreateAnd(masks, splat(here)));
  builder_.CreateCondBr(builder_.CreateICmpULT(next_lane, builder_.getInt32(kLanes)), pairs, after);

  builder_.SetInsertPoint(after);
  PHINode *result = builder_.CreatePHI(type, 2);
  result->addIncoming(merged, round);
  result->addIncoming(all_pairs, pairs);
  return result;
}

void WarpEmitter::emitMatch(CallInst &call, Runtime function) {
  Value *value = vector(call.getArgOperand(2));
  if (function == Runtime::raddle_match_any_32 || function == Runtime::raddle_match_any_64)
    return define(call, matchAny(value, vector(maskOperand(call))));
  // match_all: the mask if all have the same value, else 0; and whether, through a pointer.
  auto outcomeOf = [&](Value *first, Value *group) {
    Value *equal = bits(builder_.CreateICmpEQ(value, splat(builder_.CreateExtractElement(value, first))));
    Value *same = builder_.CreateICmpEQ(builder_.CreateAnd(equal, group), group);
    return builder_.CreateSelect(same, group, builder_.getInt32(0));
  };
  const bool one_group = isUniform(maskOperand(call));
  Value *outcome = nullptr;
  if (one_group)
    outcome = outcomeOf(firstLane(mask_), bits(mask_));
  else {
    Value *masks = vector(maskOperand(call));
    outcome = forEachGroup(builder_.getInt32Ty(), [&](Value *first, Value *) {
      Value *group = builder_.CreateAnd(builder_.CreateExtractElement(masks, first), bits(mask_));
      return std::pair(group, outcomeOf(first, group));
    });
  }
  Value *each = one_group ? splat(outcome) : outcome;
  Value *agrees = builder_.CreateZExt(builder_.CreateICmpNE(each, Constant::getNullValue(each->getType())),
                                      each->getType());
  Value *pointer = call.getArgOperand(3);
  if (lanesLieSideBySide(shapes_.of(pointer), builder_.getInt32Ty()))
    builder_.CreateMaskedStore(agrees, scalar(pointer), Align(4), mask_);
  else
    builder_.CreateMaskedScatter(agrees, vector(pointer), Align(4), mask_);
  define(call, shapes_.of(&call).isVarying() ? each : outcome);
}

} // namespace raddle::vectorize
