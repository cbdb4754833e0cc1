#include "vectorize/widen/emit/vectors.h"

#include <numeric>

using namespace llvm;

namespace raddle::vectorize {

uint64_t partCount(const Type *type) {
  return type->isStructTy() ? type->getStructNumElements() : type->getArrayNumElements();
}

namespace {

Type *partType(Type *type, uint64_t i) {
  return type->isStructTy() ? type->getStructElementType(static_cast<unsigned>(i))
                            : type->getArrayElementType();
}

} // namespace

void compilerBarrier(WarpBuilder &warp) {
  auto *type = FunctionType::get(warp.getVoidTy(), false);
  warp.CreateCall(type, InlineAsm::get(type, "", "~{memory}", /*hasSideEffects=*/true));
}

Value *extractLane(WarpBuilder &warp, Value *wide, Type *type, Value *lane) {
  if (!type->isAggregateType())
    return warp.CreateExtractElement(wide, lane);
  Value *value = PoisonValue::get(type);
  for (unsigned i = 0; i < partCount(type); ++i)
    value = warp.CreateInsertValue(
        value, extractLane(warp, warp.CreateExtractValue(wide, i), partType(type, i), lane), i);
  return value;
}

Value *insertLane(WarpBuilder &warp, Value *wide, Value *value, Value *lane) {
  Type *type = value->getType();
  if (!type->isAggregateType())
    return warp.CreateInsertElement(wide, value, lane);
  for (unsigned i = 0; i < partCount(type); ++i)
    wide = warp.CreateInsertValue(
        wide, insertLane(warp, warp.CreateExtractValue(wide, i), warp.CreateExtractValue(value, i), lane), i);
  return wide;
}

Value *selectLanes(WarpBuilder &warp, Value *mask, Value *value, Value *otherwise, const Twine &name) {
  Type *type = value->getType();
  if (!type->isAggregateType())
    return warp.CreateSelect(mask, value, otherwise, name);
  Value *result = PoisonValue::get(type);
  for (unsigned i = 0; i < partCount(type); ++i)
    result = warp.CreateInsertValue(
        result,
        selectLanes(warp, mask, warp.CreateExtractValue(value, i), warp.CreateExtractValue(otherwise, i)), i);
  return result;
}

Value *assemble(WarpBuilder &warp, ArrayRef<std::pair<Value *, unsigned>> wanted) {
  auto lengthOf = [](Value *vector) { return cast<FixedVectorType>(vector->getType())->getNumElements(); };
  MapVector<Value *, unsigned> sources;
  unsigned longest = static_cast<unsigned>(wanted.size());
  for (auto [source, element] : wanted) {
    if (!source)
      continue;
    sources.insert({source, 0});
    longest = std::max(longest, lengthOf(source));
  }
  auto lengthened = [&](Value *source) {
    SmallVector<int, 64> order(longest, PoisonMaskElem);
    for (unsigned i = 0; i < lengthOf(source); ++i)
      order[i] = static_cast<int>(i);
    return lengthOf(source) == longest ? source : warp.CreateShuffleVector(source, order);
  };
  Value *result = nullptr;
  for (auto i = sources.begin(); i != sources.end();) {
    // The first shuffle takes from two sources, each other one adds one more.
    Value *left = result ? nullptr : (i++)->first, *right = i != sources.end() ? (i++)->first : nullptr;
    SmallVector<int, 64> order(right || !result ? longest : wanted.size(), PoisonMaskElem);
    for (unsigned k = 0; k < wanted.size(); ++k) {
      if (left && wanted[k].first == left)
        order[k] = static_cast<int>(wanted[k].second);
      else if (right && wanted[k].first == right)
        order[k] = static_cast<int>(longest + wanted[k].second);
      else if (result && wanted[k].first)
        order[k] = static_cast<int>(k);
    }
    Value *first = result ? result : lengthened(left);
    result = warp.CreateShuffleVector(first, right ? lengthened(right) : PoisonValue::get(first->getType()),
                                      order);
  }
  if (lengthOf(result) == wanted.size())
    return result;
  SmallVector<int, 64> order;
  for (unsigned k = 0; k < wanted.size(); ++k)
    order.push_back(static_cast<int>(k));
  return warp.CreateShuffleVector(result, order);
}

// Evens and odds are separated, and both again: a shuffle for each vector and step, where picking each field out of all vectors
// would take one for each pair.
SmallVector<Value *, 8> separate(WarpBuilder &warp, ArrayRef<Value *> alternating) {
  const std::size_t count = alternating.size();
  if (count == 1)
    return {alternating.front()};
  const auto length =
      static_cast<int>(cast<FixedVectorType>(alternating.front()->getType())->getNumElements());
  SmallVector<Value *, 8> result(count);
  for (int odd = 0; odd < 2; ++odd) {
    SmallVector<int, 64> order;
    for (int i = 0; i < length; ++i)
      order.push_back(2 * i + odd);
    SmallVector<Value *, 8> half;
    for (std::size_t i = 0; i < count; i += 2)
      half.push_back(warp.CreateShuffleVector(alternating[i], alternating[i + 1], order));
    for (auto [i, field] : enumerate(separate(warp, half)))
      result[2 * i + static_cast<std::size_t>(odd)] = field;
  }
  return result;
}

Value *concatenate(WarpBuilder &warp, SmallVector<Value *, 8> parts) {
  while (parts.size() > 1) {
    SmallVector<Value *, 8> longer;
    for (unsigned i = 0; i < parts.size(); i += 2) {
      SmallVector<int, 64> order;
      for (unsigned k = 0; k < 2 * cast<FixedVectorType>(parts[i]->getType())->getNumElements(); ++k)
        order.push_back(static_cast<int>(k));
      longer.push_back(warp.CreateShuffleVector(parts[i], parts[i + 1], order));
    }
    parts = std::move(longer);
  }
  return parts.front();
}

Value *partOf(WarpBuilder &warp, Value *lanes, unsigned first, unsigned count) {
  SmallVector<int, kLanes> numbers(count);
  std::iota(numbers.begin(), numbers.end(), static_cast<int>(first));
  return warp.CreateShuffleVector(lanes, numbers);
}

} // namespace raddle::vectorize
