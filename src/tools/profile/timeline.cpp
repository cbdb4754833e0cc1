#include "tools/profile/timeline.h"

#include "tools/profile/nvtx_ranges.h"

#include <llvm/Support/JSON.h>

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <utility>

namespace raddle::tools::profile {

namespace fs = std::filesystem;

namespace {

struct Durations {
  std::size_t count = 0;
  double sum = 0, shortest = 0, longest = 0; // microseconds

  void add(double duration) {
    shortest = count ? std::min(shortest, duration) : duration;
    longest = std::max(longest, duration);
    sum += duration;
    ++count;
  }
};

using ByName = std::map<std::string, Durations>;

std::map<std::string, ByName> durationsOf(const Timeline &timeline) {
  std::map<std::string, ByName> durations;
  std::map<std::pair<std::int64_t, std::int64_t>, double> begun; // ranges by process and number
  for (const std::string &event : timeline.events) {
    auto value = llvm::json::parse(event);
    if (!value) {
      llvm::consumeError(value.takeError());
      continue;
    }
    const llvm::json::Object *object = value->getAsObject();
    if (!object)
      continue;
    const std::string kind = object->getString("ph").value_or("").str();
    const std::pair range{object->getInteger("pid").value_or(0), object->getInteger("id").value_or(0)};
    const double time = object->getNumber("ts").value_or(0);
    if (kind == "b")
      begun[range] = time;
    else if (kind == "X" || kind == "e")
      durations[object->getString("cat").value_or("").str()][object->getString("name").value_or("").str()]
          .add(kind == "X" ? object->getNumber("dur").value_or(0) : time - begun[range]);
  }
  return durations;
}

} // namespace

Timeline readTimeline(const std::string &folder) {
  std::vector<std::string> lines;
  std::vector<fs::path> files;
  std::error_code failed;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, failed))
    if (entry.path().extension() == ".timeline")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path &file : files) {
    std::ifstream stream(file);
    // The file is longer than what is in it; a line may be unfinished where the process was killed.
    for (std::string line; std::getline(stream, line) && line.starts_with('{');)
      if (line.ends_with('}'))
        lines.push_back(std::move(line));
  }
  return {withWholeRanges(std::move(lines))};
}

std::string traceOf(const Timeline &timeline) {
  std::string text = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[";
  for (const std::string &event : timeline.events)
    text += (&event == timeline.events.data() ? "\n" : ",\n") + event;
  return text + "\n]}\n";
}

std::map<std::string, double> kernelTimes(const Timeline &timeline) {
  std::map<std::string, double> times;
  const std::map<std::string, ByName> durations = durationsOf(timeline);
  const auto kernels = durations.find("kernel");
  if (kernels == durations.end())
    return times;
  for (const auto &[name, its] : kernels->second)
    times[name] = its.sum;
  return times;
}

std::string sumUp(const Timeline &timeline) {
  constexpr std::pair<const char *, const char *> kKinds[] = {{"kernel", "kernels"},
                                                              {"memcpy", "copies"},
                                                              {"memset", "fills"},
                                                              {"host function", "host functions of streams"},
                                                              {"compilation", "kernels compiled"},
                                                              {"cuda", "calls of CUDA"},
                                                              {"nvtx", "ranges of NVTX"}};
  std::string text;
  std::map<std::string, ByName> durations = durationsOf(timeline);
  for (const auto &[kind, title] : kKinds) {
    std::vector<std::pair<std::string, Durations>> rows(durations[kind].begin(), durations[kind].end());
    if (rows.empty())
      continue;
    std::sort(rows.begin(), rows.end(),
              [](const auto &one, const auto &other) { return one.second.sum > other.second.sum; });
    double all = 0;
    for (const auto &row : rows)
      all += row.second.sum;
    text += fmt::format("\n{:>7} {:>13} {:>9} {:>11} {:>11} {:>11}  {}\n", "time", "total us", "count",
                        "avg us", "min us", "max us", title);
    for (const auto &[name, its] : rows)
      text += fmt::format("{:>6.1f}% {:>13.1f} {:>9} {:>11.2f} {:>11.2f} {:>11.2f}  {}\n",
                          all > 0 ? 100 * its.sum / all : 0, its.sum, its.count,
                          its.sum / static_cast<double>(its.count), its.shortest, its.longest, name);
  }
  return text;
}

} // namespace raddle::tools::profile
