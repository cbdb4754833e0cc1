// Pragmas where the language has no place for them.
#include "driver/mends/source_text.h"
#include "driver/mends/text_mends.h"

#include <algorithm>

namespace raddle::driver {

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

std::string withoutUnrollHere(std::string_view text, size_t offset) {
  std::string mended(text);
  const size_t begin = lineBegin(text, offset), end = lineEnd(text, offset);
  std::string_view line = text.substr(begin, end - begin);
  if (line.substr(std::min(skipBlanks(line, 0), line.size())).starts_with("#") && line.find("unroll") != npos)
    std::fill(mended.begin() + static_cast<std::ptrdiff_t>(begin),
              mended.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  return mended;
}

std::string withPragmaOperator(std::string_view text, size_t offset) {
  size_t hash = text.substr(offset).starts_with("pragma") ? text.rfind('#', offset) : offset;
  if (hash == npos || hash >= text.size() || text[hash] != '#')
    return std::string(text);
  size_t word = skipBlanks(text, hash + 1);
  if (!text.substr(word).starts_with("pragma") || word + 6 >= text.size() || isWordCharacter(text[word + 6]))
    return std::string(text);
  size_t begin = word + 6, end = begin;
  while (end < text.size() && text[end] != '\n' && text[end] != '\\' && !text.substr(end).starts_with("//") &&
         !text.substr(end).starts_with("/*"))
    end = afterToken(text, end);
  return std::string(text.substr(0, hash)) + "__raddle_pragma(" +
         std::string(text.substr(begin, end - begin)) + ")" + std::string(text.substr(end));
}

} // namespace raddle::driver
