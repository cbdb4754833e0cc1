// raddle view: runs a program, records what a warp does, and writes a page that shows it.
#include "tools/subcommands.h"

#include "base/name_pattern.h"
#include "tools/check/output.h"
#include "tools/program_arguments.h"
#include "tools/view/demo.h"
#include "tools/view/fault.h"
#include "tools/view/page.h"
#include "tools/view/traced_run.h"

#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace raddle::tools {

namespace {

using namespace raddle::tools::view;

struct Request {
  raddle::trace::Options options;
  std::string block, output = "raddle-view.html", json, check;
  bool demo = false;
  std::vector<std::string> command;
};

// "1,2,3", or less of it.
std::optional<Error> readBlock(const std::string &text, std::array<std::uint32_t, 3> &block) {
  const char *at = text.data(), *const end = at + text.size();
  for (std::uint32_t &index : block) {
    if (at == end)
      break;
    const auto [next, failed] = std::from_chars(at, end, index);
    if (failed != std::errc() || (next != end && *next != ','))
      return Error{fmt::format("'{}' is no block; --block takes x,y,z", text)};
    at = next == end ? end : next + 1;
  }
  return at == end ? std::nullopt
                   : std::optional(Error{fmt::format("'{}' is no block; --block takes x,y,z", text)});
}

std::optional<Error> checkRequest(Request &request) {
  if (!NamePattern(request.options.kernel).isValid())
    return Error{fmt::format("'{}' is no regular expression", request.options.kernel)};
  if (request.options.steps == 0)
    return Error{"--steps is 0, so that nothing would be kept: a page needs at least 1"};
  if (auto wrong = readBlock(request.block, request.options.block))
    return wrong;
  for (const std::string &file : {request.output, request.json})
    if (auto wrong = check::checkOutput(file))
      return wrong;
  return std::nullopt;
}

int answerDemo(const std::string &folder) {
  const auto pages = writeDemo(folder);
  if (!pages)
    return fail(pages.error().message);
  fmt::print(stderr, "raddle view: {} pages are in {}; index.html leads to them\n", *pages, folder);
  return 0;
}

int answer(Request &request) {
  if (request.demo)
    return answerDemo(request.command.empty() ? "raddle-view-demo" : request.command[0]);
  if (request.command.empty())
    return fail("raddle view needs a program; raddle view --help says more");
  if (std::filesystem::path(request.command[0]).extension() == ".cu")
    return fail(fmt::format("{} is a source: compile it first, with raddlecc", request.command[0]));
  if (const auto wrong = checkRequest(request))
    return fail(wrong->message);
  PageFacts facts;
  std::optional<raddle::check::Finding> fault;
  if (!request.check.empty()) {
    auto found = findFault(request.command, request.check);
    if (!found)
      return fail(found.error().message);
    fault = std::move(*found);
    if (!fault)
      return fail("the checker has found nothing in a kernel");
    choose(*fault, request.options);
    facts.notice = describe(*fault);
  }
  const auto run = runTraced(request.command, request.options);
  if (!run)
    return fail(run.error().message);
  if (const std::string why = whyNothing(run->trace, request.options); !why.empty()) {
    const int failure = fail(why);
    return run->status ? run->status : failure;
  }
  if (fault)
    facts.first_shown = stepOf(*fault, run->trace);
  std::optional<int> failure;
  if (const auto failed = check::writeOutput(request.output, pageOf(run->trace, facts)))
    failure = fail(failed->message);
  if (!request.json.empty())
    if (const auto failed = check::writeOutput(request.json, jsonOf(run->trace)))
      failure = fail(failed->message);
  if (!failure && request.output != "-")
    fmt::print(stderr, "{}raddle view: {} steps of {} are in {}\n", fault ? facts.notice + "\n" : "",
               run->trace.stepCount(), run->trace.kernel, request.output);
  return failure.value_or(run->status);
}

void addOptions(CLI::App &command, Request &request) {
  command.add_option(
      "--kernel", request.options.kernel,
      "The kernel of this name, or whose name contains this regular expression (the first one that runs)");
  command.add_option("--block", request.block, "Its block, as x,y,z (0,0,0)");
  command.add_option("--warp", request.options.warp, "The warp of the block (0)");
  command.add_option("--launch", request.options.launch, "Which of the kernel's launches, from 0");
  command.add_option("--skip", request.options.skip, "So many records are left out at first");
  command.add_option("--steps", request.options.steps, "So many records are kept (100000)");
  command.add_option("-o,--output", request.output, "Where the page goes (raddle-view.html; - for stdout)");
  command.add_option(
      "--check", request.check,
      "Run it under the checker first (memory, init, race, sync, or all), and show its first finding");
  command.add_flag("--demo", request.demo, "Write twelve pages about warps into a folder (raddle-view-demo)");
  command.add_option("--json", request.json, "Write the steps as lines of JSON, too");
}

} // namespace

void addView(CLI::App &raddle, const std::vector<std::string> &program_arguments, int &status) {
  auto request = std::make_shared<Request>();
  CLI::App *command =
      raddle.add_subcommand("view", "Run a program and write a page that shows one warp, step by step");
  command->footer("The exit status is the program's. docs/view.md says what the page shows.");
  addOptions(*command, *request);
  runsProgram(*command, program_arguments, status, [request](std::vector<std::string> words) {
    request->command = std::move(words);
    return answer(*request);
  });
}

} // namespace raddle::tools
