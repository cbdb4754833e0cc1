#include "driver/mends/text_mends.h"

#include "driver/mends/source_text.h"

#include <algorithm>
#include <cctype>

namespace raddle::driver {

namespace {

// After the statement at `begin`: its block, or its semicolon.
size_t afterStatement(std::string_view text, size_t begin) {
  for (size_t at = skipBlanks(text, begin); at < text.size();) {
    if (text[at] == '{')
      return afterClosing(text, at, '{', '}');
    if (text[at] == ';')
      return at + 1;
    at = text[at] == '(' ? afterClosing(text, at, '(', ')') : afterToken(text, at);
  }
  return npos;
}

// A macro, or what is computed of macros and numbers; nothing else is written in capitals.
bool isOfMacros(std::string_view condition) {
  return std::ranges::any_of(condition, [](unsigned char c) { return std::isupper(c); }) &&
         std::ranges::none_of(condition, [](unsigned char c) {
           return !std::isupper(c) && !std::isdigit(c) && !std::isspace(c) &&
                  std::string_view("_!&|()=<>").find(static_cast<char>(c)) == npos;
         });
}

bool isWordAt(std::string_view text, size_t at, std::string_view word) {
  return text.substr(at).starts_with(word) && !isWordCharacter(text[at + word.size()]);
}

} // namespace

std::string withConstexprIf(std::string_view text, size_t offset) {
  size_t innermost = npos;
  for (size_t at = 0; at < std::min(offset, text.size()); at = afterToken(text, at)) {
    const size_t open = skipBlanks(text, at + 2);
    if (!isWordAt(text, at, "if") || open >= text.size() || text[open] != '(' ||
        text.substr(lineBegin(text, at), at - lineBegin(text, at)).find('#') != npos)
      continue;
    const size_t after = afterClosing(text, open, '(', ')');
    if (after == npos || after > offset || !isOfMacros(text.substr(open + 1, after - open - 2)))
      continue;
    if (const size_t end = afterStatement(text, after); end != npos && offset < end)
      innermost = at;
  }
  std::string mended(text);
  if (innermost != npos)
    mended.insert(innermost + 2, " constexpr");
  return mended;
}

} // namespace raddle::driver
