// Kernels in device code: child<<<grid, block>>>(x), and `child` alone, which stands for its address.
#include "driver/mends/expressions.h"
#include "driver/mends/source_text.h"
#include "driver/mends/text_mends.h"

#include <algorithm>

#include <fmt/format.h>

namespace raddle::driver {

namespace {

constexpr std::string_view kLaunch = "__raddle_launch(", kKernel = "__raddle_kernel(";

// Where a mark can stand that comes before the text at `begin`. Where that is the first in its line, the end of the line before,
// so that columns stay; unless that line is a directive.
size_t placeOfMark(std::string_view text, size_t begin) {
  const size_t line = lineBegin(text, begin);
  if (line == 0 || text.substr(line, begin - line).find_first_not_of(" \t") != npos)
    return begin;
  const size_t before = lineBegin(text, line - 1);
  const size_t first = skipBlanks(text, before);
  size_t end = before;
  // Before a comment, and before the backslash of a macro.
  while (end < line - 1 && !text.substr(end).starts_with("//") && !text.substr(end).starts_with("\\\n"))
    end = std::max(afterToken(text, end), end + 1);
  const bool is_directive = first < line && text[first] == '#' && end == line - 1;
  return is_directive || end > line - 1 ? begin : end;
}

std::string wrapped(std::string_view text, size_t begin, size_t end, std::string_view mark) {
  if (begin == npos || end == npos)
    return std::string(text);
  const size_t place = placeOfMark(text, begin);
  if (text.substr(0, place).ends_with(mark))
    return std::string(text);
  return fmt::format("{}{}{}){}", text.substr(0, place), mark, text.substr(place, end - place),
                     text.substr(end));
}

// After the brackets at `open`, of whichever kind.
size_t afterBrackets(std::string_view text, size_t open) {
  return afterClosing(text, open, text[open], text[open] == '(' ? ')' : text[open] == '{' ? '}' : ']');
}

bool opensBrackets(char character) { return character == '(' || character == '{' || character == '['; }

// After the template arguments at `open`; a `>` in brackets closes nothing.
size_t afterTemplateList(std::string_view text, size_t open) {
  int depth = 0;
  for (size_t at = open; at < text.size() && text[at] != ';';) {
    depth += text[at] == '<';
    depth -= text[at] == '>';
    if (depth == 0)
      return at + 1;
    at = opensBrackets(text[at])              ? afterBrackets(text, at)
         : text[at] == '<' || text[at] == '>' ? at + 1
                                              : afterToken(text, at);
  }
  return npos;
}

// After the word at `at` and the template arguments that follow it.
size_t afterUnqualified(std::string_view text, size_t at) {
  while (at < text.size() && isWordCharacter(text[at]))
    ++at;
  const size_t open = skipBlanks(text, at);
  if (!text.substr(open).starts_with("<") || text.substr(open).starts_with("<<<"))
    return at;
  const size_t close = afterTemplateList(text, open);
  return close == npos ? at : close;
}

// After the name at `at`, which may be qualified: A<T>::template kernel<3>.
size_t afterName(std::string_view text, size_t at) {
  constexpr std::string_view kTemplate = "template";
  for (;;) {
    const size_t end = afterUnqualified(text, at), scope = skipBlanks(text, end);
    if (!text.substr(scope).starts_with("::"))
      return end;
    at = skipBlanks(text, scope + 2);
    if (text.substr(at).starts_with(kTemplate))
      at = skipBlanks(text, at + kTemplate.size());
  }
}

// After the ">>>" that closes the launch configuration at `open`.
size_t afterConfiguration(std::string_view text, size_t open) {
  for (size_t at = open + 3; at < text.size() && text[at] != ';';) {
    if (text.substr(at).starts_with(">>>"))
      return at + 3;
    at = opensBrackets(text[at]) ? afterBrackets(text, at) : afterToken(text, at);
  }
  return npos;
}

// A unary `&` before `begin`.
size_t withAddressOperator(std::string_view text, size_t begin) {
  const size_t end = afterPrevious(text, begin);
  return end > 0 && text[end - 1] == '&' && beginsExpression(text, end - 1) ? end - 1 : begin;
}

} // namespace

std::string withDeviceLaunch(std::string_view text, size_t offset) {
  // Of the address of a template's kernel clang blames the operator.
  if (offset < text.size() && text[offset] == '&')
    offset = skipBlanks(text, offset + 1);
  // A name of several lines, for each of which clang complains.
  if (offset < text.size() &&
      (text.substr(offset).starts_with(kKernel) || text.substr(offset).starts_with(kLaunch)))
    return std::string(text);
  if (offset >= text.size() || !isWordCharacter(text[offset]))
    return std::string(text);
  const size_t end = afterName(text, offset), next = skipBlanks(text, end), begin = calleeBegin(text, offset);
  if (text.substr(next).starts_with("<<<")) {
    const size_t configured = afterConfiguration(text, next);
    const size_t open = configured == npos ? npos : skipBlanks(text, configured);
    return open < text.size() && text[open] == '('
               ? wrapped(text, begin, afterClosing(text, open, '(', ')'), kLaunch)
               : std::string(text);
  }
  // A macro that launches.
  if (next < text.size() && text[next] == '(')
    return wrapped(text, begin, afterClosing(text, next, '(', ')'), kLaunch);
  return begin == npos ? std::string(text) : wrapped(text, withAddressOperator(text, begin), end, kKernel);
}

} // namespace raddle::driver
