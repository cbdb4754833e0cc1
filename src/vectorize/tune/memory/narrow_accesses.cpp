// Accesses of a few lanes, whose numbers are known.

#include "vectorize/tune/passes.h"

#include "vectorize/tune/preserved_analyses.h"

#include <bit>
#include <numeric>
#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// A load, store, gather or scatter of some lanes.
struct Access {
  explicit Access(IntrinsicInst &call)
      : call(&call), loads(isIntrinsic(Intrinsic::masked_load) || isIntrinsic(Intrinsic::masked_gather)),
        is_gather_or_scatter(isIntrinsic(Intrinsic::masked_gather) || isIntrinsic(Intrinsic::masked_scatter)),
        type(cast<FixedVectorType>(loads ? call.getType() : call.getArgOperand(0)->getType())),
        address(call.getArgOperand(loads ? 0 : 1)), mask(call.getArgOperand(loads ? 2 : 3)) {
    const MaybeAlign known = cast<ConstantInt>(call.getArgOperand(loads ? 1 : 2))->getMaybeAlignValue();
    alignment = known.valueOrOne();
  }

  static bool is(const Instruction &instruction) {
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    return call && is_contained({Intrinsic::masked_load, Intrinsic::masked_store, Intrinsic::masked_gather,
                                 Intrinsic::masked_scatter},
                                call->getIntrinsicID());
  }

  bool isIntrinsic(Intrinsic::ID id) const { return call->getIntrinsicID() == id; }
  std::int64_t elementBytes() const {
    return static_cast<std::int64_t>(
        call->getDataLayout().getTypeStoreSize(type->getElementType()).getFixedValue());
  }

  IntrinsicInst *call;
  bool loads;                // else it stores
  bool is_gather_or_scatter; // each lane has an address of its own
  FixedVectorType *type;
  Value *address, *mask;
  Align alignment; // of `address`, or of each address in it
};

struct Lanes {
  unsigned first, count;
};

// The lanes of a constant mask, if they are neighbours, a power of two, and not all.
std::optional<Lanes> lanesOf(const Value &mask) {
  auto *constant = dyn_cast<Constant>(&mask);
  if (!constant)
    return std::nullopt;
  const unsigned all = cast<FixedVectorType>(mask.getType())->getNumElements();
  Lanes lanes{0, 0};
  for (unsigned i = 0; i < all; ++i) {
    auto *takes_part = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(i));
    if (!takes_part)
      return std::nullopt;
    if (takes_part->isZero())
      continue;
    if (lanes.count == 0)
      lanes.first = i;
    if (i != lanes.first + lanes.count++)
      return std::nullopt;
  }
  return std::has_single_bit(lanes.count) && lanes.count < all ? std::optional(lanes) : std::nullopt;
}

// A base and a number of bytes that are added to it.
struct Place {
  Value *base;
  std::int64_t bytes;
};

// Where the first of these lanes finds its element, if those of the other lanes follow there.
std::optional<Place> placeOf(const Access &access, Lanes lanes) {
  const std::int64_t each = access.elementBytes();
  if (!access.is_gather_or_scatter)
    return Place{access.address, lanes.first * each};
  auto *sum = dyn_cast<GetElementPtrInst>(access.address);
  if (!sum || sum->getNumIndices() != 1 || sum->getPointerOperand()->getType()->isVectorTy())
    return std::nullopt;
  auto *numbers = dyn_cast<Constant>(*sum->idx_begin());
  const TypeSize unit = sum->getDataLayout().getTypeAllocSize(sum->getSourceElementType());
  if (!numbers || !numbers->getType()->isVectorTy() || unit.isScalable())
    return std::nullopt;
  std::optional<Place> place;
  for (unsigned i = 0; i < lanes.count; ++i) {
    auto *number = dyn_cast_or_null<ConstantInt>(numbers->getAggregateElement(lanes.first + i));
    if (!number || !number->getValue().isSignedIntN(32))
      return std::nullopt;
    const std::int64_t bytes = number->getSExtValue() * static_cast<std::int64_t>(unit.getFixedValue());
    if (!place)
      place = Place{sum->getPointerOperand(), bytes};
    else if (bytes != place->bytes + i * each)
      return std::nullopt;
  }
  return place;
}

void narrow(const Access &access, Lanes lanes, const Place &place) {
  IRBuilder<> builder(access.call);
  auto *type = FixedVectorType::get(access.type->getElementType(), lanes.count);
  Value *address = place.bytes == 0 ? place.base
                                    : builder.CreateConstGEP1_64(builder.getInt8Ty(), place.base,
                                                                 static_cast<std::uint64_t>(place.bytes));
  const Align alignment = access.is_gather_or_scatter
                              ? access.alignment
                              : commonAlignment(access.alignment, static_cast<std::uint64_t>(place.bytes));
  if (!access.loads) {
    SmallVector<int, 64> own(lanes.count);
    std::iota(own.begin(), own.end(), static_cast<int>(lanes.first));
    StoreInst *store = builder.CreateAlignedStore(
        builder.CreateShuffleVector(access.call->getArgOperand(0), own), address, alignment);
    store->setAAMetadata(access.call->getAAMetadata());
    return;
  }
  LoadInst *load = builder.CreateAlignedLoad(type, address, alignment);
  load->setAAMetadata(access.call->getAAMetadata());
  // The elements go to their lanes, and then those of the other lanes are put beside them.
  SmallVector<int, 64> spread(access.type->getNumElements(), PoisonMaskElem), merged(spread.size());
  std::iota(merged.begin(), merged.end(), static_cast<int>(merged.size()));
  for (unsigned i = 0; i < lanes.count; ++i) {
    spread[lanes.first + i] = static_cast<int>(i);
    merged[lanes.first + i] = static_cast<int>(lanes.first + i);
  }
  Value *all = builder.CreateShuffleVector(load, spread);
  access.call->replaceAllUsesWith(builder.CreateShuffleVector(all, access.call->getArgOperand(3), merged));
}

} // namespace

PreservedAnalyses narrowAccesses(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (!Access::is(instruction))
      continue;
    const Access access(cast<IntrinsicInst>(instruction));
    const auto lanes = lanesOf(*access.mask);
    if (!lanes || access.type->getScalarSizeInBits() % 8 != 0)
      continue;
    if (const auto place = placeOf(access, *lanes)) {
      narrow(access, *lanes, *place);
      instruction.eraseFromParent();
      changed = true;
    }
  }
  return keepingControlFlow(changed);
}

} // namespace raddle::vectorize
