// How long a launch would take on a GPU: a model of what counts say, for the architectures that gpu_parameters.def has.
//
// Each resource of the GPU has an amount of work to do, and so needs at least so many cycles: the schedulers to issue instructions, the
// units for arithmetic, the load and store units, the L2 cache, and memory. What the warps wait for takes at least the latency
// of their longest dependence chains, divided by how many warps are resident (Little's law). The longest of these times
// is what bounds the kernel. They overlap, but not perfectly: the estimate is the norm of all of them, of exponent kOverlap.
#ifndef RADDLE_TOOLS_PROFILE_GPU_MODEL_H
#define RADDLE_TOOLS_PROFILE_GPU_MODEL_H

#include "tools/profile/counts.h"

#include <optional>
#include <string>
#include <vector>

namespace raddle::tools::profile {

struct GpuEstimate {
  /// Cycles that a resource is busy for; of the busiest SM, or of the whole chip.
  struct Part {
    std::string name; // "issue", "fp32 units", "L2 cache" ...
    double cycles = 0;
  };

  std::string machine;
  double cycles = 0, nanoseconds = 0; // of one launch
  std::vector<Part> parts;            // the longest first; none is 0
  /// Why the kernel is outside of what the model knows; empty: it is not.
  std::vector<std::string> doubts;

  const std::string &bound() const { return parts.front().name; }
};

/// Nothing for an architecture without parameters, or a launch that no SM can hold.
std::optional<GpuEstimate> estimateTime(const Launches &launches, const Target &target);

/// Why there is nothing; "" where there is an estimate.
std::string whyNoEstimate(const Launches &launches, const Target &target);

} // namespace raddle::tools::profile

#endif
