// compute-sanitizer: the checker under the name of NVIDIA's, with its command line, its style and its exit statuses.
#include "tools/subcommands.h"

#include "check/suppressions.h"
#include "check/text_style.h"
#include "driver/command/version.h"
#include "tools/check/checked_run.h"
#include "tools/check/output.h"
#include "tools/check/reports.h"
#include "tools/check/sanitizer_options.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <string>

namespace raddle::tools {

namespace {

using namespace raddle::tools::check;
using raddle::check::Severity;
using raddle::check::Style;

int refuse(const std::string &message) {
  fmt::print(stderr, "compute-sanitizer: error: {}\n", message);
  return 1;
}

std::string plural(std::size_t count, const char *word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

// Where the text goes, and how.
class Log {
public:
  explicit Log(const SanitizerRequest &request) : request_(request) {
    if (!request.log_file.empty())
      file_.open(request.log_file);
  }
  bool isUsable() const { return request_.log_file.empty() || file_.is_open(); }
  void write(const std::string &text) {
    if (request_.log_file.empty()) {
      fmt::print("{}", text);
      std::fflush(stdout);
    } else {
      file_ << text << std::flush;
    }
  }
  // What is not about an error is left out where only these are wanted.
  void remark(const std::string &words) {
    if (!request_.quiet)
      write(fmt::format("{} {}\n", request_.style.prefix, words));
  }

private:
  const SanitizerRequest &request_;
  std::ofstream file_;
};

void writeFindings(Log &log, const SanitizerRequest &request, const CheckedRun &run) {
  const std::size_t most = std::min<std::size_t>(run.findings.size(), request.options.print_limit);
  for (std::size_t i = 0; i < most; ++i)
    log.write(raddle::check::inWordsOfSanitizer(run.findings[i], request.style));
}

void writeSummary(Log &log, const CheckedRun &run, bool looked_for_leaks) {
  if (looked_for_leaks) {
    std::size_t leaks = 0;
    for (const Finding &finding : run.findings)
      if (finding.words_of_sanitizer.starts_with("Leaked "))
        leaks += finding.count;
    log.remark(fmt::format("LEAK SUMMARY: {}", plural(leaks, "allocation") + " leaked"));
  }
  log.remark("ERROR SUMMARY: " +
             plural(run.count(Severity::kError) + run.count(Severity::kWarning), "error"));
}

std::string wrongSuppressions(const std::string &path) {
  const auto read = raddle::check::Suppressions::readFile(path);
  return read ? "" : fmt::format("{}: {}", path, read.error().message);
}

void preload(const std::vector<std::string> &libraries) {
  if (libraries.empty())
    return;
  const char *others = std::getenv("LD_PRELOAD");
  setenv("LD_PRELOAD",
         fmt::format("{}{}{}", fmt::join(libraries, ":"), others ? ":" : "", others ? others : "").c_str(),
         1);
}

int readAgain(const SanitizerRequest &request) {
  std::ifstream stream(request.read);
  if (!stream)
    return refuse(fmt::format("cannot read {}", request.read));
  std::ostringstream text;
  text << stream.rdbuf();
  const CheckedRun run{{request.read}, 0, readRecord(text.str())};
  Log log(request);
  log.remark("COMPUTE-SANITIZER");
  writeFindings(log, request, run);
  writeSummary(log, run, false);
  return run.findings.empty() ? 0 : request.error_exitcode;
}

int runProgram(SanitizerRequest &request) {
  if (!request.options.suppressions.empty())
    if (const std::string wrong = wrongSuppressions(request.options.suppressions); !wrong.empty())
      return refuse(wrong);
  Log log(request);
  if (!log.isUsable())
    return refuse(fmt::format("cannot write {}", request.log_file));
  log.remark("COMPUTE-SANITIZER");
  // The program prints among its own output what needs no other form.
  const bool prints_later = !request.log_file.empty() || request.style != raddle::check::SanitizerStyle();
  request.options.style = prints_later ? Style::kNone : Style::kSanitizer;
  if (!request.save.empty() && !request.xml) {
    std::error_code ignored;
    std::filesystem::remove(request.save, ignored);
    request.options.record = request.save;
  }
  preload(request.preloaded);
  const auto run = runChecked(request.command, request.options, request.is_for_program_only);
  if (!run)
    return refuse(run.error().message);
  if (prints_later)
    writeFindings(log, request, *run);
  if (request.checks_exit_code && run->status != 0)
    log.remark("Target application returned an error");
  writeSummary(log, *run, request.options.leaks);
  if (request.xml)
    if (const auto failed = writeOutput(request.save, sanitizerXmlReport(*run)))
      return refuse(failed->message);
  if (request.requires_cuda && !run->uses_cuda)
    log.write(fmt::format("{} Error: the program has not called CUDA (--require-cuda-init no allows it)\n",
                          request.style.prefix));
  if (run->status != 0)
    return run->status;
  const bool found = run->kinds(Severity::kError) + run->kinds(Severity::kWarning) != 0;
  return found ? request.error_exitcode : request.requires_cuda && !run->uses_cuda ? 1 : 0;
}

} // namespace

int runComputeSanitizer(const std::vector<std::string> &arguments) {
  auto request = parseSanitizerOptions(arguments);
  if (!request)
    return refuse(request.error().message);
  if (request->help) {
    fmt::print("{}", sanitizerHelp());
    return 0;
  }
  if (request->version) {
    fmt::print("compute-sanitizer of raddle {}\n", driver::raddleVersion());
    return 0;
  }
  if (!request->read.empty())
    return readAgain(*request);
  if (request->command.empty())
    return refuse("a program is missing; --help says more");
  return runProgram(*request);
}

} // namespace raddle::tools
