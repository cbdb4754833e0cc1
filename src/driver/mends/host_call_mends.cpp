#include "driver/mends/text_mends.h"

#include "driver/mends/expressions.h"
#include "driver/mends/source_text.h"

#include <fmt/format.h>

namespace raddle::driver {

namespace {

constexpr std::string_view kMark = "__raddle_host_call(", kCalleeMark = "__raddle_host_callee(";

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
