#include "check/text_style.h"

#include "diagnostics/messages.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace raddle::check {

namespace {

// The memory that is meant, as NVIDIA's tool spells it.
const char *memoryOf(Rule rule) {
  switch (rule) {
  case Rule::kOutOfBoundsShared:
  case Rule::kForeignShared:
    return "__shared__";
  case Rule::kOutOfBoundsLocal:
  case Rule::kUseAfterScope:
    return "__local__";
  case Rule::kOutOfBoundsConstant:
  case Rule::kConstantWrite:
    return "__constant__";
  default:
    return "__global__";
  }
}

std::string headline(const Finding &finding) {
  if (!finding.words_of_sanitizer.empty())
    return finding.words_of_sanitizer;
  if (finding.here.bytes)
    return fmt::format("Invalid {} {} of size {} bytes", memoryOf(finding.rule),
                       finding.here.write ? "write" : "read", finding.here.bytes);
  return finding.what;
}

} // namespace

const char *kindOfSanitizer(Rule rule) {
  switch (rule) {
  case Rule::kApiError:
  case Rule::kLaunchFailed:
  case Rule::kCopyTooLong:
  case Rule::kDoubleFree:
  case Rule::kInvalidFree:
    return "Api";
  default:
    break;
  }
  const RuleFacts &facts = factsOf(rule);
  if (std::string_view(facts.id).starts_with("leak-"))
    return "Leak";
  switch (facts.detector) {
  case Detector::kMemory:
    return "Precise";
  case Detector::kInit:
    return "Initcheck";
  case Detector::kRace:
    return "Racecheck";
  case Detector::kSync:
    return "Synccheck";
  }
  return "";
}

std::string withoutParameters(const std::string &function) {
  // Up to the parenthesis of the parameters, which are no template's; then from behind the result's type.
  std::size_t begin = 0, end = 0;
  int depth = 0;
  for (; end < function.size() &&
         (depth || function[end] != '(' || function.substr(end).starts_with("(anonymous"));
       ++end) {
    const char c = function[end];
    depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
    if (c == ' ' && !depth)
      begin = end + 1;
  }
  const std::string name = function.substr(begin, end - begin);
  return name.empty() ? function : name.substr(0, name.ends_with('>') ? name.find('<') : name.size());
}

std::string inWordsOfSanitizer(const Finding &finding, const SanitizerStyle &style) {
  const std::string &prefix = style.prefix;
  std::string text;
  auto line = [&](int indent, const std::string &words) {
    text += fmt::format("{} {}{}\n", prefix, std::string(static_cast<std::size_t>(indent), ' '), words);
  };
  auto stack = [&](const Access &access) {
    const bool is_of_kernel = !access.who.kernel.empty();
    std::size_t most = is_of_kernel ? style.most_device_frames : style.most_host_frames;
    // Where a kernel was is no part of its stack.
    if (!(is_of_kernel ? style.device_stacks : style.host_stacks))
      most = is_of_kernel ? 1 : 0;
    for (std::size_t i = 0; i < std::min(most, access.stack.size()); ++i) {
      const Place &place = access.stack[i];
      const std::string file = style.strips_paths   ? place.file.substr(place.file.rfind('/') + 1)
                               : place.path.empty() ? place.file
                                                    : place.path;
      const std::string where = place.isKnown() ? fmt::format(" in {}:{}", file, place.line) : "";
      const char *kind = is_of_kernel ? (i ? "Device Frame: " : "at ") : "Host Frame: ";
      const std::string function =
          style.strips_parameters ? withoutParameters(place.function) : place.function;
      line(is_of_kernel && !i ? 4 : 8, kind + (function.empty() ? "?" : function) + where);
    }
  };
  line(0, headline(finding));
  stack(finding.here);
  const Who &who = finding.here.who;
  if (who.thread && who.block)
    line(4, fmt::format("by thread {} in block {}", raddle::format(*who.thread), raddle::format(*who.block)));
  if (finding.here.bytes)
    line(4, fmt::format("Address {:#x} is {}", finding.here.address,
                        finding.rule == Rule::kMisaligned ? "misaligned" : "out of bounds"));
  if (finding.here.bytes || !finding.words_of_sanitizer.empty())
    line(4, finding.what);
  if (!finding.object.empty())
    line(4, "on " + finding.object);
  if (finding.other) {
    line(4, finding.other->what);
    stack(*finding.other);
  }
  for (const Note &note : finding.notes)
    line(4, note.place.isKnown() ? fmt::format("{} ({})", note.text, note.place.text()) : note.text);
  return text + prefix + '\n';
}

} // namespace raddle::check
