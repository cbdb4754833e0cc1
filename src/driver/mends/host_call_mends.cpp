#include "driver/mends/text_mends.h"

#include "driver/mends/source_text.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

namespace raddle::driver {

namespace {

constexpr std::string_view kMark = "__raddle_host_call(", kCalleeMark = "__raddle_host_callee(";

// The beginning of the comment that ends at `end`, or `end`.
size_t commentBegin(std::string_view text, size_t end) {
  if (text.substr(0, end).ends_with("*/"))
    return std::min(text.rfind("/*", end), end);
  for (size_t at = lineBegin(text, end); at < end; at = afterToken(text, at))
    if (text.substr(at).starts_with("//"))
      return at;
  return end;
}

// After the last character before `at` that is neither a blank nor of a comment.
size_t afterPrevious(std::string_view text, size_t at) {
  for (;;) {
    while (at > 0 && std::isspace(static_cast<unsigned char>(text[at - 1])))
      --at;
    const size_t begin = commentBegin(text, at);
    if (begin == at)
      return at;
    at = begin;
  }
}

size_t wordBegin(std::string_view text, size_t end) {
  while (end > 0 && isWordCharacter(text[end - 1]))
    --end;
  return end;
}

// The bracket that the one before `end` closes; npos when none is found. Literals and comments are not looked for.
size_t opening(std::string_view text, size_t end) {
  constexpr std::string_view kOpening = "([<", kClosing = ")]>";
  int depth = 0;
  for (size_t at = end; at-- > 0;) {
    if (text[at] == ';' || text[at] == '{' || text[at] == '}')
      return npos;
    depth += kClosing.find(text[at]) != npos;
    depth -= kOpening.find(text[at]) != npos;
    if (depth == 0)
      return at;
  }
  return npos;
}

// Where the name, the call or the subscript begins that ends at `end`: `f(x)[i]`, `A<T>`. npos for what else ends there.
size_t operandBegin(std::string_view text, size_t end) {
  while (end > 0 && (text[end - 1] == ')' || text[end - 1] == ']' || text[end - 1] == '>')) {
    const size_t open = opening(text, end);
    if (open == npos)
      return npos;
    end = afterPrevious(text, open);
  }
  const size_t begin = wordBegin(text, end);
  return begin == end || std::isdigit(static_cast<unsigned char>(text[begin])) ? npos : begin;
}

// Where the expression begins whose last name stands at `name`: `a::b<c>::name`, `object.name`, `f(x)->name`.
size_t calleeBegin(std::string_view text, size_t name) {
  for (;;) {
    const size_t end = afterPrevious(text, name);
    const std::string_view before = text.substr(0, end);
    const bool is_scope = before.ends_with("::"), is_pointer = before.ends_with("->");
    if (!is_scope && !is_pointer && !before.ends_with("."))
      return name;
    const size_t operator_begin = end - (is_scope || is_pointer ? 2 : 1);
    const size_t begin = operandBegin(text, afterPrevious(text, operator_begin));
    // ::f(x)
    if (begin == npos)
      return is_scope ? operator_begin : npos;
    name = begin;
  }
}

// Whether what begins at `at` is a parameter's default: void f(int a, int b = g()); but not an assignment in an
// argument, before whose `=` stands a name alone: CHECK(error = g()).
bool isDefault(std::string_view text, size_t at) {
  const size_t end = afterPrevious(text, at);
  if (!text.substr(0, end).ends_with("=") || end < 2)
    return false;
  const size_t name = operandBegin(text, afterPrevious(text, end - 1));
  const size_t before = name == npos ? npos : afterPrevious(text, name);
  if (before != npos && before > 0 && std::string_view("(,;{}").find(text[before - 1]) != npos)
    return false;
  int depth = 0;
  while (at-- > 0 && text[at] != ';' && text[at] != '{' && text[at] != '}' && depth >= 0)
    depth += (text[at] == ')') - (text[at] == '(');
  return depth < 0;
}

// Whether an expression begins at `at`, and not what a declaration declares: `Type name(x)`.
bool beginsExpression(std::string_view text, size_t at) {
  const size_t end = afterPrevious(text, at);
  if (end == 0)
    return false;
  if (!isWordCharacter(text[end - 1]))
    return std::string_view("=(,;{}:?!+-/%|^[)").find(text[end - 1]) != npos;
  constexpr auto kWords = std::to_array<std::string_view>({"return", "else", "do", "throw", "case"});
  const std::string_view word = text.substr(wordBegin(text, end), end - wordBegin(text, end));
  return std::ranges::find(kWords, word) != kWords.end();
}

} // namespace

std::string withHostCall(std::string_view text, size_t offset) {
  size_t end = offset;
  while (end < text.size() && isWordCharacter(text[end]))
    ++end;
  size_t open = skipBlanks(text, end);
  if (text.substr(open).starts_with("<")) {
    end = afterClosing(text, open, '<', '>');
    open = end == npos ? npos : skipBlanks(text, end);
  }
  if (end == offset || open >= text.size())
    return std::string(text);
  // CALL(a::f, (x, y)): the macro has the parentheses.
  const bool is_callee_alone = text[open] == ',' || text[open] == ')';
  const std::string_view mark = is_callee_alone ? kCalleeMark : kMark;
  const size_t begin = calleeBegin(text, offset);
  const size_t close = is_callee_alone ? end : text[open] == '(' ? afterClosing(text, open, '(', ')') : npos;
  if (begin == npos || close == npos || !beginsExpression(text, begin) || isDefault(text, begin) ||
      text.substr(0, begin).ends_with(mark) || text.substr(begin).starts_with(mark))
    return std::string(text);
  return fmt::format("{}{}{}){}", text.substr(0, begin), mark, text.substr(begin, close - begin),
                     text.substr(close));
}

} // namespace raddle::driver
