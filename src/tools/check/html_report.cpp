#include "tools/check/reports.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace raddle::tools::check {

using namespace raddle::check;

namespace {

constexpr const char *kStyle = R"(
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --error: #c62828; --warning: #b26a00; --note: #1565c0; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
section { border: 1px solid var(--line); border-left: .4rem solid; border-radius: .4rem; padding: .2rem 1rem; margin: 1rem 0; }
section.error { border-left-color: var(--error); }
section.warning { border-left-color: var(--warning); }
section.note { border-left-color: var(--note); }
h2 { font-size: 1.05rem; margin: .6rem 0; }
h3 { font-size: .95rem; margin: .8rem 0 .2rem; }
code, pre, td { font-family: ui-monospace, monospace; font-size: .85rem; }
.rule { float: right; opacity: .7; font-weight: normal; }
table { border-collapse: collapse; width: 100%; background: var(--soft); margin: .3rem 0; }
td { padding: 0 .6rem; white-space: pre-wrap; }
td:first-child { text-align: right; opacity: .6; width: 3rem; user-select: none; }
tr.here { background: #f4433633; }
ol { margin: .2rem 0; }
.advice { font-weight: 600; }
)";

// Sources are read once.
class Sources {
public:
  const std::vector<std::string> &linesOf(const std::string &file) {
    auto [entry, is_new] = files_.try_emplace(file);
    if (is_new) {
      std::ifstream stream(file);
      for (std::string line; std::getline(stream, line);)
        entry->second.push_back(std::move(line));
    }
    return entry->second;
  }

private:
  std::map<std::string, std::vector<std::string>> files_;
};

// The lines around a place; nothing where the file is not there.
std::string excerpt(Sources &sources, const Place &place) {
  constexpr std::size_t kAround = 3;
  const std::vector<std::string> &lines = sources.linesOf(place.path.empty() ? place.file : place.path);
  if (place.line == 0 || place.line > lines.size())
    return {};
  std::string rows;
  const std::size_t first = place.line > kAround ? place.line - kAround : 1,
                    last = std::min<std::size_t>(lines.size(), place.line + kAround);
  for (std::size_t line = first; line <= last; ++line)
    rows += fmt::format("<tr{}><td>{}</td><td>{}</td></tr>\n", line == place.line ? " class=\"here\"" : "",
                        line, escapedForXml(lines[line - 1]));
  return fmt::format("<table>\n{}</table>\n", rows);
}

std::string stackOf(const Access &access) {
  if (access.stack.empty())
    return {};
  std::string items;
  for (const Place &place : access.stack)
    items += fmt::format("<li><code>{}</code>{}</li>\n",
                         escapedForXml(place.function.empty() ? "?" : place.function),
                         place.isKnown() ? " at <code>" + escapedForXml(place.text()) + "</code>" : "");
  return fmt::format("<ol start=\"0\">\n{}</ol>\n", items);
}

std::string accessOf(Sources &sources, const Access &access, const std::string &title) {
  const Place place = access.place();
  std::string text = fmt::format("<h3>{}{}</h3>\n", escapedForXml(title),
                                 place.isKnown() ? ": <code>" + escapedForXml(place.text()) + "</code>" : "");
  if (const std::string who = access.who.text(); !who.empty())
    text += fmt::format("<p>{}</p>\n", escapedForXml(who));
  return text + excerpt(sources, place) + stackOf(access);
}

std::string paragraph(const std::string &text) {
  return text.empty() ? "" : fmt::format("<p>{}</p>\n", escapedForXml(text));
}

std::string sectionOf(Sources &sources, const Finding &finding) {
  std::string text = fmt::format(
      "<section class=\"{0}\">\n<h2><span class=\"rule\">{1}{2}</span>{0}: {3}</h2>\n",
      nameOf(finding.severity), factsOf(finding.rule).id,
      finding.count > 1 ? fmt::format(", {} times", finding.count) : "", escapedForXml(finding.what));
  text += paragraph(finding.object.empty() ? "" : "on " + finding.object);
  text += accessOf(sources, finding.here, "Here");
  if (finding.other)
    text += accessOf(sources, *finding.other, finding.other->what);
  for (const Note &note : finding.notes) {
    text += paragraph(note.place.isKnown() ? note.text + " (" + note.place.text() + ")" : note.text);
    if (note.place.isKnown())
      text += excerpt(sources, note.place);
  }
  if (!finding.ordered_by.empty())
    text += paragraph("The two would be ordered by " + finding.ordered_by + ".");
  if (!finding.advice.empty())
    text += fmt::format("<p class=\"advice\">{}</p>\n", escapedForXml(finding.advice));
  return text + "</section>\n";
}

} // namespace

std::string htmlReport(const CheckedRun &run) {
  Sources sources;
  std::string sections;
  for (const Finding &finding : run.findings)
    sections += sectionOf(sources, finding);
  const std::string command = escapedForXml(commandLine(run));
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<title>raddle check: {0}</title>\n<style>{1}</style>\n</head>\n<body>\n"
      "<h1>raddle check <code>{0}</code></h1>\n<p id=\"summary\">Found: {2}. The program ended with status "
      "{3}.</p>\n{4}</body>\n</html>\n",
      command, kStyle, describeCounts(run), run.status, sections);
}

} // namespace raddle::tools::check
