#include "driver/mends/source_text.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace raddle::driver {

namespace {

// After the string or character literal whose quotation mark stands at `quote`.
size_t afterLiteral(std::string_view text, size_t quote) {
  for (size_t at = quote + 1; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == text[quote])
      return at + 1;
    at += text[at] == '\\';
  }
  return quote + 1; // an apostrophe in a comment
}

// R"delimiter(...)delimiter", whose quotation mark stands at `quote`.
size_t afterRawString(std::string_view text, size_t quote) {
  size_t open = text.find('(', quote);
  if (open == npos)
    return quote + 1;
  std::string end = ")" + std::string(text.substr(quote + 1, open - quote - 1)) + "\"";
  size_t close = text.find(end, open);
  return close == npos ? text.size() : close + end.size();
}

} // namespace

size_t offsetOf(std::string_view text, size_t line, size_t column) {
  size_t at = 0;
  for (size_t i = 1; i < line; ++i) {
    at = text.find('\n', at);
    if (at == npos)
      return npos;
    ++at;
  }
  return column >= 1 && at + column - 1 <= text.size() ? at + column - 1 : npos;
}

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

size_t skipBlanks(std::string_view text, size_t at) {
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])))
    ++at;
  return at;
}

size_t afterToken(std::string_view text, size_t at) {
  if (isWordCharacter(text[at])) {
    size_t begin = at;
    // 1'000'000 is one word, too.
    auto separates = [&](size_t i) {
      return text[i] == '\'' && std::isdigit(static_cast<unsigned char>(text[begin])) &&
             i + 1 < text.size() && isWordCharacter(text[i + 1]);
    };
    while (at < text.size() && (isWordCharacter(text[at]) || separates(at)))
      ++at;
    bool raw = at < text.size() && text[at] == '"' && text[at - 1] == 'R' && at - begin <= 3;
    return raw ? afterRawString(text, at) : at;
  }
  if (text[at] == '"' || text[at] == '\'')
    return afterLiteral(text, at);
  if (text.substr(at).starts_with("//"))
    return lineEnd(text, at);
  if (text.substr(at).starts_with("/*")) {
    size_t end = text.find("*/", at + 2);
    return end == npos ? text.size() : end + 2;
  }
  return at + 1;
}

size_t afterClosing(std::string_view text, size_t open, char opening, char closing) {
  int depth = 0;
  for (size_t at = open; at < text.size(); at = afterToken(text, at)) {
    depth += text[at] == opening;
    if (text[at] == closing && --depth == 0)
      return at + 1;
  }
  return npos;
}

size_t lineBegin(std::string_view text, size_t at) {
  size_t before = at == 0 ? npos : text.rfind('\n', at - 1);
  return before == npos ? 0 : before + 1;
}

size_t lineEnd(std::string_view text, size_t at) { return std::min(text.find('\n', at), text.size()); }

} // namespace raddle::driver
