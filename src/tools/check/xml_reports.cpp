// The reports that are XML: JUnit's, and NVIDIA's.
#include "tools/check/reports.h"

#include "check/text_style.h"

#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace raddle::tools::check {

using namespace raddle::check;

namespace {

constexpr const char *kXmlHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

std::string element(const char *name, std::string_view content) {
  return fmt::format("<{0}>{1}</{0}>", name, escapedForXml(content));
}

std::string indexElement(const char *name, const std::optional<RaddleDim3> &index) {
  return index ? fmt::format("<{0}><x>{1}</x><y>{2}</y><z>{3}</z></{0}>", name, index->x, index->y, index->z)
               : "";
}

std::string frameElements(const Place &place) {
  std::string text = element("func", place.function);
  if (place.isKnown())
    text += element("path", place.file) + element("line", std::to_string(place.line));
  return text;
}

std::string sanitizerRecord(const Finding &finding) {
  const Who &who = finding.here.who;
  std::string text =
      fmt::format("<record>\n  {}<level>{}</level>\n", element("kind", kindOfSanitizer(finding.rule)),
                  finding.severity == Severity::kError ? "Error" : "Warning");
  if (who.thread || who.block)
    text += fmt::format("  <who>{}{}</who>\n", indexElement("threadIdx", who.thread),
                        indexElement("blockIdx", who.block));
  std::string what =
      element("text", finding.words_of_sanitizer.empty() ? finding.what : finding.words_of_sanitizer);
  if (kindOfSanitizer(finding.rule) == std::string_view("Api"))
    what += element("api", finding.here.what);
  if (finding.here.bytes)
    what += element("size", std::to_string(finding.here.bytes)) +
            element("direction", finding.here.write ? "write" : "read") +
            element("address", fmt::format("{:#x}", finding.here.address));
  text += fmt::format("  <what>{}</what>\n", what);
  if (!finding.here.stack.empty())
    text += fmt::format("  <where>{}</where>\n", frameElements(finding.here.place()));
  const bool is_of_host = who.kernel.empty();
  std::string frames;
  for (const Place &place : finding.here.stack)
    frames += fmt::format("<frame>{}</frame>", frameElements(place));
  if (!frames.empty())
    text += fmt::format("  <{0}>{1}</{0}>\n", is_of_host ? "hostStack" : "deviceStack", frames);
  return text + "</record>\n";
}

} // namespace

std::string escapedForXml(std::string_view text) {
  std::string escaped;
  for (const char c : text)
    switch (c) {
    case '&':
      escaped += "&amp;";
      break;
    case '<':
      escaped += "&lt;";
      break;
    case '>':
      escaped += "&gt;";
      break;
    case '"':
      escaped += "&quot;";
      break;
    default:
      escaped += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? '?' : c;
    }
  return escaped;
}

std::string commandLine(const CheckedRun &run) {
  std::string line;
  for (const std::string &word : run.command) {
    const bool is_plain =
        !word.empty() && word.find_first_of(" \t\n'\"\\$`*?[]{}()<>|&;#~") == std::string::npos;
    std::string quoted = word;
    if (!is_plain) {
      for (std::size_t at = 0; (at = quoted.find('\'', at)) != std::string::npos; at += 4)
        quoted.replace(at, 1, "'\\''");
      quoted = '\'' + quoted + '\'';
    }
    line += (line.empty() ? "" : " ") + quoted;
  }
  return line;
}

std::string junitReport(const CheckedRun &run) {
  const std::string program = std::filesystem::path(run.command.at(0)).filename().string();
  std::string cases;
  std::size_t tests = 0, failures = 0;
  for (const Finding &finding : run.findings) {
    if (finding.severity == Severity::kNote)
      continue;
    ++tests;
    ++failures;
    const RuleFacts &facts = factsOf(finding.rule);
    const std::string place = finding.here.place().text();
    cases +=
        fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n"
                    "      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>\n",
                    escapedForXml(program), escapedForXml(facts.id + (place.empty() ? "" : " at " + place)),
                    facts.id, escapedForXml(finding.what), escapedForXml(inWords(finding)));
  }
  if (!tests) {
    ++tests;
    cases =
        fmt::format("    <testcase classname=\"{}\" name=\"nothing was found\"/>\n", escapedForXml(program));
  }
  return fmt::format(
      "{}<testsuites>\n  <testsuite name=\"raddle check\" tests=\"{}\" failures=\"{}\" errors=\"0\" "
      "skipped=\"0\">\n{}  </testsuite>\n</testsuites>\n",
      kXmlHead, tests, failures, cases);
}

std::string sanitizerXmlReport(const CheckedRun &run) {
  std::string records;
  for (const Finding &finding : run.findings)
    records += sanitizerRecord(finding);
  return fmt::format("{}<ComputeSanitizerOutput>\n{}</ComputeSanitizerOutput>\n", kXmlHead, records);
}

} // namespace raddle::tools::check
