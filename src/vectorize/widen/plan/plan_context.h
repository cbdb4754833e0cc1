// What all decisions of a WidenPlan are made from: the function, the machine, the shapes of the values, and what the processor has.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_PLAN_CONTEXT_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_PLAN_CONTEXT_H

#include "analysis/lane_shapes.h"
#include "base/matrix_mode.h"
#include "vectorize/processor.h"

namespace raddle::vectorize {

inline constexpr unsigned kLanes = kRaddleWarpSize;

struct PlanContext {
  const llvm::Function &source;
  const bool is_kernel;
  const llvm::TargetMachine &machine;
  const analysis::LaneShapes &shapes;
  const llvm::DataLayout &layout = source.getParent()->getDataLayout();
  const bool has_wide_permutes = hasFeature(machine, "avx512f");
  const bool has_permutes = hasFeature(machine, "avx2");
  const bool has_tables = hasFeature(machine, "neon"); // lookups of bytes
  // In products of matrices, instead of one by one.
  const bool multiplies_by_tiles = matrixMode() == MatrixMode::kFast && hasFeature(machine, "amx-bf16");
  const bool multiplies_bf16_pairs =
      multiplies_by_tiles || (matrixMode() == MatrixMode::kFast && hasFeature(machine, "avx512bf16"));

  unsigned registerBytes() const { return has_wide_permutes ? 64 : 32; }
  bool isUniform(const llvm::Value *value) const { return shapes.isUniform(value); }
  /// Whether storing some elements of a register is one instruction.
  bool hasMaskedStores(unsigned element_bytes) const {
    return registerBytes() == 64 || (element_bytes >= 4 && has_permutes);
  }
};

} // namespace raddle::vectorize

#endif
