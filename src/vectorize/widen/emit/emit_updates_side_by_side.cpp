// Atomic updates of neighbouring elements: atomicAdd(&sums[i], x) where i goes up by one from lane to lane.
//
// Each lane has an element of its own, so their order is of no matter. What only one block sees is updated as a vector.
// For the rest, one compare-and-swap of 16 bytes updates four elements, or two, at a third to a quarter of what a locked
// instruction for each takes:
//
//   if (all lanes are active && &sums[lane 0] % 16 == 0)
//     for (16 bytes of the lanes' elements)
//       do new = old + x
//       while (!compareAndSwap(place, old, new))
//   else
//     lane by lane

#include "vectorize/passes.h"
#include "vectorize/prefetches.h"
#include "vectorize/processor.h"
#include "vectorize/widen/emit/warp_emitter.h"

#include <llvm/CodeGen/TargetLowering.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kSwappedBytes = 16;

bool mayHaveVectorForm(const AtomicRMWInst &update) {
  const Type *type = update.getType();
  return !update.isVolatile() &&
         (type->isIntegerTy(32) || type->isIntegerTy(64) || type->isFloatTy() || type->isDoubleTy());
}

} // namespace

bool WarpEmitter::updatesSideBySide(const AtomicRMWInst &update) const {
  return mayHaveVectorForm(update) &&
         lanesLieSideBySide(assumedShape(update.getPointerOperand()), update.getType()) &&
         (isOfOneBlock(update) || swapsAtOnce() >= kSwappedBytes);
}

// How many bytes the processor can compare and swap.
unsigned WarpEmitter::swapsAtOnce() const {
  return job_.target->getSubtargetImpl(target_)->getTargetLowering()->getMaxAtomicSizeInBitsSupported() / 8;
}

void WarpEmitter::emitUpdateSideBySide(AtomicRMWInst &update) {
  auto [first, holds] = assumeAddress(update.getPointerOperand(), 0, kLanes);
  auto lane_by_lane = [&] { return updateLaneByLane(update); };
  Values results;
  if (isOfOneBlock(update)) {
    remark(update, "contiguous, within the block: one vector load and store");
    results = emitVersions(holds, [&, place = first] { return updateAsVector(update, place); }, lane_by_lane);
  } else {
    remark(
        update,
        "contiguous: 16 bytes at a time; lane by lane where lanes are missing or the first is not aligned");
    Value *address = builder_.CreatePtrToInt(first, builder_.getInt64Ty());
    Value *offset = builder_.CreateAnd(address, builder_.getInt64(kSwappedBytes - 1));
    Value *is_aligned = builder_.CreateICmpEQ(offset, builder_.getInt64(0));
    results = whenAllAreActive(
        builder_.CreateAnd(holds, is_aligned),
        [&, place = first] { return updateByLargeSwaps(update, place); }, lane_by_lane);
  }
  define(update, results.empty() ? PoisonValue::get(widened(update.getType())) : results[0]);
}

WarpEmitter::Values WarpEmitter::updateAsVector(AtomicRMWInst &update, Value *first) {
  Type *wide = widened(update.getType());
  Value *old =
      isFull(mask_)
          ? static_cast<Value *>(builder_.CreateAlignedLoad(wide, first, update.getAlign()))
          : builder_.CreateMaskedLoad(wide, first, update.getAlign(), mask_, Constant::getNullValue(wide));
  Value *updated = buildAtomicRMWValue(update.getOperation(), builder_, old, vector(update.getValOperand()));
  if (isFull(mask_))
    builder_.CreateAlignedStore(updated, first, update.getAlign());
  else
    builder_.CreateMaskedStore(updated, first, update.getAlign(), mask_);
  return update.use_empty() ? Values() : Values{old};
}

WarpEmitter::Values WarpEmitter::updateByLargeSwaps(AtomicRMWInst &update, Value *first) {
  Type *type = update.getType(), *half = builder_.getInt64Ty(), *whole = builder_.getInt128Ty();
  Type *byte = builder_.getInt8Ty();
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(type));
  auto *elements = FixedVectorType::get(type, kSwappedBytes / bytes);
  Value *operands = spill(vector(update.getValOperand()));
  AllocaInst *results = update.use_empty() ? nullptr : slot(ArrayType::get(type, kLanes), update.getName());
  if (results)
    results->setAlignment(Align(64));
  // Lines that other cores have written come all at once, and with the right to write; so do the next warp's, which
  // probably lie behind. Announced any earlier, some are taken away again.
  const unsigned announced = kLanes * bytes * (job_.input.block.one_warp ? 1 : 2);
  for (unsigned line = 0; line < announced; line += kCacheLineBytes)
    createPrefetch(builder_, builder_.CreateConstGEP1_64(byte, first, line), CacheLevel::kFirst,
                   /*for_writing=*/true);
  BasicBlock *before = builder_.GetInsertBlock(), *piece = newBlock("update.piece"),
             *attempt = newBlock("update"), *next = newBlock("update.next"), *done = newBlock("update.end");
  builder_.CreateBr(piece);

  builder_.SetInsertPoint(piece);
  PHINode *offset = builder_.CreatePHI(half, 2);
  offset->addIncoming(builder_.getInt64(0), before);
  Value *place = builder_.CreateGEP(byte, first, offset);
  // Should another thread come in between the two halves, the swap notices.
  auto load_half = [&](unsigned from) {
    LoadInst *load =
        builder_.CreateAlignedLoad(half, builder_.CreateConstGEP1_64(byte, place, from), Align(8));
    load->setAtomic(AtomicOrdering::Monotonic, update.getSyncScopeID());
    return builder_.CreateZExt(load, whole);
  };
  Value *lower = load_half(0);
  Value *seen = builder_.CreateOr(lower, builder_.CreateShl(load_half(8), 64));
  Value *operand =
      builder_.CreateAlignedLoad(elements, builder_.CreateGEP(byte, operands, offset), Align(kSwappedBytes));
  builder_.CreateBr(attempt);

  builder_.SetInsertPoint(attempt);
  PHINode *expected = builder_.CreatePHI(whole, 2);
  expected->addIncoming(seen, piece);
  Value *old = builder_.CreateBitCast(expected, elements);
  Value *updated = buildAtomicRMWValue(update.getOperation(), builder_, old, operand);
  auto *exchange = builder_.CreateAtomicCmpXchg(
      place, expected, builder_.CreateBitCast(updated, whole), Align(kSwappedBytes), update.getOrdering(),
      AtomicCmpXchgInst::getStrongestFailureOrdering(update.getOrdering()), update.getSyncScopeID());
  expected->addIncoming(builder_.CreateExtractValue(exchange, 0), attempt);
  builder_.CreateCondBr(builder_.CreateExtractValue(exchange, 1), next, attempt);

  builder_.SetInsertPoint(next);
  if (results)
    builder_.CreateAlignedStore(old, builder_.CreateGEP(byte, results, offset), Align(kSwappedBytes));
  Value *behind = builder_.CreateAdd(offset, builder_.getInt64(kSwappedBytes));
  offset->addIncoming(behind, next);
  builder_.CreateCondBr(builder_.CreateICmpEQ(behind, builder_.getInt64(kLanes * bytes)), done, piece);

  builder_.SetInsertPoint(done);
  if (!results)
    return {};
  return {builder_.CreateAlignedLoad(widened(type), results, Align(64))};
}

} // namespace raddle::vectorize
