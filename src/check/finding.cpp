#include "check/finding.h"

#include "diagnostics/messages.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace raddle::check {

namespace {

constexpr RuleFacts kRules[]{
#define CHECK_RULE(name, id, detector, severity, title, advice)                                              \
  {Rule::name, id, Detector::detector, Severity::severity, title, advice},
#include "check/rules.def"
#undef CHECK_RULE
};

// Standard headers, whose operators new and delete kernels call, have names without a dot.
bool isOfProgram(const Place &place) {
  return place.file.substr(place.file.rfind('/') + 1).find('.') != std::string::npos;
}

} // namespace

std::span<const RuleFacts> allRules() { return kRules; }

const RuleFacts &factsOf(Rule rule) { return kRules[static_cast<std::size_t>(rule)]; }

std::optional<Rule> ruleOf(std::string_view id) {
  const auto *row =
      std::ranges::find(kRules, id, [](const RuleFacts &facts) { return std::string_view(facts.id); });
  return row == std::end(kRules) ? std::nullopt : std::optional(row->rule);
}

const char *nameOf(Detector detector) {
  switch (detector) {
  case Detector::kMemory:
    return "memory";
  case Detector::kInit:
    return "init";
  case Detector::kRace:
    return "race";
  case Detector::kSync:
    return "sync";
  }
  return "";
}

const char *nameOf(Severity severity) {
  switch (severity) {
  case Severity::kNote:
    return "note";
  case Severity::kWarning:
    return "warning";
  case Severity::kError:
    return "error";
  }
  return "";
}

std::string Place::text() const {
  if (file.empty() || !line)
    return file;
  return column ? fmt::format("{}:{}:{}", file, line, column) : fmt::format("{}:{}", file, line);
}

std::string Who::text() const {
  std::string text;
  auto add = [&](const std::string &part) { text += (text.empty() ? "" : ", ") + part; };
  if (!kernel.empty())
    add(fmt::format("kernel '{}'", kernel));
  if (block)
    add("block " + raddle::format(*block));
  if (thread)
    add("thread " + raddle::format(*thread));
  if (warp)
    add(fmt::format("warp {}", *warp));
  if (lane)
    add(fmt::format("lane {}", *lane));
  if (!stream.empty())
    add(stream);
  return text;
}

Place Access::place() const {
  const auto known = [](const Place &place) { return place.isKnown() && isOfProgram(place); };
  if (const auto own = std::ranges::find_if(stack, known); own != stack.end())
    return *own;
  const auto any = std::ranges::find_if(stack, &Place::isKnown);
  return any == stack.end() ? Place() : *any;
}

Finding Finding::of(Rule rule, std::string what) {
  const RuleFacts &facts = factsOf(rule);
  Finding finding;
  finding.rule = rule;
  finding.severity = facts.severity;
  finding.what = std::move(what);
  finding.advice = facts.advice;
  return finding;
}

Identity identityOf(const Finding &finding) {
  const std::string here = finding.here.place().text();
  return {finding.rule, here, finding.other ? finding.other->place().text() : "",
          here.empty() ? finding.what : ""};
}

} // namespace raddle::check
