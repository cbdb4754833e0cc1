#include "driver/text_mends.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <regex>

namespace raddle::driver {

namespace {

constexpr size_t npos = std::string_view::npos;

size_t skipBlanks(std::string_view text, size_t at) {
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])))
    ++at;
  return at;
}

// Blanks, comments and preprocessor directives.
size_t skipTrivia(std::string_view text, size_t at) {
  for (;;) {
    at = skipBlanks(text, at);
    size_t end;
    if (text.substr(at).starts_with("//") || text.substr(at).starts_with("#"))
      end = text.find('\n', at);
    else if (text.substr(at).starts_with("/*"))
      end = text.find("*/", at) == npos ? npos : text.find("*/", at) + 1;
    else
      return at;
    if (end == npos)
      return text.size();
    at = end + 1;
  }
}

// Behind the bracket that closes the one at `open`; npos when none does. Strings count as one.
size_t behindClosing(std::string_view text, size_t open, char opening, char closing) {
  int depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    if (text[at] == '"') {
      for (++at; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\';
    } else if (text[at] == opening) {
      ++depth;
    } else if (text[at] == closing && --depth == 0) {
      return at + 1;
    }
  }
  return npos;
}

// Of names and keywords in a row, with the blanks between them.
bool isPartOfWords(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || std::isspace(static_cast<unsigned char>(c)) ||
         c == '_';
}

bool endsAccessLabel(std::string_view text, size_t colon) {
  std::string_view before = text.substr(0, colon);
  return before.ends_with("public") || before.ends_with("protected") || before.ends_with("private");
}

size_t declarationStart(std::string_view text, size_t name) {
  size_t at = name;
  while (at > 0 && !std::strchr(";{}", text[at - 1]) &&
         !(text[at - 1] == ':' && endsAccessLabel(text, at - 1)))
    --at;
  at = skipTrivia(text, at);
  while (text.substr(at).starts_with("template")) {
    size_t end = behindClosing(text, at, '<', '>');
    if (end == npos)
      break;
    at = skipTrivia(text, end);
  }
  return std::min(at, name);
}

// Where "<<", blanks, '<' (or the same with '>') end, when they stand at `at`; else npos.
size_t behindChevron(std::string_view text, size_t at, char bracket) {
  if (at + 1 >= text.size() || text[at] != bracket || text[at + 1] != bracket)
    return npos;
  size_t third = skipBlanks(text, at + 2);
  return third < text.size() && text[third] == bracket ? third + 1 : npos;
}

// The blanks move behind the brackets, so that the columns of all else stay.
void closeUp(std::string &text, size_t begin, size_t end, char bracket) {
  auto first = text.begin() + static_cast<std::ptrdiff_t>(begin),
       last = text.begin() + static_cast<std::ptrdiff_t>(end);
  std::string blanks(first, last);
  std::erase(blanks, bracket);
  std::copy(blanks.begin(), blanks.end(), std::fill_n(first, std::count(first, last, bracket), bracket));
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

std::string withAlignasInFront(std::string_view text, size_t offset) {
  static const std::regex kPattern(
      R"(((?:(?:extern|static)[ \t]+)?__shared__)([ \t\n]+)(alignas\s*\((?:[^()]|\([^()]*\))*\)))");
  std::string mended = std::regex_replace(std::string(text), kPattern, "$3$2$1");
  if (mended != text || !text.substr(offset).starts_with("alignas"))
    return mended;
  // TILE alignas(16) float a[4];   where TILE is a macro; __shared__ float alignas(16) b[4];
  size_t begin = offset, end = behindClosing(text, offset, '(', ')');
  if (end == npos)
    return mended;
  while (begin > 0 && isPartOfWords(text[begin - 1]))
    --begin;
  begin = skipBlanks(text, begin);
  auto at = [&](size_t where) { return mended.begin() + static_cast<std::ptrdiff_t>(where); };
  // The blanks in front of alignas stay behind it.
  size_t words_end = offset;
  while (words_end > begin && std::isspace(static_cast<unsigned char>(text[words_end - 1])))
    --words_end;
  std::rotate(at(begin), at(offset), at(end));
  size_t length = end - offset;
  std::rotate(at(begin + length), at(words_end + length), at(end));
  return mended;
}

std::string withWholeChevrons(std::string_view text) {
  std::string mended(text);
  for (size_t open = mended.find("<<"); open != npos; open = mended.find("<<", open + 1)) {
    size_t inside = behindChevron(mended, open, '<');
    if (inside == npos)
      continue;
    size_t statement_end = std::min(mended.find(';', inside), mended.size());
    for (size_t close = mended.find(">>", inside); close < statement_end;
         close = mended.find(">>", close + 1)) {
      size_t outside = behindChevron(mended, close, '>');
      if (outside == npos || mended[std::min(skipBlanks(mended, outside), mended.size() - 1)] != '(')
        continue;
      closeUp(mended, open, inside, '<');
      closeUp(mended, close, outside, '>');
      break;
    }
  }
  return mended;
}

std::string withAsmCommas(std::string_view text) {
  static const std::regex kAsm(R"(\b(?:asm|__asm|__asm__)\s*(?:volatile|__volatile__)?\s*\()");
  static const std::regex kOperands(R"((\))(\s*"[=+&]*[a-zA-Z]+"\s*\())");
  std::string mended;
  std::string whole(text);
  size_t done = 0;
  for (std::sregex_iterator found(whole.begin(), whole.end(), kAsm), none; found != none; ++found) {
    size_t open = static_cast<size_t>(found->position() + found->length()) - 1;
    size_t end = behindClosing(whole, open, '(', ')');
    if (open < done || end == npos)
      continue;
    mended += whole.substr(done, open - done);
    mended += std::regex_replace(whole.substr(open, end - open), kOperands, "$1,$2");
    done = end;
  }
  return mended + whole.substr(done);
}

std::string withEscapedRegisters(std::string_view text, size_t offset) {
  static const std::regex kRegister(R"((^|[^%])%([a-z_]{2}))");
  const size_t before = offset == 0 ? npos : text.rfind('\n', offset - 1);
  const size_t begin = before == npos ? 0 : before + 1;
  const size_t end = std::min(text.find('\n', begin), text.size());
  return std::string(text.substr(0, begin)) +
         std::regex_replace(std::string(text.substr(begin, end - begin)), kRegister, "$1%%$2") +
         std::string(text.substr(end));
}

std::string withoutUnrollAbove(std::string_view text, size_t offset) {
  std::string mended(text);
  size_t end = mended.rfind('\n', offset == 0 ? 0 : offset - 1);
  while (end != npos) {
    size_t before = end == 0 ? npos : mended.rfind('\n', end - 1);
    size_t begin = before == npos ? 0 : before + 1;
    std::string_view line = std::string_view(mended).substr(begin, end - begin);
    if (skipBlanks(line, 0) < line.size() && line[skipBlanks(line, 0)] == '#') {
      if (line.find("unroll") != npos)
        std::fill(mended.begin() + static_cast<std::ptrdiff_t>(begin),
                  mended.begin() + static_cast<std::ptrdiff_t>(end), ' ');
      return mended;
    }
    end = before;
  }
  return mended;
}

std::string withTemplateKeyword(std::string_view text, size_t offset) {
  auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  size_t name = offset, at = offset;
  while (at < text.size()) {
    name = at;
    while (at < text.size() && is_word(text[at]))
      ++at;
    at = skipBlanks(text, at);
    if (at < text.size() && text[at] == '<')
      at = behindClosing(text, at, '<', '>');
    at = at == npos ? text.size() : skipBlanks(text, at);
    if (!text.substr(at).starts_with("::"))
      break;
    at = skipBlanks(text, at + 2);
  }
  bool is_call = at < text.size() && text[at] == '(' && !text.substr(name).starts_with("template");
  return is_call ? std::string(text.substr(0, name)) + "template " + std::string(text.substr(name))
                 : std::string(text);
}

std::string withHostDevice(std::string_view text, size_t offset) {
  size_t start = declarationStart(text, offset);
  std::string_view specifiers = text.substr(start, offset - start);
  if (specifiers.find("__host__") != npos && specifiers.find("__device__") != npos)
    return std::string(text);
  return std::string(text.substr(0, start)) + "__host__ __device__ " + std::string(text.substr(start));
}

} // namespace raddle::driver
