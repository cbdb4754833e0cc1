#include "driver/mends/expressions.h"

#include "driver/mends/source_text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace raddle::driver {

namespace {

// The beginning of the comment that ends at `end`, or `end`.
size_t commentBegin(std::string_view text, size_t end) {
  if (text.substr(0, end).ends_with("*/"))
    return std::min(text.rfind("/*", end), end);
  for (size_t at = lineBegin(text, end); at < end; at = afterToken(text, at))
    if (text.substr(at).starts_with("//"))
      return at;
  return end;
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

} // namespace

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

size_t calleeBegin(std::string_view text, size_t name) {
  for (;;) {
    size_t end = afterPrevious(text, name);
    if (const size_t word = wordBegin(text, end); text.substr(word, end - word) == "template")
      end = afterPrevious(text, word);
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

std::string_view calleeAround(std::string_view text, size_t at) {
  int closed = 0;
  while (at-- > 0) {
    const char character = text[at];
    closed += character == ')' || character == ']' || character == '}';
    if (character != '(' && character != '[' && character != '{')
      continue;
    if (closed-- > 0)
      continue;
    if (character != '(')
      return {};
    closed = 0;
    const size_t end = afterPrevious(text, at), begin = wordBegin(text, end);
    if (begin < end)
      return text.substr(begin, end - begin);
  }
  return {};
}

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

} // namespace raddle::driver
