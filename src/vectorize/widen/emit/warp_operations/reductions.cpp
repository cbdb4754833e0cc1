// redux.sync: what the lanes of a group have in common. Groups are all lanes of the warp, tiles of
// lanes side by side, or whatever the lanes' masks say.

#include "vectorize/widen/emit/vectors.h"
#include "vectorize/widen/emit/warp_operations/warp_operations.h"

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

Constant *lanesAcross(WarpBuilder &warp, unsigned distance) {
  SmallVector<Constant *, kLanes> lanes;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    lanes.push_back(warp.getInt32(lane ^ distance));
  return ConstantVector::get(lanes);
}

} // namespace

Value *forEachGroup(WarpBuilder &warp, Type *result_type,
                    function_ref<std::pair<Value *, Value *>(Value *first, Value *left)> body) {
  BasicBlock *before = warp.GetInsertBlock(), *loop = warp.newBlock("each.group"),
             *after = warp.newBlock("each.group.end");
  Value *all = warp.bits(warp.mask);
  warp.CreateBr(loop);
  warp.SetInsertPoint(loop);
  PHINode *left = warp.CreatePHI(warp.getInt32Ty(), 2, "lanes.left");
  PHINode *results = warp.CreatePHI(widened(result_type), 2);
  left->addIncoming(all, before);
  results->addIncoming(Constant::getNullValue(results->getType()), before);
  Value *first = warp.CreateBinaryIntrinsic(Intrinsic::cttz, left, warp.getTrue());
  auto [group, result] = body(first, left);
  Value *merged = warp.CreateSelect(warp.maskFromBits(group), warp.splat(result), results);
  Value *others = warp.CreateAnd(left, warp.CreateNot(group));
  left->addIncoming(others, warp.GetInsertBlock());
  results->addIncoming(merged, warp.GetInsertBlock());
  warp.CreateCondBr(warp.CreateICmpNE(others, warp.getInt32(0)), loop, after);
  warp.SetInsertPoint(after);
  return merged;
}

void emitReduction(WarpBuilder &warp, CallInst &call, const OperationDecision &operation) {
  Reduction reduction = reductionOf(operation.function->id);
  Value *value = warp.vector(call.getArgOperand(2));
  Value *neutral = ConstantVector::getSplat(ElementCount::getFixed(kLanes), warp.getInt32(reduction.neutral));
  auto reduce = [&](Value *mask) {
    Value *taking_part = warp.isFull(mask) ? value : warp.CreateSelect(mask, value, neutral);
    return warp.CreateUnaryIntrinsic(reduction.intrinsic, taking_part);
  };
  if (warp.isUniform(maskOperand(call))) {
    if (none_of(call.users(), [&](User *user) { return warp.shapes.of(user).isVarying(); }))
      return warp.define(call, reduce(warp.mask));
    // Lanes want the result: then it is in all of them at once, where the other way it comes to lie in one.
    Value *reduced = warp.isFull(warp.mask) ? value : warp.CreateSelect(warp.mask, value, neutral);
    unsigned lanes = kLanes;
    for (; lanes > warp.registerBytes() / 4; lanes /= 2)
      reduced = reduction.combine(warp, partOf(warp, reduced, 0, lanes / 2),
                                  partOf(warp, reduced, lanes / 2, lanes / 2));
    const unsigned parts = kLanes / lanes;
    for (unsigned distance = lanes / 2; distance > 0; distance /= 2) {
      SmallVector<int, kLanes> across;
      for (unsigned lane = 0; lane < lanes; ++lane)
        across.push_back(static_cast<int>(lane ^ distance));
      reduced = reduction.combine(warp, reduced, warp.CreateShuffleVector(reduced, across));
    }
    warp.define(call, warp.CreateExtractElement(reduced, std::uint64_t{0}));
    warp.keepVector(&call, concatenate(warp, SmallVector<Value *, 8>(parts, reduced)));
    return;
  }
  Value *masks = warp.vector(maskOperand(call));
  if (unsigned size = tileSize(masks)) {
    Value *reduced = warp.isFull(warp.mask) ? value : warp.CreateSelect(warp.mask, value, neutral);
    for (unsigned distance = 1; distance < size; distance *= 2)
      reduced = reduction.combine(warp, reduced, permute(warp, reduced, lanesAcross(warp, distance)));
    return warp.define(call, reduced);
  }
  warp.define(call, forEachGroup(warp, warp.getInt32Ty(), [&](Value *first, Value *) {
                Value *group = warp.CreateAnd(warp.CreateExtractElement(masks, first), warp.bits(warp.mask));
                return std::pair(group, reduce(warp.maskFromBits(group)));
              }));
}

} // namespace raddle::vectorize
