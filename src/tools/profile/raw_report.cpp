#include "tools/profile/csv_fields.h"
#include "tools/profile/metrics.h"
#include "tools/profile/reports.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>

namespace raddle::tools::profile {

namespace {

struct Row {
  const KernelProfile &kernel;
  const Launches &launches;
  std::map<std::string, Metric> metrics; // by name
};

std::vector<Row> rowsOf(const Profile &profile, const std::vector<std::string> &names) {
  std::vector<Row> rows;
  for (const KernelProfile &kernel : profile.kernels)
    for (const Launches &launches : kernel.launches) {
      Row row{kernel, launches, {}};
      for (Metric &metric : metricsOf(launches, profile.target))
        if (names.empty() || std::ranges::count(names, metric.name))
          row.metrics[metric.name] = std::move(metric);
      rows.push_back(std::move(row));
    }
  return rows;
}

// "sm_90" as "9.0".
std::string computeCapability(const std::string &architecture) {
  const std::string number = architecture.substr(architecture.find('_') + 1);
  return number.size() < 2 ? number : number.substr(0, number.size() - 1) + '.' + number.back();
}

std::string lineOf(const std::vector<std::string> &fields) {
  std::string line;
  for (const std::string &each : fields)
    line += (line.empty() ? "" : ",") + field(each);
  return line + '\n';
}

} // namespace

std::string rawReport(const Profile &profile, const std::vector<std::string> &names) {
  const std::vector<Row> rows = rowsOf(profile, names);
  std::vector<const Row *> order;
  std::map<std::string, std::string> units; // of all metrics that any row has
  for (const Row &row : rows) {
    order.push_back(&row);
    for (const auto &[name, metric] : row.metrics)
      units[name] = metric.unit;
  }
  std::ranges::sort(order, {}, [](const Row *row) { return row->launches.number; });
  std::vector<std::string> head{"ID",     "Process ID", "Process Name", "Host Name", "Kernel Name", "Context",
                                "Stream", "Block Size", "Grid Size",    "Device",    "CC"},
      of_units(head.size());
  for (const auto &[name, unit] : units) {
    head.push_back(name);
    of_units.push_back(unit);
  }
  std::string text = lineOf(head) + lineOf(of_units);
  for (std::size_t id = 0; id < order.size(); ++id) {
    const auto &[kernel, launches, metrics] = *order[id];
    // Launches of several streams and contexts are counted together.
    std::vector<std::string> fields{std::to_string(id),
                                    std::to_string(kernel.process),
                                    std::filesystem::path(profile.program).filename(),
                                    "127.0.0.1",
                                    kernel.title,
                                    "",
                                    "",
                                    sizeOf(launches.block),
                                    sizeOf(launches.grid),
                                    std::to_string(launches.device),
                                    computeCapability(profile.target.architecture)};
    for (const auto &[name, unit] : units) {
      const auto metric = metrics.find(name);
      fields.push_back(metric == metrics.end() ? "" : textOf(metric->second));
    }
    text += lineOf(fields);
  }
  return text;
}

} // namespace raddle::tools::profile
