// Accesses of lanes whose addresses have no pattern: gathers and scatters, or loops over the lanes.

#include "vectorize/widen/emit/accesses/accesses.h"
#include "vectorize/widen/emit/lane_loops.h"
#include "vectorize/widen/emit/values_in_lanes.h"
#include "vectorize/widen/emit/versions.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The address as a vector, with a scalar base and a vector of offsets wherever there is one: gathers with
// 32-bit offsets from one base are the fast ones, and LLVM finds them only next to the access.
Value *vectorAddress(WarpBuilder &warp, Value *pointer, std::int64_t distance) {
  if (auto *address = dyn_cast<GetElementPtrInst>(pointer);
      address && warp.shapes.of(address).isVarying() && warp.isUniform(address->getPointerOperand())) {
    SmallVector<Value *, 4> indices;
    for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i)
      indices.push_back(i.isStruct() ? i.getOperand() : warp.vectorOrUniform(i.getOperand()));
    Value *base = warp.scalar(address->getPointerOperand());
    if (distance != 0)
      base = warp.CreateConstGEP1_64(warp.getInt8Ty(), base, static_cast<uint64_t>(distance));
    Value *fresh = warp.CreateGEP(address->getSourceElementType(), base, indices);
    if (fresh->getType()->isVectorTy())
      return fresh;
  }
  if (distance == 0)
    return warp.vector(pointer);
  return warp.CreateGEP(warp.getInt8Ty(), warp.vector(pointer),
                        warp.getInt64(static_cast<uint64_t>(distance)));
}

// Up to so many lanes store faster one after the other than by a scatter, which takes its time for lanes that are off, too.
constexpr unsigned kFewLanes = 4;

// Whether the processor has an instruction for it.
bool hasScatter(const WarpBuilder &warp, Type *type) {
  return warp.has_wide_permutes && warp.layout.getTypeStoreSize(type).getFixedValue() >= 4;
}

} // namespace

// What lanes read that do not take part is zero, not poison: a block may be run for no lane at all, and where
// LLVM knows that, all that depends on the value, masks as well, would be poison.
//
// AVX-512 gathers elements of 4 and 8 bytes. A smaller one is cut out of the four aligned bytes around it,
// which lie in one page. Elsewhere LLVM would write a branch for each lane that may be missing; a loop is
// smaller.
Value *gather(WarpBuilder &warp, Type *type, Value *pointer, std::int64_t distance, Align align) {
  const auto bytes = warp.layout.getTypeStoreSize(type).getFixedValue();
  const bool is_one_piece = warp.layout.typeSizeEqualsStoreSize(type);
  if (!is_one_piece || (bytes >= 4 ? warp.has_wide_permutes || warp.isFull(warp.mask)
                                   : warp.isFull(warp.mask) && !warp.has_wide_permutes))
    return warp.CreateMaskedGather(widened(type), vectorAddress(warp, pointer, distance), align, warp.mask,
                                   Constant::getNullValue(widened(type)));
  if (warp.has_wide_permutes && bytes < 4 && bytes == align.value()) {
    Value *address = warp.CreatePtrToInt(vectorAddress(warp, pointer, distance), widened(warp.getInt64Ty()));
    Value *word_address = warp.CreateAnd(address, warp.splat(warp.getInt64(~3ull)));
    Value *words = warp.CreateMaskedGather(
        widened(warp.getInt32Ty()), warp.CreateIntToPtr(word_address, widened(warp.getPtrTy())), Align(4),
        warp.mask, Constant::getNullValue(widened(warp.getInt32Ty())));
    Value *byte = warp.CreateTrunc(warp.CreateAnd(address, warp.splat(warp.getInt64(3))), words->getType());
    Value *moved = warp.CreateLShr(words, warp.CreateShl(byte, warp.splat(warp.getInt32(3))));
    Type *integer = warp.getIntNTy(static_cast<unsigned>(8 * bytes));
    return warp.CreateBitCast(warp.CreateTrunc(moved, widened(integer)), widened(type));
  }
  auto address = perLane(warp, pointer);
  AllocaInst *results = warp.scratch(ArrayType::get(type, kLanes), "gathered");
  warp.CreateAlignedStore(Constant::getNullValue(widened(type)), results, Align(64));
  forEachLane(warp, warp.mask, [&](Value *lane) {
    Value *own = warp.CreateConstGEP1_64(warp.getInt8Ty(), address(lane), static_cast<uint64_t>(distance));
    warp.CreateStore(warp.CreateAlignedLoad(type, own, align), warp.CreateGEP(type, results, lane));
  });
  return warp.CreateAlignedLoad(widened(type), results, Align(64));
}

bool mayScatterByLoop(const WarpBuilder &warp, Type *type) {
  return warp.layout.typeSizeEqualsStoreSize(type) && !warp.isFull(warp.mask);
}

void scatter(WarpBuilder &warp, Value *values, Value *pointer, std::int64_t distance, Align align) {
  Type *type = cast<VectorType>(values->getType())->getElementType();
  if (!mayScatterByLoop(warp, type) || hasScatter(warp, type)) {
    warp.CreateMaskedScatter(values, vectorAddress(warp, pointer, distance), align, warp.mask);
    return;
  }
  auto address = perLane(warp, pointer);
  Value *memory = spill(warp, values);
  forEachLane(warp, warp.mask, [&](Value *lane) {
    Value *own = warp.CreateConstGEP1_64(warp.getInt8Ty(), address(lane), static_cast<uint64_t>(distance));
    warp.CreateAlignedStore(loadLane(warp, memory, type, lane), own, align);
  });
}

// One loop over the lanes makes all of the stores.
static void scatterByLoop(WarpBuilder &warp, ArrayRef<StoreInst *> stores) {
  // Addresses with the same index keep it once.
  DenseMap<Value *, PerLane> indices;
  auto index = [&](Value *value) {
    auto known = indices.find(value);
    return known == indices.end() ? indices.insert({value, perLane(warp, value)}).first->second
                                  : known->second;
  };
  SmallVector<std::pair<PerLane, Value *>, 4> kept; // the address and the values of each
  for (StoreInst *store : stores) {
    PerLane address = perLane(warp, store->getPointerOperand(), index);
    kept.push_back({std::move(address), spill(warp, warp.vector(store->getValueOperand()))});
  }
  forEachLane(warp, warp.mask, [&](Value *lane) {
    for (auto [store, own] : zip_equal(stores, kept))
      warp.CreateAlignedStore(loadLane(warp, own.second, store->getValueOperand()->getType(), lane),
                              own.first(lane), store->getAlign());
  });
}

void scatterTogether(WarpBuilder &warp, ArrayRef<StoreInst *> stores) {
  auto by_loop = [&] {
    scatterByLoop(warp, stores);
    return ValueList();
  };
  if (none_of(stores, [&](const StoreInst *store) {
        return hasScatter(warp, store->getValueOperand()->getType());
      })) {
    by_loop();
    return;
  }
  Value *count = warp.CreateUnaryIntrinsic(Intrinsic::ctpop, warp.bits(warp.mask));
  emitVersions(warp, warp.CreateICmpULE(count, warp.getInt32(kFewLanes)), by_loop, [&] {
    for (StoreInst *store : stores)
      scatter(warp, warp.vector(store->getValueOperand()), store->getPointerOperand(), 0, store->getAlign());
    return ValueList();
  });
}

} // namespace raddle::vectorize
