#include "tools/profile/scaling.h"

#include "base/environment.h"
#include "tools/profile/profiled_run.h"
#include "tools/subcommands.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace raddle::tools::profile {

namespace {

std::vector<unsigned> workerCounts() {
  const auto wanted = static_cast<unsigned>(std::atoi(environment("RADDLE_WORKERS").value_or("0").c_str()));
  const unsigned most = wanted ? wanted : std::max(1u, std::thread::hardware_concurrency());
  std::vector<unsigned> counts;
  for (unsigned workers = 1; workers < most; workers *= 2)
    counts.push_back(workers);
  counts.push_back(most);
  return counts;
}

} // namespace

int showScaling(const Request &request) {
  const std::vector<unsigned> counts = workerCounts();
  std::map<std::string, std::vector<double>> times; // of each kernel, by run
  int status = 0;
  for (std::size_t run = 0; run < counts.size() && status == 0; ++run) {
    setenv("RADDLE_WORKERS", std::to_string(counts[run]).c_str(), 1);
    Request of_run;
    of_run.command = request.command;
    of_run.timeline = "-";
    const auto ran = runProfiled(of_run);
    if (!ran)
      return fail(ran.error().message);
    status = ran->status;
    for (const auto &[kernel, microseconds] : kernelTimes(ran->timeline)) {
      times[kernel].resize(counts.size());
      times[kernel][run] = microseconds;
    }
  }
  std::string text = fmt::format("\n{:>12}", "us with 1");
  for (std::size_t run = 1; run < counts.size(); ++run)
    text += fmt::format(" {:>9}", fmt::format("x with {}", counts[run]));
  text += "  kernel, all launches; with more workers, how many times as fast\n";
  for (const auto &[kernel, of_runs] : times) {
    text += fmt::format("{:>12.1f}", of_runs[0]);
    for (std::size_t run = 1; run < counts.size(); ++run)
      text +=
          of_runs[run] > 0 ? fmt::format(" {:>9.2f}", of_runs[0] / of_runs[run]) : fmt::format(" {:>9}", "");
    text += fmt::format("  {}\n", kernel);
  }
  fmt::print(stderr, "{}", times.empty() ? "raddle profile: no kernel has run\n" : text);
  return status;
}

} // namespace raddle::tools::profile
