#include "api/cudart/errors/api_findings.h"

#include "api/cudart/errors/errors.h"
#include "check/live_objects.h"
#include "check/report.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <string_view>
#include <utility>
#include <vector>

namespace raddle::cudart {

namespace {

// The functions of CUDA's headers are not the program's.
bool isOfHeaders(const check::Place &place) {
  return place.function.starts_with("cuda") || place.function.find(" cuda") != std::string::npos;
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

// When all else has ended, even the destructors of the program, which may free memory.
void finishChecks() {
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

void reportApiError(const FailedCall &call, const host::Explanation *explanation) {
  const std::string function = call.function.empty() ? "a call of the CUDA runtime" : call.function;
  const bool has_words = explanation && !explanation->what.empty();
  check::Finding finding =
      check::Finding::of(explanation ? explanation->rule : check::Rule::kApiError,
                         fmt::format("{}: {} ({})", has_words ? explanation->what : function + " failed",
                                     nameOf(call.error), meaningOf(call.error)));
  if (finding.rule == check::Rule::kApiError && call.is_looked_at)
    finding.severity = check::Severity::kWarning;
  finding.here.what = function;
  finding.words_of_sanitizer =
      fmt::format("Program hit {} (error {}) due to \"{}\" on CUDA API call to {}.", nameOf(call.error),
                  static_cast<int>(call.error), meaningOf(call.error), function);
  finding.here.stack = check::placesOf(call.callers);
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

} // namespace raddle::cudart
