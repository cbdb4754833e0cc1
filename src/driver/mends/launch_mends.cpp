// Launches: kernel<<<grid, block, shared, stream>>>(...).
#include "driver/mends/source_text.h"
#include "driver/mends/text_mends.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace raddle::driver {

namespace {

// Where "<<", blanks, '<' (or the same with '>') end, when they stand at `at`; else npos.
size_t afterChevron(std::string_view text, size_t at, char bracket) {
  if (at + 1 >= text.size() || text[at] != bracket || text[at + 1] != bracket)
    return npos;
  size_t third = skipBlanks(text, at + 2);
  return third < text.size() && text[third] == bracket ? third + 1 : npos;
}

// The blanks move after the brackets, so that the columns of all else stay.
void closeUp(std::string &text, size_t begin, size_t end, char bracket) {
  auto first = text.begin() + static_cast<std::ptrdiff_t>(begin),
       last = text.begin() + static_cast<std::ptrdiff_t>(end);
  std::string blanks(first, last);
  std::erase(blanks, bracket);
  std::copy(blanks.begin(), blanks.end(), std::fill_n(first, std::count(first, last, bracket), bracket));
}

// What the parts of a launch configuration are, in their order.
constexpr auto kTypes = std::to_array<std::string_view>({"::dim3", "::dim3", "::size_t", "::cudaStream_t"});

// After the template arguments whose '<' stands at `open`, where a call or an object follows them; else npos:
// it may be a comparison.
size_t afterTemplateArguments(std::string_view text, size_t open) {
  size_t end = afterClosing(text, open, '<', '>');
  if (end == npos || text.substr(open, end - open).find_first_of(";{}") != npos)
    return npos;
  size_t next = skipBlanks(text, end);
  return next < text.size() && (text[next] == '(' || text[next] == '{' || text[next] == ':') ? end : npos;
}

// Adds to `braces` where an argument of the configuration that begins at `at` is a braced list, with its type.
void findBraces(std::string_view text, size_t at, std::vector<std::pair<size_t, std::string_view>> &braces) {
  for (size_t argument = 0; argument < kTypes.size();) {
    at = skipBlanks(text, at);
    if (at < text.size() && text[at] == '{')
      braces.emplace_back(at, kTypes[argument]);
    while (at < text.size() && text[at] != ',') {
      if (text.substr(at).starts_with(">>>") || text[at] == ';')
        return;
      size_t end = at + 1;
      if (text[at] == '(' || text[at] == '[' || text[at] == '{')
        end = afterClosing(text, at, text[at], text[at] == '(' ? ')' : text[at] == '[' ? ']' : '}');
      else if (text[at] == '<' && at > 0 && isWordCharacter(text[at - 1]))
        end = afterTemplateArguments(text, at) == npos ? at + 1 : afterTemplateArguments(text, at);
      else
        end = afterToken(text, at);
      if (end == npos)
        return;
      at = end;
    }
    if (at >= text.size())
      return;
    ++argument;
    ++at;
  }
}

// Whether `offset` is in an argument of a macro of this text that launches a kernel: LAUNCH(kernel, {4, 4}).
bool isArgumentOfLaunchingMacro(std::string_view text, size_t offset) {
  int depth = 0;
  size_t open = offset;
  while (open > 0 && depth >= 0 && text[open - 1] != ';') {
    --open;
    depth += text[open] == ')' || text[open] == '}';
    depth -= text[open] == '(' || text[open] == '{';
  }
  size_t begin = open;
  while (begin > 0 && isWordCharacter(text[begin - 1]))
    --begin;
  std::string definition = "define " + std::string(text.substr(begin, open - begin)) + "(";
  size_t line = text.find(definition);
  if (begin == open || line == npos)
    return false;
  size_t end = lineEnd(text, line);
  while (end < text.size() && text[end - 1] == '\\')
    end = lineEnd(text, end + 1);
  return text.substr(line, end - line).find("<<<") != npos;
}

} // namespace

std::string withWholeChevrons(std::string_view text) {
  std::string mended(text);
  for (size_t open = mended.find("<<"); open != npos; open = mended.find("<<", open + 1)) {
    size_t inside = afterChevron(mended, open, '<');
    if (inside == npos)
      continue;
    size_t statement_end = std::min(mended.find(';', inside), mended.size());
    for (size_t close = mended.find(">>", inside); close < statement_end;
         close = mended.find(">>", close + 1)) {
      size_t outside = afterChevron(mended, close, '>');
      if (outside == npos || mended[std::min(skipBlanks(mended, outside), mended.size() - 1)] != '(')
        continue;
      closeUp(mended, open, inside, '<');
      closeUp(mended, close, outside, '>');
      break;
    }
  }
  return mended;
}

std::string withTypedBraces(std::string_view text, size_t offset) {
  std::vector<std::pair<size_t, std::string_view>> braces;
  for (size_t at = 0; at < text.size(); at = afterToken(text, at))
    if (text.substr(at).starts_with("<<<"))
      findBraces(text, at + 3, braces);
  if (braces.empty() && offset < text.size() && text[offset] == '{' &&
      isArgumentOfLaunchingMacro(text, offset))
    braces.emplace_back(offset, kTypes[0]);
  std::string mended(text);
  std::ranges::sort(braces);
  for (size_t i = braces.size(); i-- > 0;)
    mended.insert(braces[i].first, braces[i].second);
  return mended;
}

} // namespace raddle::driver
