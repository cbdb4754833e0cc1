#include "api/shared/failed_calls.h"

#include "base/paths.h"
#include "check/live_objects.h"
#include "check/host_accesses.h"
#include "check/report.h"
#include "host/process/process.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <utility>
#include <vector>

namespace raddle::api {

namespace {

// The functions of CUDA's headers, ours among them, are not the program's.
bool isOfHeaders(const check::Place &place) {
  static const auto *const headers = [] {
    std::error_code failed;
    return new std::string(
        std::filesystem::canonical(installPrefix() / "include" / "cuda_runtime.h", failed).parent_path());
  }();
  return place.function.starts_with("cuda") || place.function.find(" cuda") != std::string::npos ||
         (!headers->empty() && place.path.starts_with(*headers + '/'));
}

// The notes are lines that begin with "note: ".
std::vector<check::Note> notesOf(std::string_view lines) {
  constexpr std::string_view kNote = "note: ";
  std::vector<check::Note> notes;
  while (!lines.empty()) {
    std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    if (line.starts_with(kNote))
      line.remove_prefix(kNote.size());
    notes.push_back({std::string(line)});
  }
  return notes;
}

const host::Process::AtStart at_start([] { check::noteUse(); });

// When all else has ended, even the destructors of the program, which may free memory.
void finishChecks() {
  check::finishHostAccesses();
  check::reportLeaks(-1);
  check::finish();
}

// What is registered first runs last.
[[gnu::constructor]] void prepareEndOfChecks() {
  if (check::enabled())
    std::atexit(finishChecks);
}

} // namespace

bool reportsApiErrors() {
  return check::enabled(check::Detector::kMemory) && check::options().api_errors != check::ApiErrors::kNone;
}

bool reportsApiErrors(bool looked_at) {
  return reportsApiErrors() && (!looked_at || check::options().api_errors == check::ApiErrors::kAll);
}

void reportApiError(const FailedCall &call, const host::Explanation *explanation) {
  const std::string function = call.caller.function.empty() ? "a call of CUDA" : call.caller.function;
  const bool has_words = explanation && !explanation->what.empty();
  check::Finding finding =
      check::Finding::of(explanation ? explanation->rule : check::Rule::kApiError,
                         fmt::format("{}: {} ({})", has_words ? explanation->what : function + " failed",
                                     call.error, call.meaning));
  if (finding.rule == check::Rule::kApiError && call.is_looked_at)
    finding.severity = check::Severity::kWarning;
  finding.here.what = function;
  finding.words_of_sanitizer = fmt::format("Program hit {} (error {}) due to \"{}\" on CUDA API call to {}.",
                                           call.error, call.number, call.meaning, function);
  finding.here.stack = check::placesOf(call.caller.stack);
  std::vector<check::Place> &stack = finding.here.stack;
  while (stack.size() > 1 && isOfHeaders(stack.front()))
    stack.erase(stack.begin());
  // The kernel's stub, which has the kernel's name where it is inlined.
  if (finding.rule == check::Rule::kLaunchFailed && stack.size() > 1)
    stack.erase(stack.begin());
  if (explanation && explanation->notes)
    finding.notes = notesOf(explanation->notes());
  if (call.is_looked_at)
    finding.notes.push_back({"the program looks at what the call returns"});
  check::report(std::move(finding));
}

} // namespace raddle::api
