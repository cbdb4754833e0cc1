// Integers that are the same for all warps of a block but for a constant from warp to warp.
#ifndef RADDLE_VECTORIZE_RESHAPE_LOOPS_WARP_STEPS_H
#define RADDLE_VECTORIZE_RESHAPE_LOOPS_WARP_STEPS_H

#include "vectorize/reshape/loops/warp_variants.h"

#include <cstdint>
#include <optional>

namespace raddle::vectorize {

/// value of warp w = value of warp 0 + w * distance, in the value's width; `holds_signed` (`holds_unsigned`):
/// also where both are read as signed (unsigned) numbers.
struct WarpStep {
  std::uint64_t distance = 0;
  bool holds_signed = true;
  bool holds_unsigned = true;

  bool operator==(const WarpStep &) const = default;
};

class WarpSteps {
public:
  WarpSteps(llvm::Function &kernel, const WarpVariants &variants);

  /// Nothing where the warps' values have no constant distance.
  std::optional<WarpStep> of(const llvm::Value *value) const;

private:
  // Unknown as yet; a step; or none.
  using State = std::optional<std::optional<WarpStep>>;
  State stateOf(const llvm::Value *value) const;
  State ofOperands(const llvm::Instruction &instruction) const;

  llvm::DenseMap<const llvm::Value *, std::optional<WarpStep>> steps_;
};

} // namespace raddle::vectorize

#endif
