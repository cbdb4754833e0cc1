#include "check/text_style.h"

#include "diagnostics/messages.h"

#include <fmt/format.h>

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

std::string inWordsOfSanitizer(const Finding &finding, const std::string &prefix) {
  std::string text;
  auto line = [&](int indent, const std::string &words) {
    text += fmt::format("{} {}{}\n", prefix, std::string(static_cast<std::size_t>(indent), ' '), words);
  };
  auto stack = [&](const Access &access) {
    const bool is_of_kernel = !access.who.kernel.empty();
    for (std::size_t i = 0; i < access.stack.size(); ++i) {
      const Place &place = access.stack[i];
      const std::string where = place.isKnown() ? fmt::format(" in {}:{}", place.file, place.line) : "";
      const char *kind = is_of_kernel ? (i ? "Device Frame: " : "at ") : "Host Frame: ";
      line(is_of_kernel && !i ? 4 : 8, kind + (place.function.empty() ? "?" : place.function) + where);
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
