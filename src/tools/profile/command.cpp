// raddle profile: runs a program, counts what its kernels do, and writes it.
#include "tools/subcommands.h"

#include "base/edit_distance.h"
#include "base/wanted_device.h"
#include "occupancy/latency.h"
#include "tools/check/output.h"
#include "tools/profile/metrics.h"
#include "tools/profile/profiled_run.h"
#include "tools/profile/reports.h"
#include "tools/profile/request.h"
#include "tools/profile/scaling.h"
#include "tools/profile/timeline.h"
#include "tools/program_arguments.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace raddle::tools {

namespace {

using namespace raddle::tools::profile;

std::vector<std::string> wordsOf(const std::string &list) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    if (end > begin)
      words.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::optional<Error> checkMetrics(const std::vector<std::string> &wanted) {
  const std::vector<std::string> names = metricNames();
  for (const std::string &name : wanted) {
    if (std::ranges::find(names, name) != names.end())
      continue;
    const auto nearest = std::ranges::min_element(
        names, {}, [&](const std::string &known) { return editDistance(name, known); });
    const std::string hint = editDistance(name, *nearest) <= name.size() / 3
                                 ? fmt::format("; did you mean '{}'?", *nearest)
                                 : "; raddle profile --query-metrics lists those that there are";
    return Error{fmt::format("there is no metric '{}'{}", name, hint)};
  }
  return std::nullopt;
}

std::optional<Error> checkRequest(const Request &request) {
  if (auto wrong = request.kernel.check())
    return wrong;
  for (const std::string &file : {request.json, request.csv, request.timeline})
    if (auto wrong = check::checkOutput(file))
      return wrong;
  if (!request.import.empty() && !std::filesystem::is_directory(request.import))
    return Error{fmt::format("{} is no folder that RADDLE_PROFILE or --record has named", request.import)};
  return checkMetrics(wordsOf(request.metrics));
}

// Takes the product that is asked for as the one that estimates are for.
std::optional<Error> chooseGpu(Target &target, const std::string &product) {
  if (product.empty())
    return std::nullopt;
  std::string products;
  for (const raddle::occupancy::Machine &machine : raddle::occupancy::machines()) {
    if (fmt::format("sm_{}{}", machine.major, machine.minor) != target.architecture)
      continue;
    if (machine.product == product) {
      target.product = product;
      return std::nullopt;
    }
    products += fmt::format("{}{}", products.empty() ? "" : ", ", machine.product);
  }
  return Error{
      fmt::format("no {} is known as '{}'; --gpu can be {}. RADDLE_DEVICE chooses another architecture",
                  target.architecture, product, products.empty() ? "nothing here" : products)};
}

// Returns the status where something could not be written.
std::optional<int> write(const Request &request, const Profile &profile) {
  std::optional<int> failure;
  const std::vector<std::string> metrics = wordsOf(request.metrics);
  const std::pair<const std::string &, std::string> outputs[] = {
      {request.json, request.json.empty() ? "" : jsonReport(profile)},
      {request.csv, request.csv.empty() ? ""
                    : request.is_raw    ? rawReport(profile, metrics)
                                        : csvReport(profile, metrics, request.by_line)}};
  for (const auto &[file, text] : outputs)
    if (!file.empty())
      if (const auto failed = check::writeOutput(file, text))
        failure = fail(failed->message);
  if (profile.kernels.empty())
    fmt::print(stderr, "raddle profile: no kernel has run\n");
  else if (!request.quiet && request.json != "-" && request.csv != "-")
    fmt::print(stderr, "{}",
               metrics.empty() ? textReport(profile, request.most_lines) : metricsReport(profile, metrics));
  return failure;
}

// Returns the status where it could not be written.
std::optional<int> writeTimeline(const Request &request, const Timeline &timeline) {
  const std::filesystem::path file = request.timeline;
  const std::string program = std::filesystem::path(request.command[0]).filename();
  if (const auto failed = check::writeOutput(
          request.timeline, file.extension() == ".html" ? pageOf(timeline, program) : traceOf(timeline)))
    return fail(failed->message);
  if (request.sums_up_timeline && !request.quiet)
    fmt::print(stderr, "{}", sumUp(timeline));
  return std::nullopt;
}

// Returns the status where it could not be written.
std::optional<int> writeHotLines(const Request &request, const HotLines &hot) {
  if (!request.quiet && request.json != "-")
    fmt::print(stderr, "{}",
               hot.samples ? textOf(hot, request.most_lines)
                           : "raddle profile: no kernel has run for long enough to be sampled\n");
  if (!request.json.empty())
    if (const auto failed = check::writeOutput(request.json, jsonOf(hot)))
      return fail(failed->message);
  return std::nullopt;
}

// What contradicts itself.
std::optional<Error> checkCombination(const Request &request) {
  if (request.command.empty() == request.import.empty())
    return Error{"raddle profile needs a program, or --import; raddle profile --help says more"};
  if (request.command.empty() &&
      (!request.timeline.empty() || request.shows_scaling || request.shows_hot_lines))
    return Error{"--timeline, --scaling and --hot-lines need a program that runs"};
  if (!request.command.empty() && std::filesystem::path(request.command[0]).extension() == ".cu")
    return Error{fmt::format("{} is a source: compile it first, with raddlecc", request.command[0])};
  const bool wants_metrics = !request.metrics.empty() || !request.csv.empty() || !request.record.empty() ||
                             !request.kernel.text.empty();
  if (request.shows_hot_lines && wants_metrics)
    return Error{"--hot-lines counts nothing, so that kernels run as ever: --kernel, --metrics, --csv and "
                 "--record need a "
                 "run without it"};
  return std::nullopt;
}

} // namespace

int profile::answer(const Request &request) {
  if (request.lists_metrics) {
    for (const std::string &name : metricNames())
      fmt::print("{}\n", name);
    return 0;
  }
  if (const auto wrong = checkCombination(request))
    return fail(wrong->message);
  if (const auto wrong = checkRequest(request))
    return fail(wrong->message);
  if (request.shows_scaling)
    return showScaling(request);
  // Better before the program has run for nothing.
  if (Target target = wantedDevice(); request.import.empty())
    if (const auto wrong = chooseGpu(target, request.gpu))
      return fail(wrong->message);
  ProfiledRun run;
  if (!request.import.empty()) {
    run.profile = readProfile(request.import);
  } else {
    auto ran = runProfiled(request);
    if (!ran)
      return fail(ran.error().message);
    run = std::move(*ran);
  }
  std::optional<int> not_written =
      request.timeline.empty() ? std::nullopt : writeTimeline(request, run.timeline);
  if (request.shows_hot_lines)
    if (const auto failure = writeHotLines(request, run.hot_lines))
      not_written = failure;
  if (!request.wantsCounts())
    return not_written.value_or(run.status);
  std::erase_if(run.profile.kernels, [](const KernelProfile &kernel) { return kernel.launchCount() == 0; });
  if (const auto wrong = request.kernel.apply(run.profile))
    return fail(wrong->message);
  if (const auto wrong = chooseGpu(run.profile.target, request.gpu))
    return fail(wrong->message);
  if (const auto failure = write(request, run.profile))
    return *failure;
  return not_written.value_or(run.status);
}

namespace {

void addOptions(CLI::App &command, Request &request) {
  command.add_option("--kernel", request.kernel.text,
                     "Only kernels of this name, or whose names contain this regular expression");
  command.add_option("--metrics", request.metrics, "Only these metrics, with commas between them");
  command.add_flag("--query-metrics", request.lists_metrics, "List the metrics that there are");
  command.add_option(
      "--gpu", request.gpu,
      "The GPU whose waves and time are estimated, one of the architecture that RADDLE_DEVICE names");
  command.add_option("--lines", request.most_lines, "So many source lines of each kernel are printed (12)");
  command.add_flag("--by-line", request.by_line, "With --csv: a row for each source line, too");
  command.add_option("--json", request.json, "Write all that was counted to this file (- for stdout)");
  command.add_option("--csv", request.csv, "Write the metrics as comma-separated values");
  command.add_option(
      "--timeline", request.timeline,
      "Write what happened when to this file: a page if it ends with .html, else for chrome://tracing "
      "and Perfetto");
  command.add_flag("--scaling", request.shows_scaling,
                   "Run the program with 1, 2, 4 ... workers, and print how much faster its kernels get");
  command.add_flag("--hot-lines", request.shows_hot_lines,
                   "Sample where kernels spend this CPU's time, and print the lines; --json writes them all");
  command.add_option("--record", request.record, "Keep what was counted in this folder");
  command.add_option("--import", request.import, "Read such a folder, and run nothing");
  command.add_flag("--quiet,-q", request.quiet, "Print nothing");
}

} // namespace

void addProfile(CLI::App &raddle, const std::vector<std::string> &program_arguments, int &status) {
  auto request = std::make_shared<Request>();
  CLI::App *command =
      raddle.add_subcommand("profile", "Run a program and count what its kernels do, by source line");
  command->footer("The exit status is the program's. docs/profiler.md says what is counted, and how.");
  addOptions(*command, *request);
  runsProgram(*command, program_arguments, status, [request](std::vector<std::string> words) {
    request->command = std::move(words);
    return answer(*request);
  });
}

} // namespace raddle::tools
