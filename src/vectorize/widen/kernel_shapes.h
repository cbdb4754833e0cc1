// The shapes of a kernel's values, for steps of which most change nothing.
#ifndef RADDLE_VECTORIZE_WIDEN_KERNEL_SHAPES_H
#define RADDLE_VECTORIZE_WIDEN_KERNEL_SHAPES_H

#include "analysis/lane_shapes.h"
#include "vectorize/compile_job.h"

#include <optional>

namespace raddle::vectorize {

class KernelShapes {
public:
  explicit KernelShapes(const CompileJob &job) : job_(job) {}

  const analysis::LaneShapes &get() {
    if (!shapes_)
      shapes_.emplace(*job_.kernel, job_.block);
    return *shapes_;
  }
  /// Whoever changes the kernel calls this, and uses none that it has got before.
  void forget() { shapes_.reset(); }

private:
  const CompileJob &job_;
  std::optional<analysis::LaneShapes> shapes_;
};

} // namespace raddle::vectorize

#endif
