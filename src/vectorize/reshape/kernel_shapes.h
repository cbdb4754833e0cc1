// The shapes of a kernel's values, kept between passes of which most change nothing.
#ifndef RADDLE_VECTORIZE_RESHAPE_KERNEL_SHAPES_H
#define RADDLE_VECTORIZE_RESHAPE_KERNEL_SHAPES_H

#include "analysis/lane_shapes.h"

#include <optional>

namespace raddle::vectorize {

class KernelShapes {
public:
  const analysis::LaneShapes &of(llvm::Function &kernel, const BlockClass &block) {
    if (!shapes_)
      shapes_.emplace(kernel, block);
    return *shapes_;
  }
  /// Whoever changes the kernel calls this, and uses none that it has got before.
  void forget() { shapes_.reset(); }

private:
  std::optional<analysis::LaneShapes> shapes_;
};

} // namespace raddle::vectorize

#endif
