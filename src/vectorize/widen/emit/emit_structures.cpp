// Values of several parts, as functions return them: each part of a structure or an array is a vector of its own.

#include "vectorize/widen/emit/warp_emitter.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

uint64_t partCount(const Type *type) {
  return type->isStructTy() ? type->getStructNumElements() : type->getArrayNumElements();
}

Type *partType(Type *type, uint64_t i) {
  return type->isStructTy() ? type->getStructElementType(static_cast<unsigned>(i))
                            : type->getArrayElementType();
}

} // namespace

Value *WarpEmitter::splat(Value *scalar) {
  Type *type = scalar->getType();
  if (!type->isAggregateType())
    return builder_.CreateVectorSplat(kLanes, scalar);
  Value *wide = PoisonValue::get(widened(type));
  for (unsigned i = 0; i < partCount(type); ++i)
    wide = builder_.CreateInsertValue(wide, splat(builder_.CreateExtractValue(scalar, i)), i);
  return wide;
}

Value *WarpEmitter::extractLane(Value *wide, Type *type, Value *lane) {
  if (!type->isAggregateType())
    return builder_.CreateExtractElement(wide, lane);
  Value *value = PoisonValue::get(type);
  for (unsigned i = 0; i < partCount(type); ++i)
    value = builder_.CreateInsertValue(
        value, extractLane(builder_.CreateExtractValue(wide, i), partType(type, i), lane), i);
  return value;
}

Value *WarpEmitter::insertLane(Value *wide, Value *value, Value *lane) {
  Type *type = value->getType();
  if (!type->isAggregateType())
    return builder_.CreateInsertElement(wide, value, lane);
  for (unsigned i = 0; i < partCount(type); ++i)
    wide = builder_.CreateInsertValue(
        wide, insertLane(builder_.CreateExtractValue(wide, i), builder_.CreateExtractValue(value, i), lane),
        i);
  return wide;
}

// By lanes, or by one condition for all; structures part by part.
Value *WarpEmitter::selectLanes(Value *mask, Value *value, Value *otherwise, const Twine &name) {
  Type *type = value->getType();
  if (!type->isAggregateType())
    return builder_.CreateSelect(mask, value, otherwise, name);
  Value *result = PoisonValue::get(type);
  for (unsigned i = 0; i < partCount(type); ++i)
    result = builder_.CreateInsertValue(
        result,
        selectLanes(mask, builder_.CreateExtractValue(value, i), builder_.CreateExtractValue(otherwise, i)),
        i);
  return result;
}

} // namespace raddle::vectorize
