#include "vectorize/widen/plan/assumed_shape.h"

#include <array>

using namespace llvm;

namespace raddle::vectorize {

const CastInst *asWrappingIndex(const Value *value, const analysis::LaneShapes &shapes) {
  auto *cast = dyn_cast<CastInst>(value);
  const bool is_extension = cast && (isa<ZExtInst>(cast) || isa<SExtInst>(cast));
  return is_extension && cast->getType()->isIntegerTy(64) &&
                 shapes.of(cast).run() < shapes.of(cast->getOperand(0)).run()
             ? cast
             : nullptr;
}

analysis::LaneShape assumedShape(const Value &pointer, const analysis::LaneShapes &shapes,
                                 const DataLayout &layout) {
  using analysis::LaneShape;
  LaneShape shape = shapes.of(&pointer);
  auto *address = dyn_cast<GetElementPtrInst>(&pointer);
  if (!shape.isVarying() || !address)
    return shape;
  shape = assumedShape(*address->getPointerOperand(), shapes, layout);
  for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i) {
    if (i.isStruct())
      continue;
    LaneShape index = shapes.of(i.getOperand());
    if (const CastInst *cast = asWrappingIndex(i.getOperand(), shapes)) {
      const LaneShape narrow = shapes.of(cast->getOperand(0));
      std::array<std::uint64_t, LaneShape::kLanes> offsets;
      for (unsigned lane = 0; lane < LaneShape::kLanes; ++lane)
        offsets[lane] = static_cast<std::uint64_t>(narrow.offset(lane));
      index = LaneShape::add(LaneShape::uniform(), LaneShape::constants(offsets, 64), 64, false, false)
                  .inRunsOf(narrow.run());
    }
    const std::uint64_t bytes = layout.getTypeAllocSize(i.getIndexedType());
    shape = LaneShape::add(
        shape, LaneShape::multiply(index, LaneShape::uniform(LaneShape::kAllBits, bytes), 64, false, false),
        64, false, false);
  }
  return shape;
}

} // namespace raddle::vectorize
