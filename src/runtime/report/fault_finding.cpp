#include "runtime/report/fault_finding.h"

#include "check/report.h"
#include "diagnostics/messages.h"
#include "runtime/block/block.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace raddle::runtime {

namespace {

check::Rule ruleOf(const Fault &fault) {
  if (fault.rule)
    return *fault.rule;
  switch (fault.kind) {
  case FaultKind::kMisalignedAddress:
    return check::Rule::kMisaligned;
  case FaultKind::kAssert:
    return check::Rule::kAssert;
  case FaultKind::kTrap:
    return check::Rule::kTrap;
  case FaultKind::kStackOverflow:
    return check::Rule::kStackOverflow;
  case FaultKind::kIllegalInstruction:
    return check::Rule::kIllegalInstruction;
  case FaultKind::kDeadlock:
    return check::Rule::kDeadlock;
  case FaultKind::kIllegalAddress:
  case FaultKind::kNone:
    break;
  }
  return check::Rule::kWildAddress;
}

bool isWanted(check::Rule rule) { return check::enabled(check::factsOf(rule).detector); }

std::string_view without(std::string_view text, std::string_view prefix) {
  if (text.starts_with(prefix))
    text.remove_prefix(prefix.size());
  return text;
}

std::string_view withoutIndentation(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

// The first line says what was found, the others become notes.
void addLines(check::Finding &finding, std::string_view report) {
  for (bool is_first = true; !report.empty(); is_first = false) {
    const std::string_view line = report.substr(0, report.find('\n'));
    report.remove_prefix(std::min(line.size() + 1, report.size()));
    if (is_first)
      finding.what = without(line, "raddle: error: ");
    else
      finding.notes.push_back({std::string(withoutIndentation(without(line, "note: ")))});
  }
}

// "f.cu:3: void k(): block: [0,0,0], thread: [1,0,0] Assertion `x` failed." says who and where too.
std::string_view assertionOf(std::string_view text) {
  const std::size_t begin = text.find("] Assertion `");
  return begin == std::string_view::npos ? text : text.substr(begin + 2);
}

std::vector<check::Place> stackOf(const Fault &fault) {
  if (fault.stack.count)
    if (std::vector<check::Place> stack = check::placesOf(fault.stack); !stack.empty())
      return stack;
  std::vector<check::Place> stack = check::placesAt(fault.site);
  return stack.empty() || !stack.front().isKnown() ? check::placesAt(fault.caller) : stack;
}

void addThread(check::Who &who, const Fault &fault) {
  if (!fault.thread)
    return;
  who.warp = fault.thread->warp;
  if (fault.some_lane)
    return;
  who.thread = fault.thread->thread_idx;
  who.lane = fault.thread->lane;
}

} // namespace

std::optional<check::Finding> findingOf(const Block &block, const Fault &fault) {
  const check::Rule rule = ruleOf(fault);
  if (!isWanted(rule))
    return std::nullopt;
  const std::string kernel = kernelName(block.kernel());
  check::Finding finding = check::Finding::of(rule, "");
  if (fault.kind == FaultKind::kAssert)
    addLines(finding, assertionOf(fault.text));
  else if (fault.verbatim) {
    addLines(finding, fault.text);
    if (!fault.finding.empty())
      finding.notes.insert(finding.notes.begin(), {std::exchange(finding.what, fault.finding)});
  } else
    finding.what = fault.about_kernel ? fmt::format("kernel '{}' {}", kernel, fault.text) : fault.text;
  finding.here.stack = stackOf(fault);
  finding.here.who.kernel = kernel;
  finding.here.who.launch = block.run->launchNumber();
  finding.here.who.block = block.block_idx;
  addThread(finding.here.who, fault);
  for (const FaultNote &note : fault.notes) {
    const std::vector<check::Place> places = check::placesAt(note.site);
    finding.notes.push_back({note.text, places.empty() ? check::Place() : places.front()});
  }
  return finding;
}

std::optional<check::Finding> findingOf(const Run &run, check::Rule rule, const std::string &report,
                                        std::uintptr_t site) {
  if (!isWanted(rule))
    return std::nullopt;
  check::Finding finding = check::Finding::of(rule, "");
  addLines(finding, report);
  finding.here.stack = check::placesAt(site);
  finding.here.who.kernel = kernelName(run.kernel());
  finding.here.who.launch = run.launchNumber();
  return finding;
}

} // namespace raddle::runtime
