#include "check/text_style.h"

#include "diagnostics/messages.h"
#include "diagnostics/written_stack.h"

#include <fmt/format.h>

namespace raddle::check {

namespace {

std::string stackText(const std::vector<Place> &stack) {
  std::vector<std::string> lines;
  for (const Place &place : stack)
    lines.push_back((place.function.empty() ? "?" : place.function) +
                    (place.isKnown() ? " at " + place.text() : ""));
  return numberedLines(lines);
}

} // namespace

std::string inWords(const Finding &finding) {
  std::string text = fmt::format("{}{}: {} [{}]\n", placePrefix(finding.here.place().text()),
                                 nameOf(finding.severity), finding.what, factsOf(finding.rule).id);
  auto note = [&](const std::string &place, const std::string &line) {
    if (!line.empty())
      text += (place.empty() ? "" : place + ": ") + "note: " + line + '\n';
  };
  if (!finding.object.empty())
    note("", "on " + finding.object);
  note("", finding.here.who.text());
  if (finding.here.stack.size() > 1)
    text += "note: the stack there:\n" + stackText(finding.here.stack);
  if (finding.other) {
    const std::string who = finding.other->who.text();
    note(finding.other->place().text(), finding.other->what + (who.empty() ? "" : " by " + who));
    if (finding.other->stack.size() > 1)
      text += stackText(finding.other->stack);
  }
  for (const Note &line : finding.notes)
    note(line.place.text(), line.text);
  if (!finding.ordered_by.empty())
    note("", "the two would be ordered by " + finding.ordered_by);
  note("", finding.advice);
  return text;
}

} // namespace raddle::check
