#include "vectorize/widen/plan/decisions/contiguous_addresses.h"

#include "vectorize/widen/plan/assumed_shape.h"
#include "vectorize/widen/plan/likely_offsets.h"

#include <algorithm>
#include <array>

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool isUniformInRuns(const Value &value, const analysis::LaneShapes &shapes, unsigned run) {
  const analysis::LaneShape shape = shapes.of(&value);
  return shape.run() >= run && shape.inRunsOf(run).isUniformInRuns();
}

// The only index that differs between lanes of a run, if it is one more from lane to lane.
const Use *bentIndexInRuns(const PlanContext &context, const GetElementPtrInst &address, Type *type,
                           unsigned run) {
  LaneOffsets straight;
  for (unsigned lane = 0; lane < straight.size(); ++lane)
    straight[lane] = lane % run;
  const Use *bent = nullptr;
  for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i) {
    if (i.isStruct() || isUniformInRuns(*i.getOperand(), context.shapes, run))
      continue;
    // A narrower one may wrap where it is extended, which the test of explicit extensions covers (bent_addresses.cpp).
    if (bent || !i.getOperand()->getType()->isIntegerTy(64) ||
        likelyOffsets(*i.getOperand(), context.shapes, run) != straight ||
        context.layout.getTypeAllocSize(i.getIndexedType()) != context.layout.getTypeStoreSize(type))
      return nullptr;
    bent = &address.getOperandUse(1 + static_cast<unsigned>(std::distance(gep_type_begin(address), i)));
  }
  return bent;
}

} // namespace

analysis::LaneShape assumedShape(const PlanContext &context, const Value *pointer) {
  return assumedShape(*pointer, context.shapes, context.layout);
}

analysis::LaneShape likelyShape(const PlanContext &context, const Value *pointer) {
  const auto offsets = likelyOffsets(*pointer, context.shapes, kLanes);
  if (!offsets)
    return analysis::LaneShape::varying();
  std::array<std::uint64_t, kLanes> numbers;
  std::ranges::copy(*offsets, numbers.begin());
  using analysis::LaneShape;
  return LaneShape::add(LaneShape::uniform(), LaneShape::constants(numbers, 64), 64, false, false);
}

bool areContiguous(const PlanContext &context, const analysis::LaneShape &shape, Type *type) {
  return shape.stride() == static_cast<std::int64_t>(context.layout.getTypeStoreSize(type)) &&
         context.layout.typeSizeEqualsStoreSize(type);
}

bool areContiguousRows(const PlanContext &context, const analysis::LaneShape &shape, Type *type) {
  constexpr unsigned kShortestRow = kLanes / 4;
  const auto bytes = static_cast<std::int64_t>(context.layout.getTypeStoreSize(type));
  return shape.run() >= kShortestRow && shape.run() < kLanes &&
         context.layout.typeSizeEqualsStoreSize(type) &&
         all_of(seq(kLanes), [&](unsigned lane) { return shape.offset(lane) == lane % shape.run() * bytes; });
}

std::optional<BentIndex> bentIndex(const PlanContext &context, const Value *pointer, Type *type) {
  auto *address = dyn_cast<GetElementPtrInst>(pointer);
  if (!address || !context.isUniform(address->getPointerOperand()) ||
      !context.layout.typeSizeEqualsStoreSize(type))
    return std::nullopt;
  for (unsigned run : {kLanes, kLanes / 2, kLanes / 4})
    if (const Use *use = bentIndexInRuns(context, *address, type, run))
      return BentIndex{use, run};
  return std::nullopt;
}

bool isChoiceOfContiguous(const PlanContext &context, const Value *pointer, Type *type) {
  auto *choice = dyn_cast<SelectInst>(pointer);
  auto is_contiguous = [&](const Value *address) {
    return areContiguous(context, assumedShape(context, address), type) ||
           isChoiceOfContiguous(context, address, type);
  };
  return choice && is_contiguous(choice->getTrueValue()) && is_contiguous(choice->getFalseValue());
}

} // namespace raddle::vectorize
