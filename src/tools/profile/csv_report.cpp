#include "tools/profile/metrics.h"
#include "tools/profile/reports.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace raddle::tools::profile {

namespace {

std::string field(const std::string &text) {
  std::string result = "\"";
  for (const char c : text)
    result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

std::string valueOf(const Metric &metric) {
  return metric.value == std::round(metric.value) ? fmt::format("{:.0f}", metric.value)
                                                  : fmt::format("{:.6g}", metric.value);
}

std::string sizeOf(const RaddleDim3 &size) { return fmt::format("({}, {}, {})", size.x, size.y, size.z); }

bool isWanted(const Metric &metric, const std::vector<std::string> &names) {
  return names.empty() || std::find(names.begin(), names.end(), metric.name) != names.end();
}

} // namespace

std::string csvReport(const Profile &profile, const std::vector<std::string> &names, bool by_line) {
  std::string text = R"("ID","Process Name","Kernel Name","Block Size","Grid Size","Device","CC",)";
  text += std::string(by_line ? R"("File","Line",)" : "") +
          R"("Metric Name","Metric Unit","Metric Value","Basis")" + "\n";
  for (std::size_t id = 0; id < profile.kernels.size(); ++id) {
    const KernelProfile &kernel = profile.kernels[id];
    if (kernel.launches.empty())
      continue;
    const Launches &usual = kernel.launches.front();
    const std::string head =
        fmt::format("\"{}\",{},{},{},{},\"{}\",{},", id, field(profile.program), field(kernel.name),
                    field(sizeOf(usual.block)), field(sizeOf(usual.grid)), usual.device,
                    field(profile.target.architecture));
    auto addRows = [&](const std::vector<Metric> &metrics, const std::string &place) {
      for (const Metric &metric : metrics)
        if (isWanted(metric, names))
          text += fmt::format("{}{}{},{},\"{}\",{}\n", head, place, field(metric.name), field(metric.unit),
                              valueOf(metric), field(nameOf(metric.basis)));
    };
    addRows(metricsOf(kernel, profile.target), by_line ? "\"\",\"\"," : "");
    if (by_line)
      for (const SourceLine &line : kernel.lines)
        addRows(metricsOf(line.counts), fmt::format("{},\"{}\",", field(line.file), line.line));
  }
  return text;
}

std::string metricsReport(const Profile &profile, const std::vector<std::string> &names) {
  std::string text;
  for (const KernelProfile &kernel : profile.kernels) {
    text += kernel.name + '\n';
    for (const Metric &metric : metricsOf(kernel, profile.target))
      if (isWanted(metric, names))
        text += fmt::format("  {:<70} {:<16} {:>16}{}\n", metric.name, metric.unit, valueOf(metric),
                            metric.basis == Basis::kSame ? "" : fmt::format("  ({})", nameOf(metric.basis)));
  }
  return text;
}

} // namespace raddle::tools::profile
