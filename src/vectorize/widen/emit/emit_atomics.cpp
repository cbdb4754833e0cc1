// Atomic updates.
//
//   all lanes at one address   integers: one update with the sum (minimum, ...) of the lanes' values, and
//   what each
//                              lane would have seen by a prefix sum. Others: a chain in registers, in the
//                              order of the lanes, and one compare-and-swap
//   neighbouring elements      several at a time (emit_updates_side_by_side.cpp)
//   anything else              lane by lane, lowest first
//
// What only one block sees (shared memory, block scope) is touched by one OS thread at a time: plain loads
// and stores. Several such updates in a row, whose old values nobody wants, wait for each other (`pending_`)
// and are done together, lane by lane: each lane's addresses are loads from memory that was written long
// before. What several of them are parts of, as the bytes of a word, is loaded once for all.

#include "nvvm/markers.h"
#include "vectorize/passes.h"

#include "vectorize/processor.h"
#include "vectorize/widen/emit/warp_emitter.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

using namespace llvm;

namespace raddle::vectorize {

bool isOfOneBlock(const Instruction &atomic) { return atomic.hasMetadata(marker::kBlockAtomic); }

namespace {

void relaxIfOfOneBlock(Instruction *atomic) {
  if (!isOfOneBlock(*atomic))
    return;
  if (auto *update = dyn_cast<AtomicRMWInst>(atomic))
    lowerAtomicRMWInst(update);
  else
    lowerAtomicCmpXchgInst(cast<AtomicCmpXchgInst>(atomic));
}

// Updates that may be done in one for all lanes: associative, with a neutral value.
struct Aggregate {
  Intrinsic::ID reduce;
  Instruction::BinaryOps combine; // or, where `select` is set, by comparison
  std::optional<CmpInst::Predicate> select;
  APInt neutral;
};

std::optional<Aggregate> aggregateOf(const AtomicRMWInst &update) {
  if (!update.getType()->isIntegerTy() || update.getType()->getIntegerBitWidth() > 64)
    return {};
  const unsigned width = update.getType()->getIntegerBitWidth();
  const APInt zero = APInt::getZero(width), ones = APInt::getAllOnes(width);
  switch (update.getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return Aggregate{Intrinsic::vector_reduce_add, Instruction::Add, {}, zero};
  case AtomicRMWInst::And:
    return Aggregate{Intrinsic::vector_reduce_and, Instruction::And, {}, ones};
  case AtomicRMWInst::Or:
    return Aggregate{Intrinsic::vector_reduce_or, Instruction::Or, {}, zero};
  case AtomicRMWInst::Xor:
    return Aggregate{Intrinsic::vector_reduce_xor, Instruction::Xor, {}, zero};
  case AtomicRMWInst::Max:
    return Aggregate{Intrinsic::vector_reduce_smax, {}, CmpInst::ICMP_SGT, APInt::getSignedMinValue(width)};
  case AtomicRMWInst::Min:
    return Aggregate{Intrinsic::vector_reduce_smin, {}, CmpInst::ICMP_SLT, APInt::getSignedMaxValue(width)};
  case AtomicRMWInst::UMax:
    return Aggregate{Intrinsic::vector_reduce_umax, {}, CmpInst::ICMP_UGT, zero};
  case AtomicRMWInst::UMin:
    return Aggregate{Intrinsic::vector_reduce_umin, {}, CmpInst::ICMP_ULT, ones};
  default:
    return {};
  }
}

} // namespace

bool isOfAnyOrder(const AtomicRMWInst &update) { return aggregateOf(update).has_value(); }

// Whether lanes update different places that only their block sees, and do not look at what was there.
bool WarpEmitter::mayWaitForOthers(const AtomicRMWInst &update) const {
  return isOfOneBlock(update) && update.use_empty() && !update.isVolatile() &&
         !isUniform(update.getPointerOperand()) && !updatesSideBySide(update);
}

// Whether such an update comes next, and nothing that could notice the order.
bool WarpEmitter::othersFollow(const AtomicRMWInst &update) const {
  for (const Instruction *next = update.getNextNode(); next; next = next->getNextNode()) {
    if (auto *other = dyn_cast<AtomicRMWInst>(next))
      return mayWaitForOthers(*other);
    if (next->mayReadOrWriteMemory() || isa<CallInst>(next))
      return false;
  }
  return false;
}

// A number whose high bits are zero is kept without them: storing it costs as much as an update, for each
// register.
Type *WarpEmitter::narrowestType(const Value &value) const {
  Type *type = value.getType();
  if (!type->isIntegerTy() || type->getIntegerBitWidth() <= 8)
    return type;
  const unsigned bits = computeKnownBits(&value, layout_).countMaxActiveBits();
  for (unsigned width : {8u, 16u})
    if (bits <= width && width < type->getIntegerBitWidth())
      return IntegerType::get(type->getContext(), width);
  return type;
}

// The same for each lane: which lanes a value is computed for, and where it is kept meanwhile.
std::function<Value *(Value *lane)> WarpEmitter::perLane(Value *value) {
  if (isUniform(value)) {
    Value *known = scalar(value);
    return [known](Value *) { return known; };
  }
  // An address of one base is kept as the number behind it: it is narrower.
  auto *address = dyn_cast<GetElementPtrInst>(value);
  if (address && shapes_.of(address).isVarying() && isUniform(address->getPointerOperand())) {
    SmallVector<std::function<Value *(Value *)>, 3> indices;
    for (Value *index : address->indices())
      indices.push_back(perLane(index));
    return [this, address, indices, base = scalar(address->getPointerOperand())](Value *lane) -> Value * {
      SmallVector<Value *, 3> own;
      for (const auto &index : indices)
        own.push_back(index(lane));
      return builder_.CreateGEP(address->getSourceElementType(), base, own);
    };
  }
  if (auto part = perLaneOfWhole(value))
    return part;
  if (isa<SExtInst, ZExtInst>(value) && shapes_.of(value).isVarying()) {
    auto *extension = cast<CastInst>(value);
    Value *narrow = extension->getOperand(0);
    if (shapes_.of(narrow).isVarying() && narrow->getType()->getIntegerBitWidth() >= 8)
      return [this, extension, inner = perLane(narrow)](Value *lane) {
        return builder_.CreateCast(extension->getOpcode(), inner(lane), extension->getType());
      };
  }
  return perLaneByMemory(value);
}

// The same for a value that is kept as it is.
std::function<Value *(Value *lane)> WarpEmitter::perLaneByMemory(Value *value) {
  Value *values = vector(value);
  Type *kept = narrowestType(*value);
  Value *memory =
      spillInGroup(kept == value->getType() ? values : builder_.CreateTrunc(values, widened(kept)));
  return [this, values, memory, kept, type = value->getType(),
          pairs = std::vector<Value *>(kLanes / 2)](Value *lane) mutable -> Value * {
    auto *known = dyn_cast<ConstantInt>(lane);
    if (!known || !type->isIntegerTy(32)) {
      Value *own = loadLane(memory, kept, lane);
      return kept == type ? own : builder_.CreateZExt(own, type);
    }
    // Two lanes at a time leave the vector; LLVM would take one by one.
    const auto number = static_cast<unsigned>(known->getZExtValue());
    Value *&pair = pairs[number / 2];
    if (!pair) {
      Type *two = builder_.getInt64Ty();
      auto *stays =
          InlineAsm::get(FunctionType::get(two, {two}, false), "", "=r,0", /*hasSideEffects=*/false);
      Value *as_pairs = builder_.CreateBitCast(values, FixedVectorType::get(two, kLanes / 2));
      pair = builder_.CreateCall(stays, builder_.CreateExtractElement(as_pairs, number / 2));
    }
    return builder_.CreateTrunc(number % 2 ? builder_.CreateLShr(pair, 32) : pair, type);
  };
}

// Lane by lane: written out where all lanes are active and a step is short, else a loop.
void WarpEmitter::forEachLaneOrUnrolled(bool is_short, function_ref<void(Value *lane)> body) {
  if (!is_short)
    return forEachLane(mask_, body);
  whenAllAreActive(
      builder_.getTrue(),
      [&] {
        for (unsigned lane = 0; lane < kLanes; ++lane)
          body(builder_.getInt32(lane));
        return Values();
      },
      [&] {
        forEachLane(mask_, body);
        return Values();
      });
}

// What lanes below each lane add up to; inactive lanes hold the neutral value.
Value *WarpEmitter::exclusiveScan(Value *values, Constant *neutral,
                                  function_ref<Value *(Value *, Value *)> combine) {
  auto movedUp = [&](Value *vector, unsigned distance) {
    SmallVector<int, kLanes> order;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      order.push_back(static_cast<int>(lane < distance ? kLanes : lane - distance));
    return builder_.CreateShuffleVector(vector, neutral, order);
  };
  Value *sums = movedUp(values, 1);
  for (unsigned distance = 1; distance < kLanes; distance *= 2)
    sums = combine(movedUp(sums, distance), sums);
  return sums;
}

// All lanes update one address with integers.
bool WarpEmitter::emitAggregatedUpdate(AtomicRMWInst &update) {
  auto aggregate = aggregateOf(update);
  if (!aggregate)
    return false;
  Value *operand = update.getValOperand();
  Type *type = update.getType();
  const bool adds = aggregate->combine == Instruction::Add && !aggregate->select;
  auto combine = [&](Value *a, Value *b) -> Value * {
    if (aggregate->select)
      return builder_.CreateSelect(builder_.CreateICmp(*aggregate->select, a, b), a, b);
    return builder_.CreateBinOp(aggregate->combine, a, b);
  };
  Constant *neutral = ConstantInt::get(widened(type), aggregate->neutral);
  auto takingPart = [&] {
    return isFull(mask_) ? vector(operand) : builder_.CreateSelect(mask_, vector(operand), neutral);
  };
  Value *together = nullptr, *before = nullptr;
  if (adds && isUniform(operand)) {
    // As many times as there are lanes.
    Value *count = isFull(mask_) ? static_cast<Value *>(builder_.getInt32(kLanes))
                                 : builder_.CreateUnaryIntrinsic(Intrinsic::ctpop, bits(mask_));
    together = builder_.CreateMul(builder_.CreateZExtOrTrunc(count, type), scalar(operand));
    if (!update.use_empty()) {
      SmallVector<Constant *, kLanes> lower;
      for (unsigned lane = 0; lane < kLanes; ++lane)
        lower.push_back(builder_.getInt32((1u << lane) - 1));
      Value *lanes_before =
          isFull(mask_)
              ? iota(builder_.getInt32Ty(), 1)
              : builder_.CreateUnaryIntrinsic(
                    Intrinsic::ctpop, builder_.CreateAnd(splat(bits(mask_)), ConstantVector::get(lower)));
      before =
          builder_.CreateMul(builder_.CreateZExtOrTrunc(lanes_before, widened(type)), splat(scalar(operand)));
    }
  } else {
    Value *values = takingPart();
    together = builder_.CreateUnaryIntrinsic(aggregate->reduce, values);
    if (!update.use_empty())
      before = exclusiveScan(values, neutral, combine);
  }
  remark(update, "uniform address: one update for all lanes");
  auto *copy = cast<AtomicRMWInst>(update.clone());
  copy->setOperand(0, scalar(update.getPointerOperand()));
  copy->setOperand(1, together);
  builder_.Insert(copy);
  Value *result = PoisonValue::get(widened(type));
  if (before) {
    Value *old = splat(copy);
    result =
        update.getOperation() == AtomicRMWInst::Sub ? builder_.CreateSub(old, before) : combine(old, before);
  }
  relaxIfOfOneBlock(copy);
  define(update, result);
  return true;
}

// All lanes update one address, one after the other, in registers; then the whole chain takes effect at once.
void WarpEmitter::emitChainOfUpdates(AtomicRMWInst &update) {
  Type *type = update.getType();
  const auto width = static_cast<unsigned>(layout_.getTypeSizeInBits(type).getFixedValue());
  Type *integer = builder_.getIntNTy(width);
  Value *pointer = scalar(update.getPointerOperand());
  remark(update, "uniform address: a chain in registers in the order of the lanes, then one update");
  auto operand = perLane(update.getValOperand());
  AllocaInst *results = update.use_empty() ? nullptr : slot(ArrayType::get(type, kLanes), update.getName());
  AllocaInst *current = slot(type, update.getName() + ".current");
  if (results)
    results->setAlignment(Align(64));
  LoadInst *seen = builder_.CreateAlignedLoad(type, pointer, update.getAlign());
  seen->setVolatile(update.isVolatile());
  if (!isOfOneBlock(update))
    seen->setAtomic(AtomicOrdering::Monotonic, update.getSyncScopeID());
  BasicBlock *before = builder_.GetInsertBlock(), *attempt = newBlock("update"),
             *done = newBlock("update.end");
  builder_.CreateBr(attempt);
  builder_.SetInsertPoint(attempt);
  PHINode *first = builder_.CreatePHI(type, 2);
  first->addIncoming(seen, before);
  builder_.CreateStore(first, current);
  forEachLane(mask_, [&](Value *lane) {
    Value *old = builder_.CreateLoad(type, current);
    if (results)
      builder_.CreateStore(old, builder_.CreateGEP(type, results, lane));
    builder_.CreateStore(buildAtomicRMWValue(update.getOperation(), builder_, old, operand(lane)), current);
  });
  Value *last = builder_.CreateLoad(type, current);
  if (isOfOneBlock(update)) {
    StoreInst *store = builder_.CreateAlignedStore(last, pointer, update.getAlign());
    store->setVolatile(update.isVolatile());
    builder_.CreateBr(done);
  } else {
    auto *exchange = builder_.CreateAtomicCmpXchg(
        pointer, builder_.CreateBitOrPointerCast(first, integer),
        builder_.CreateBitOrPointerCast(last, integer), update.getAlign(), update.getOrdering(),
        AtomicCmpXchgInst::getStrongestFailureOrdering(update.getOrdering()), update.getSyncScopeID());
    exchange->setVolatile(update.isVolatile());
    Value *found = builder_.CreateBitOrPointerCast(builder_.CreateExtractValue(exchange, 0), type);
    first->addIncoming(found, builder_.GetInsertBlock());
    builder_.CreateCondBr(builder_.CreateExtractValue(exchange, 1), done, attempt);
  }
  builder_.SetInsertPoint(done);
  define(update, results ? static_cast<Value *>(builder_.CreateAlignedLoad(widened(type), results, Align(64)))
                         : PoisonValue::get(widened(type)));
}

// Beside the others of a group, so that all have one base.
Value *WarpEmitter::spillInGroup(Value *vector) {
  const uint64_t bytes = layout_.getTypeAllocSize(vector->getType()).getFixedValue();
  const Align align(std::min<uint64_t>(64, PowerOf2Ceil(bytes)));
  const uint64_t offset = alignTo(group_bytes_, align);
  group_bytes_ = offset + bytes;
  auto *type = ArrayType::get(builder_.getInt8Ty(), group_bytes_);
  if (!group_memory_) {
    group_memory_ = slot(type, "lanes");
    group_memory_->setAlignment(Align(64));
  } else if (cast<ArrayType>(group_memory_->getAllocatedType())->getNumElements() < group_bytes_) {
    group_memory_->setAllocatedType(type);
  }
  Value *memory = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), group_memory_, offset);
  builder_.CreateAlignedStore(vector, memory, align);
  return memory;
}

void WarpEmitter::emitPendingUpdates() {
  // Fewer are written out for all lanes: loads that wait for a store just before them are slow.
  constexpr size_t kWorthALoop = 4;
  const bool are_one_loop = pending_.size() >= kWorthALoop;
  if (are_one_loop && Processor::of(job_).updates_whole_words)
    findWholes();
  for (PendingUpdate &pending : pending_) {
    pending.address = perLane(pending.update->getPointerOperand());
    pending.operand = perLane(pending.update->getValOperand());
  }
  auto step = [&](PendingUpdate &pending, Value *lane) {
    auto *copy = cast<AtomicRMWInst>(pending.update->clone());
    copy->setOperand(0, pending.address(lane));
    copy->setOperand(1, pending.operand(lane));
    builder_.Insert(copy);
    relaxIfOfOneBlock(copy);
  };
  if (are_one_loop && mayGoByWords())
    forEachLaneByWords(step);
  else if (are_one_loop)
    forEachLane(mask_, [&](Value *lane) {
      for (PendingUpdate &pending : pending_)
        step(pending, lane);
    });
  else
    for (PendingUpdate &pending : pending_)
      forEachLaneOrUnrolled(true, [&](Value *lane) { step(pending, lane); });
  pending_.clear();
  pending_in_any_order_ = false;
  wholes_.clear();
  group_bytes_ = 0;
}

void WarpEmitter::emitReadModifyWrite(AtomicRMWInst &update) {
  Type *type = update.getType();
  if (isUniform(update.getPointerOperand())) {
    if (emitAggregatedUpdate(update))
      return;
    if (layout_.getTypeSizeInBits(type) <= 64)
      return emitChainOfUpdates(update);
  }
  if (updatesSideBySide(update))
    return emitUpdateSideBySide(update);
  remark(update, isOfOneBlock(update) ? "lane by lane, within the block: no bus lock" : "lane by lane");
  if (mayWaitForOthers(update)) {
    pending_.push_back({&update});
    if (!othersFollow(update))
      emitPendingUpdates();
    return;
  }
  const Values old = updateLaneByLane(update);
  define(update, old.empty() ? PoisonValue::get(widened(type)) : old[0]);
}

// What was there before, where somebody looks at it.
WarpEmitter::Values WarpEmitter::updateLaneByLane(AtomicRMWInst &update) {
  Type *type = update.getType();
  auto address = perLane(update.getPointerOperand()), operand = perLane(update.getValOperand());
  AllocaInst *results = update.use_empty() ? nullptr : slot(ArrayType::get(type, kLanes), update.getName());
  if (results)
    results->setAlignment(Align(64));
  forEachLaneOrUnrolled(isOfOneBlock(update), [&](Value *lane) {
    auto *copy = cast<AtomicRMWInst>(update.clone());
    copy->setOperand(0, address(lane));
    copy->setOperand(1, operand(lane));
    builder_.Insert(copy);
    if (results)
      builder_.CreateStore(copy, builder_.CreateGEP(type, results, lane));
    relaxIfOfOneBlock(copy);
  });
  if (!results)
    return {};
  return {builder_.CreateAlignedLoad(widened(type), results, Align(64))};
}

void WarpEmitter::emitCompareExchange(AtomicCmpXchgInst &exchange) {
  remark(exchange, isOfOneBlock(exchange) ? "lane by lane, within the block: no bus lock" : "lane by lane");
  Type *type = exchange.getCompareOperand()->getType();
  auto address = perLane(exchange.getPointerOperand()), expected = perLane(exchange.getCompareOperand()),
       desired = perLane(exchange.getNewValOperand());
  AllocaInst *old = slot(ArrayType::get(type, kLanes), exchange.getName() + ".old");
  AllocaInst *succeeded = slot(ArrayType::get(builder_.getInt8Ty(), kLanes), exchange.getName() + ".done");
  old->setAlignment(Align(64));
  succeeded->setAlignment(Align(64));
  forEachLane(mask_, [&](Value *lane) {
    auto *copy = cast<AtomicCmpXchgInst>(exchange.clone());
    copy->setOperand(0, address(lane));
    copy->setOperand(1, expected(lane));
    copy->setOperand(2, desired(lane));
    builder_.Insert(copy);
    builder_.CreateStore(builder_.CreateExtractValue(copy, 0), builder_.CreateGEP(type, old, lane));
    builder_.CreateStore(builder_.CreateZExt(builder_.CreateExtractValue(copy, 1), builder_.getInt8Ty()),
                         builder_.CreateGEP(builder_.getInt8Ty(), succeeded, lane));
    relaxIfOfOneBlock(copy);
  });
  Value *flags = builder_.CreateAlignedLoad(widened(builder_.getInt8Ty()), succeeded, Align(64));
  Value *result = PoisonValue::get(widened(exchange.getType()));
  result = builder_.CreateInsertValue(result, builder_.CreateAlignedLoad(widened(type), old, Align(64)), 0);
  result = builder_.CreateInsertValue(
      result, builder_.CreateICmpNE(flags, Constant::getNullValue(flags->getType())), 1);
  define(exchange, result);
}

} // namespace raddle::vectorize
