// raddle check: runs a program under the checker, and writes what was found.
#include "tools/subcommands.h"

#include "check/suppressions.h"
#include "tools/check/checked_run.h"
#include "tools/check/output.h"
#include "tools/check/reports.h"
#include "tools/program_arguments.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace raddle::tools {

namespace {

using namespace raddle::tools::check;
using raddle::check::ApiErrors;
using raddle::check::Options;
using raddle::check::Severity;
using raddle::check::Style;

constexpr int kStatusOfFindings = 86;

struct Request {
  std::string detectors = "all", tool, fail_on = "warning", leak_check = "no", api_errors = "all";
  int error_exitcode = kStatusOfFindings;
  std::string json, sarif, junit, html;
  bool quiet = false;
  Options options;
  std::vector<std::string> command;
};

bool isIn(const std::string &word, std::initializer_list<const char *> words) {
  return std::ranges::find(words, word) != words.end();
}

// The names of this command, and of NVIDIA's tools.
std::optional<Error> readDetectors(const std::string &list, Options &options) {
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string word = list.substr(begin, end - begin);
    begin = end + 1;
    if (isIn(word, {"all"}))
      options.memory = options.init = options.race = options.sync = true;
    else if (isIn(word, {"memory", "memcheck"}))
      options.memory = true;
    else if (isIn(word, {"sync", "synccheck"}))
      options.sync = true;
    else if (isIn(word, {"init", "initcheck"}))
      options.init = true;
    else if (isIn(word, {"race", "racecheck"}))
      options.race = true;
    else
      return Error{
          fmt::format("there is no detector '{}'; there are memory, init, race and sync, or all", word)};
  }
  return std::nullopt;
}

std::optional<Error> checkValues(const Request &request) {
  if (!isIn(request.fail_on, {"error", "warning", "never"}))
    return Error{fmt::format("--fail-on is '{}'; it can be error, warning or never", request.fail_on)};
  if (!isIn(request.leak_check, {"full", "no"}))
    return Error{fmt::format("--leak-check is '{}'; it can be full or no", request.leak_check)};
  if (!isIn(request.api_errors, {"all", "unchecked", "no"}))
    return Error{
        fmt::format("--report-api-errors is '{}'; it can be all, unchecked or no", request.api_errors)};
  if (request.error_exitcode < 0 || request.error_exitcode > 255)
    return Error{fmt::format("--error-exitcode is {}; it can be from 0 to 255", request.error_exitcode)};
  if (!request.options.suppressions.empty())
    if (auto read = raddle::check::Suppressions::readFile(request.options.suppressions); !read)
      return Error{fmt::format("{}: {}", request.options.suppressions, read.error().message)};
  for (const std::string &expression : {request.options.kernel, request.options.kernel_exclude})
    try {
      std::regex read(expression);
    } catch (const std::regex_error &) {
      return Error{fmt::format("'{}' is no regular expression", expression)};
    }
  return std::nullopt;
}

// Whether there is reason to end with another status than the program's.
bool fails(const Request &request, const CheckedRun &run) {
  return (request.fail_on != "never" && run.kinds(Severity::kError)) ||
         (request.fail_on == "warning" && run.kinds(Severity::kWarning));
}

int answer(Request &request) {
  if (request.command.empty())
    return fail("raddle check needs a program; raddle check --help says more");
  if (std::filesystem::path(request.command[0]).extension() == ".cu")
    return fail(fmt::format("{} is a source: compile it first, with raddlecc", request.command[0]));
  auto wrong = readDetectors(request.tool.empty() ? request.detectors : request.tool, request.options);
  if (!wrong)
    wrong = checkValues(request);
  if (wrong)
    return fail(wrong->message);
  request.options.leaks = request.leak_check == "full";
  request.options.api_errors = request.api_errors == "all"  ? ApiErrors::kAll
                               : request.api_errors == "no" ? ApiErrors::kNone
                                                            : ApiErrors::kUnchecked;
  request.options.style = request.quiet ? Style::kNone : Style::kRaddle;
  const auto run = runChecked(request.command, request.options);
  if (!run)
    return fail(run.error().message);
  using Report = std::string (*)(const CheckedRun &);
  const std::pair<const std::string &, Report> reports[] = {{request.json, jsonReport},
                                                            {request.sarif, sarifReport},
                                                            {request.junit, junitReport},
                                                            {request.html, htmlReport}};
  for (const auto &[file, write] : reports)
    if (!file.empty())
      if (const auto failed = writeOutput(file, write(*run)))
        return fail(failed->message);
  if (!request.quiet)
    fmt::print(stderr, "raddle check: {} found in {}\n", describeCounts(*run), request.command[0]);
  return fails(request, *run) ? request.error_exitcode : run->status;
}

void addOptions(CLI::App &command, Request &request) {
  Options &options = request.options;
  command.add_option("--detectors", request.detectors,
                     "What to look for: memory, init, race, sync, or all (all)");
  command.add_option("--tool", request.tool,
                     "The same by the names of NVIDIA's tools: memcheck, initcheck, racecheck, synccheck");
  command.add_option("--leak-check", request.leak_check,
                     "full: what is not freed at the end is an error (no)");
  command.add_option("--report-api-errors", request.api_errors,
                     "Calls of the CUDA API that fail: all, unchecked, no (all)");
  command.add_option("--fail-on", request.fail_on,
                     "What counts for the exit status: error, warning, never (warning)");
  command.add_option("--error-exitcode", request.error_exitcode,
                     "The exit status if something was found (86)");
  command.add_option("--suppressions", options.suppressions, "A file of what is not to be told");
  command.add_option("--kernel", options.kernel, "Only kernels whose names contain this regular expression");
  command.add_option("--kernel-exclude", options.kernel_exclude, "Not those");
  command.add_option("--launch-skip", options.launch_skip, "So many launches are not checked at first");
  command.add_option("--launch-count", options.launch_count, "So many are checked, the others are not");
  command.add_option("--print-limit", options.print_limit, "So many findings are printed at most (100)");
  command.add_flag("--fatal", options.fatal, "The first error of a kernel ends its launch");
  command.add_flag("--quiet,-q", request.quiet, "Print nothing");
  command.add_option("--json", request.json, "Write all that was found to this file (- for stdout)");
  command.add_option("--sarif", request.sarif, "Write SARIF 2.1.0, for the pages of forges");
  command.add_option("--junit", request.junit, "Write JUnit's XML, for servers that run tests");
  command.add_option("--html", request.html, "Write a page that shows the source");
}

} // namespace

void addCheck(CLI::App &raddle, const std::vector<std::string> &program_arguments, int &status) {
  auto request = std::make_shared<Request>();
  CLI::App *command = raddle.add_subcommand("check", "Run a program and look for errors of its kernels");
  command->footer("The exit status is 86 if something was found, else the program's.\n"
                  "docs/checker.md says what is found, and what is not.");
  addOptions(*command, *request);
  runsProgram(*command, program_arguments, status, [request](std::vector<std::string> words) {
    request->command = std::move(words);
    return answer(*request);
  });
}

} // namespace raddle::tools
