// Fields of comma-separated values, as Nsight Compute writes them.
#ifndef RADDLE_TOOLS_PROFILE_CSV_FIELDS_H
#define RADDLE_TOOLS_PROFILE_CSV_FIELDS_H

#include "abi/kernel_abi.h"
#include "tools/profile/metrics.h"

#include <cmath>
#include <fmt/format.h>
#include <string>

namespace raddle::tools::profile {

/// In quotation marks.
inline std::string field(const std::string &text) {
  std::string result = "\"";
  for (const char c : text)
    result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

inline std::string sizeOf(const RaddleDim3 &size) {
  return fmt::format("({}, {}, {})", size.x, size.y, size.z);
}

inline std::string textOf(const Metric &metric) {
  return metric.value == std::round(metric.value) ? fmt::format("{:.0f}", metric.value)
                                                  : fmt::format("{:.6g}", metric.value);
}

} // namespace raddle::tools::profile

#endif
