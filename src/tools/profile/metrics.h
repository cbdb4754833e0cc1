// Metrics under the names that Nsight Compute has for them.
#ifndef RADDLE_TOOLS_PROFILE_METRICS_H
#define RADDLE_TOOLS_PROFILE_METRICS_H

#include "tools/profile/counts.h"

#include <string>
#include <vector>

namespace raddle::tools::profile {

/// How far a metric is that of a GPU.
enum class Basis {
  kSame,         // what a GPU would count
  kInstructions, // counted in Raddle's instructions, of which a GPU's code may have more or fewer
  kEstimate,     // from an estimated number of registers
  kRaddle,       // of this CPU, or without a counterpart
  kModel,        // what a GPU would take, as the model has it (gpu_model.h)
};
const char *nameOf(Basis basis);

struct Metric {
  std::string name, unit;
  double value = 0;
  Basis basis = Basis::kSame;
};

/// Of what a kernel, or a line of it, has counted.
std::vector<Metric> metricsOf(const Counts &counts);

/// The same, and what is known of its launches.
std::vector<Metric> metricsOf(const KernelProfile &kernel, const Target &target);

/// Of the launches with one grid and block.
std::vector<Metric> metricsOf(const Launches &launches, const Target &target);

/// The names that there are, in this order.
std::vector<std::string> metricNames();

} // namespace raddle::tools::profile

#endif
