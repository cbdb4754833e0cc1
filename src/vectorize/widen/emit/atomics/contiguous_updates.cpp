// Atomic updates of neighbouring elements: atomicAdd(&sums[i], x) where i goes up by one from lane to lane.
//
// Each lane has an element of its own, so their order does not matter. What only one block sees is updated as a vector.
// For the rest, one compare-and-swap of 16 bytes updates four elements, or two, at a third to a quarter of what a locked
// instruction for each takes:
//
//   if (all lanes are active && &sums[lane 0] % 16 == 0)
//     for (16 bytes of the lanes' elements)
//       do new = old + x
//       while (!compareAndSwap(place, old, new))
//   else
//     lane by lane

#include "vectorize/prefetches.h"
#include "vectorize/processor.h"
#include "vectorize/widen/emit/accesses/addresses.h"
#include "vectorize/widen/emit/atomics/atomics.h"
#include "vectorize/widen/emit/lane_loops.h"
#include "vectorize/widen/emit/versions.h"

#include <llvm/Transforms/Utils/LowerAtomic.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

ValueList updateAsVector(WarpBuilder &warp, AtomicRMWInst &update, Value *first) {
  Type *wide = widened(update.getType());
  Value *old =
      warp.isFull(warp.mask)
          ? static_cast<Value *>(warp.CreateAlignedLoad(wide, first, update.getAlign()))
          : warp.CreateMaskedLoad(wide, first, update.getAlign(), warp.mask, Constant::getNullValue(wide));
  Value *updated = buildAtomicRMWValue(update.getOperation(), warp, old, warp.vector(update.getValOperand()));
  if (warp.isFull(warp.mask))
    warp.CreateAlignedStore(updated, first, update.getAlign());
  else
    warp.CreateMaskedStore(updated, first, update.getAlign(), warp.mask);
  return update.use_empty() ? ValueList() : ValueList{old};
}

ValueList updateByLargeSwaps(WarpBuilder &warp, AtomicRMWInst &update, Value *first) {
  Type *type = update.getType(), *half = warp.getInt64Ty(), *whole = warp.getInt128Ty();
  Type *byte = warp.getInt8Ty();
  const auto bytes = static_cast<unsigned>(warp.layout.getTypeStoreSize(type));
  auto *elements = FixedVectorType::get(type, kSwappedBytes / bytes);
  Value *operands = spill(warp, warp.vector(update.getValOperand()));
  AllocaInst *results =
      update.use_empty() ? nullptr : warp.scratch(ArrayType::get(type, kLanes), update.getName());
  // Lines that other cores have written come all at once, and with the right to write; so do the next warp's, which
  // probably come next. Prefetched any earlier, some are taken away again.
  const unsigned prefetched = kLanes * bytes * (warp.blocks.one_warp ? 1 : 2);
  for (unsigned line = 0; line < prefetched; line += kCacheLineBytes)
    createPrefetch(warp, warp.CreateConstGEP1_64(byte, first, line), CacheLevel::kFirst,
                   /*for_writing=*/true);
  BasicBlock *before = warp.GetInsertBlock(), *piece = warp.newBlock("update.piece"),
             *attempt = warp.newBlock("update"), *next = warp.newBlock("update.next"),
             *done = warp.newBlock("update.end");
  warp.CreateBr(piece);

  warp.SetInsertPoint(piece);
  PHINode *offset = warp.CreatePHI(half, 2);
  offset->addIncoming(warp.getInt64(0), before);
  Value *place = warp.CreateGEP(byte, first, offset);
  // Should another thread come in between the two halves, the swap notices.
  auto load_half = [&](unsigned from) {
    LoadInst *load = warp.CreateAlignedLoad(half, warp.CreateConstGEP1_64(byte, place, from), Align(8));
    load->setAtomic(AtomicOrdering::Monotonic, update.getSyncScopeID());
    return warp.CreateZExt(load, whole);
  };
  Value *lower = load_half(0);
  Value *seen = warp.CreateOr(lower, warp.CreateShl(load_half(8), 64));
  Value *operand =
      warp.CreateAlignedLoad(elements, warp.CreateGEP(byte, operands, offset), Align(kSwappedBytes));
  warp.CreateBr(attempt);

  warp.SetInsertPoint(attempt);
  PHINode *expected = warp.CreatePHI(whole, 2);
  expected->addIncoming(seen, piece);
  Value *old = warp.CreateBitCast(expected, elements);
  Value *updated = buildAtomicRMWValue(update.getOperation(), warp, old, operand);
  auto *exchange = warp.CreateAtomicCmpXchg(
      place, expected, warp.CreateBitCast(updated, whole), Align(kSwappedBytes), update.getOrdering(),
      AtomicCmpXchgInst::getStrongestFailureOrdering(update.getOrdering()), update.getSyncScopeID());
  expected->addIncoming(warp.CreateExtractValue(exchange, 0), attempt);
  warp.CreateCondBr(warp.CreateExtractValue(exchange, 1), next, attempt);

  warp.SetInsertPoint(next);
  if (results)
    warp.CreateAlignedStore(old, warp.CreateGEP(byte, results, offset), Align(kSwappedBytes));
  Value *next_offset = warp.CreateAdd(offset, warp.getInt64(kSwappedBytes));
  offset->addIncoming(next_offset, next);
  warp.CreateCondBr(warp.CreateICmpEQ(next_offset, warp.getInt64(kLanes * bytes)), done, piece);

  warp.SetInsertPoint(done);
  if (!results)
    return {};
  return {warp.CreateAlignedLoad(widened(type), results, Align(64))};
}

} // namespace

void emitVectorUpdate(WarpBuilder &warp, AtomicRMWInst &update) {
  auto [first, holds] = assumeAddress(warp, update.getPointerOperand(), 0, kLanes);
  const ValueList results = emitVersions(
      warp, holds, [&, place = first] { return updateAsVector(warp, update, place); },
      [&] { return updateLaneByLane(warp, update); });
  warp.define(update, results.empty() ? PoisonValue::get(widened(update.getType())) : results[0]);
}

void emitWideSwaps(WarpBuilder &warp, AtomicRMWInst &update) {
  auto [first, holds] = assumeAddress(warp, update.getPointerOperand(), 0, kLanes);
  Value *address = warp.CreatePtrToInt(first, warp.getInt64Ty());
  Value *offset = warp.CreateAnd(address, warp.getInt64(kSwappedBytes - 1));
  Value *is_aligned = warp.CreateICmpEQ(offset, warp.getInt64(0));
  const ValueList results = whenAllAreActive(
      warp, warp.CreateAnd(holds, is_aligned),
      [&, place = first] { return updateByLargeSwaps(warp, update, place); },
      [&] { return updateLaneByLane(warp, update); });
  warp.define(update, results.empty() ? PoisonValue::get(widened(update.getType())) : results[0]);
}

} // namespace raddle::vectorize
