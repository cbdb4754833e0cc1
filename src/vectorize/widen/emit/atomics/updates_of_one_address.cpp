// Atomic updates of one address by all lanes.

#include "vectorize/widen/emit/atomics/atomics.h"
#include "vectorize/widen/emit/lane_loops.h"
#include "vectorize/widen/emit/values_in_lanes.h"

#include <llvm/Transforms/Utils/LowerAtomic.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// What lanes below each lane add up to; inactive lanes hold the neutral value.
Value *exclusiveScan(WarpBuilder &warp, Value *values, Constant *neutral,
                     function_ref<Value *(Value *, Value *)> combine) {
  auto movedUp = [&](Value *vector, unsigned distance) {
    SmallVector<int, kLanes> order;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      order.push_back(static_cast<int>(lane < distance ? kLanes : lane - distance));
    return warp.CreateShuffleVector(vector, neutral, order);
  };
  Value *sums = movedUp(values, 1);
  for (unsigned distance = 1; distance < kLanes; distance *= 2)
    sums = combine(movedUp(sums, distance), sums);
  return sums;
}

} // namespace

void emitOneUpdateForAll(WarpBuilder &warp, AtomicRMWInst &update) {
  const auto aggregate = aggregateOf(update);
  Value *operand = update.getValOperand();
  Type *type = update.getType();
  const bool adds = aggregate->combine == Instruction::Add && !aggregate->select;
  auto combine = [&](Value *a, Value *b) -> Value * {
    if (aggregate->select)
      return warp.CreateSelect(warp.CreateICmp(*aggregate->select, a, b), a, b);
    return warp.CreateBinOp(aggregate->combine, a, b);
  };
  Constant *neutral = ConstantInt::get(widened(type), aggregate->neutral);
  auto takingPart = [&] {
    return warp.isFull(warp.mask) ? warp.vector(operand)
                                  : warp.CreateSelect(warp.mask, warp.vector(operand), neutral);
  };
  Value *together = nullptr, *before = nullptr;
  if (adds && warp.isUniform(operand)) {
    // As many times as there are lanes.
    Value *count = warp.isFull(warp.mask) ? static_cast<Value *>(warp.getInt32(kLanes))
                                          : warp.CreateUnaryIntrinsic(Intrinsic::ctpop, warp.bits(warp.mask));
    together = warp.CreateMul(warp.CreateZExtOrTrunc(count, type), warp.scalar(operand));
    if (!update.use_empty()) {
      SmallVector<Constant *, kLanes> lower;
      for (unsigned lane = 0; lane < kLanes; ++lane)
        lower.push_back(warp.getInt32((1u << lane) - 1));
      Value *lanes_before =
          warp.isFull(warp.mask)
              ? warp.iota(warp.getInt32Ty(), 1)
              : warp.CreateUnaryIntrinsic(Intrinsic::ctpop, warp.CreateAnd(warp.splat(warp.bits(warp.mask)),
                                                                           ConstantVector::get(lower)));
      before = warp.CreateMul(warp.CreateZExtOrTrunc(lanes_before, widened(type)),
                              warp.splat(warp.scalar(operand)));
    }
  } else {
    Value *values = takingPart();
    together = warp.CreateUnaryIntrinsic(aggregate->reduce, values);
    if (!update.use_empty())
      before = exclusiveScan(warp, values, neutral, combine);
  }
  auto *copy = cast<AtomicRMWInst>(update.clone());
  copy->setOperand(0, warp.scalar(update.getPointerOperand()));
  copy->setOperand(1, together);
  warp.Insert(copy);
  Value *result = PoisonValue::get(widened(type));
  if (before) {
    Value *old = warp.splat(copy);
    result = update.getOperation() == AtomicRMWInst::Sub ? warp.CreateSub(old, before) : combine(old, before);
  }
  relaxIfOfOneBlock(copy);
  warp.define(update, result);
}

void emitChainOfUpdates(WarpBuilder &warp, AtomicRMWInst &update) {
  Type *type = update.getType();
  const auto width = static_cast<unsigned>(warp.layout.getTypeSizeInBits(type).getFixedValue());
  Type *integer = warp.getIntNTy(width);
  Value *pointer = warp.scalar(update.getPointerOperand());
  auto operand = perLane(warp, update.getValOperand());
  AllocaInst *results =
      update.use_empty() ? nullptr : warp.scratch(ArrayType::get(type, kLanes), update.getName());
  AllocaInst *current = warp.slot(type, update.getName() + ".current");
  LoadInst *seen = warp.CreateAlignedLoad(type, pointer, update.getAlign());
  seen->setVolatile(update.isVolatile());
  if (!isOfOneBlock(update))
    seen->setAtomic(AtomicOrdering::Monotonic, update.getSyncScopeID());
  BasicBlock *before = warp.GetInsertBlock(), *attempt = warp.newBlock("update"),
             *done = warp.newBlock("update.end");
  warp.CreateBr(attempt);
  warp.SetInsertPoint(attempt);
  PHINode *first = warp.CreatePHI(type, 2);
  first->addIncoming(seen, before);
  warp.CreateStore(first, current);
  forEachLane(warp, warp.mask, [&](Value *lane) {
    Value *old = warp.CreateLoad(type, current);
    if (results)
      warp.CreateStore(old, warp.CreateGEP(type, results, lane));
    warp.CreateStore(buildAtomicRMWValue(update.getOperation(), warp, old, operand(lane)), current);
  });
  Value *last = warp.CreateLoad(type, current);
  if (isOfOneBlock(update)) {
    StoreInst *store = warp.CreateAlignedStore(last, pointer, update.getAlign());
    store->setVolatile(update.isVolatile());
    warp.CreateBr(done);
  } else {
    auto *exchange = warp.CreateAtomicCmpXchg(
        pointer, warp.CreateBitOrPointerCast(first, integer), warp.CreateBitOrPointerCast(last, integer),
        update.getAlign(), update.getOrdering(),
        AtomicCmpXchgInst::getStrongestFailureOrdering(update.getOrdering()), update.getSyncScopeID());
    exchange->setVolatile(update.isVolatile());
    Value *found = warp.CreateBitOrPointerCast(warp.CreateExtractValue(exchange, 0), type);
    first->addIncoming(found, warp.GetInsertBlock());
    warp.CreateCondBr(warp.CreateExtractValue(exchange, 1), done, attempt);
  }
  warp.SetInsertPoint(done);
  warp.define(update, results
                          ? static_cast<Value *>(warp.CreateAlignedLoad(widened(type), results, Align(64)))
                          : PoisonValue::get(widened(type)));
}

} // namespace raddle::vectorize
