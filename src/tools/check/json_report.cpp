#include "tools/check/reports.h"

#include "check/record.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

#include <utility>

namespace raddle::tools::check {

using namespace raddle::check;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace {

// As in the record, with what the rule says.
Value jsonOf(const Finding &finding) {
  auto value = llvm::json::parse(llvm::json::fixUTF8(recordLine(finding, 0)));
  if (!value) {
    llvm::consumeError(value.takeError());
    return Object{};
  }
  // A new object: LLVM's json::Object must not be copied after a member was erased.
  Object object;
  for (auto &[name, member] : *value->getAsObject())
    if (!llvm::is_contained({"process", "number", "words_of_sanitizer"}, llvm::StringRef(name)))
      object[name] = std::move(member);
  object["detector"] = nameOf(factsOf(finding.rule).detector);
  const Place place = finding.here.place();
  if (place.isKnown())
    object["place"] = llvm::json::fixUTF8(place.text());
  return object;
}

std::int64_t signedCount(std::size_t count) { return static_cast<std::int64_t>(count); }

} // namespace

std::string jsonReport(const CheckedRun &run) {
  Array command, findings;
  for (const std::string &word : run.command)
    command.push_back(llvm::json::fixUTF8(word));
  for (const Finding &finding : run.findings)
    findings.push_back(jsonOf(finding));
  const Value report = Object{{"command", std::move(command)},
                              {"status", run.status},
                              {"errors", signedCount(run.kinds(Severity::kError))},
                              {"warnings", signedCount(run.kinds(Severity::kWarning))},
                              {"notes", signedCount(run.kinds(Severity::kNote))},
                              {"findings", std::move(findings)}};
  std::string text;
  llvm::raw_string_ostream(text) << llvm::formatv("{0:2}", report);
  return text + "\n";
}

} // namespace raddle::tools::check
