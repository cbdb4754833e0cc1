#include "tools/profile/csv_fields.h"
#include "tools/profile/metrics.h"
#include "tools/profile/reports.h"

#include <algorithm>
#include <fmt/format.h>

namespace raddle::tools::profile {

namespace {

bool isWanted(const Metric &metric, const std::vector<std::string> &names) {
  return names.empty() || std::find(names.begin(), names.end(), metric.name) != names.end();
}

} // namespace

std::string csvReport(const Profile &profile, const std::vector<std::string> &names, bool by_line) {
  std::string text = R"("ID","Process Name","Kernel Name","Block Size","Grid Size","Device","CC",)";
  text += std::string(by_line ? R"("File","Line",)" : "") +
          R"("Metric Name","Metric Unit","Metric Value","Basis")" + "\n";
  std::vector<const KernelProfile *> kernels;
  for (const KernelProfile &kernel : profile.kernels)
    if (!kernel.launches.empty())
      kernels.push_back(&kernel);
  std::ranges::sort(kernels, {}, &KernelProfile::firstLaunch);
  for (std::size_t id = 0; id < kernels.size(); ++id) {
    const KernelProfile &kernel = *kernels[id];
    const Launches &usual = kernel.launches.front();
    const std::string head =
        fmt::format("\"{}\",{},{},{},{},\"{}\",{},", id, field(profile.program), field(kernel.title),
                    field(sizeOf(usual.block)), field(sizeOf(usual.grid)), usual.device,
                    field(profile.target.architecture));
    auto addRows = [&](const std::vector<Metric> &metrics, const std::string &place) {
      for (const Metric &metric : metrics)
        if (isWanted(metric, names))
          text += fmt::format("{}{}{},{},\"{}\",{}\n", head, place, field(metric.name), field(metric.unit),
                              textOf(metric), field(nameOf(metric.basis)));
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
    text += kernel.title + '\n';
    for (const Metric &metric : metricsOf(kernel, profile.target))
      if (isWanted(metric, names))
        text += fmt::format("  {:<70} {:<16} {:>16}{}\n", metric.name, metric.unit, textOf(metric),
                            metric.basis == Basis::kSame ? "" : fmt::format("  ({})", nameOf(metric.basis)));
  }
  return text;
}

} // namespace raddle::tools::profile
