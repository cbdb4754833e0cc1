#include "tools/check/reports.h"

#include "driver/command/version.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace raddle::tools::check {

namespace fs = std::filesystem;
using namespace raddle::check;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace {

const char *levelOf(Severity severity) { return nameOf(severity); } // SARIF has the same words

Object message(const std::string &text) { return Object{{"text", llvm::json::fixUTF8(text)}}; }

// What does not stand in a URI for itself is written as %xx.
std::string uriOf(const std::string &file) {
  std::error_code failed;
  const fs::path path(file);
  const fs::path relative = path.is_absolute() ? path.lexically_relative(fs::current_path(failed)) : path;
  const bool is_below = !relative.empty() && *relative.begin() != "..";
  std::string uri = path.is_absolute() && !is_below ? "file://" : "";
  for (const unsigned char c : (is_below ? relative : path).lexically_normal().string())
    uri += std::isalnum(c) || std::string_view("/-._~").find(static_cast<char>(c)) != std::string_view::npos
               ? std::string(1, static_cast<char>(c))
               : fmt::format("%{:02X}", c);
  return uri;
}

Object locationOf(const Place &place) {
  Object location;
  if (place.isKnown()) {
    Object physical{
        {"artifactLocation", Object{{"uri", uriOf(place.path.empty() ? place.file : place.path)}}}};
    if (place.line) {
      Object region{{"startLine", place.line}};
      if (place.column)
        region["startColumn"] = place.column;
      physical["region"] = std::move(region);
    }
    location["physicalLocation"] = std::move(physical);
  }
  if (!place.function.empty())
    location["logicalLocations"] =
        Array{Object{{"fullyQualifiedName", llvm::json::fixUTF8(place.function)}, {"kind", "function"}}};
  return location;
}

Object stackOf(const Access &access, const std::string &title) {
  Array frames;
  for (const Place &place : access.stack)
    frames.push_back(Object{{"location", locationOf(place)}});
  return Object{{"message", message(title)}, {"frames", std::move(frames)}};
}

// All that the text of a finding says in its notes.
std::string messageOf(const Finding &finding) {
  std::string text = finding.what;
  auto add = [&](const std::string &sentence) {
    if (!sentence.empty())
      text += "\n" + sentence;
  };
  add(finding.object.empty() ? "" : "on " + finding.object);
  add(finding.here.who.text());
  for (const Note &note : finding.notes)
    if (!note.place.isKnown())
      add(note.text);
  add(finding.ordered_by.empty() ? "" : "the two would be ordered by " + finding.ordered_by);
  add(finding.advice);
  return text;
}

Object resultOf(const Finding &finding, std::size_t rule_index) {
  Object result{{"ruleId", factsOf(finding.rule).id},
                {"ruleIndex", static_cast<std::int64_t>(rule_index)},
                {"level", levelOf(finding.severity)},
                {"message", message(messageOf(finding))},
                {"occurrenceCount", static_cast<std::int64_t>(std::max<std::uint64_t>(finding.count, 1))}};
  const Place place = finding.here.place();
  if (place.isKnown())
    result["locations"] = Array{locationOf(place)};
  Array related, stacks;
  auto relate = [&](const Place &where, const std::string &what) {
    if (!where.isKnown())
      return;
    Object location = locationOf(where);
    location["id"] = static_cast<std::int64_t>(related.size());
    location["message"] = message(what);
    related.push_back(std::move(location));
  };
  if (!finding.here.stack.empty())
    stacks.push_back(stackOf(finding.here, finding.what));
  if (finding.other) {
    relate(finding.other->place(), finding.other->what);
    if (!finding.other->stack.empty())
      stacks.push_back(stackOf(*finding.other, finding.other->what));
  }
  for (const Note &note : finding.notes)
    relate(note.place, note.text);
  if (!related.empty())
    result["relatedLocations"] = std::move(related);
  if (!stacks.empty())
    result["stacks"] = std::move(stacks);
  return result;
}

Object descriptorOf(const RuleFacts &facts) {
  Object rule{{"id", facts.id},
              {"shortDescription", message(facts.title)},
              {"defaultConfiguration", Object{{"level", levelOf(facts.severity)}}},
              {"properties", Object{{"tags", Array{nameOf(facts.detector)}}}}};
  if (*facts.advice)
    rule["help"] = message(facts.advice);
  return rule;
}

} // namespace

std::string sarifReport(const CheckedRun &run) {
  // Only the rules that were broken: each once, in the order of their findings.
  std::map<Rule, std::size_t> indices;
  Array rules, results;
  for (const Finding &finding : run.findings) {
    const auto [index, is_new] = indices.try_emplace(finding.rule, rules.size());
    if (is_new)
      rules.push_back(descriptorOf(factsOf(finding.rule)));
    results.push_back(resultOf(finding, index->second));
  }
  Object driver{{"name", "raddle check"}, {"version", driver::raddleVersion()}, {"rules", std::move(rules)}};
  Object invocation{{"commandLine", llvm::json::fixUTF8(commandLine(run))},
                    {"exitCode", run.status},
                    {"executionSuccessful", run.status == 0}};
  const Value report = Object{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                              {"version", "2.1.0"},
                              {"runs", Array{Object{{"tool", Object{{"driver", std::move(driver)}}},
                                                    {"columnKind", "unicodeCodePoints"},
                                                    {"invocations", Array{std::move(invocation)}},
                                                    {"results", std::move(results)}}}}};
  std::string text;
  llvm::raw_string_ostream(text) << llvm::formatv("{0:2}", report);
  return text + "\n";
}

} // namespace raddle::tools::check
