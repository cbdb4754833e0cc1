// Inline PTX: asm("..." : outputs : inputs).
#include "driver/mends/source_text.h"
#include "driver/mends/text_mends.h"

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>
#include <vector>

namespace raddle::driver {

namespace {

struct Range {
  size_t begin, end;
};

bool beginsName(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }

bool isOfName(char c) { return isWordCharacter(c) || c == '$'; }

// What stands between the parentheses of the asm statement around `offset`; empty where there is none.
Range statementAround(std::string_view text, size_t offset) {
  static constexpr std::string_view kKeywords[] = {"asm", "__asm__", "__asm"};
  for (size_t at = offset; at > 0 && (at = text.rfind("asm", at - 1)) != npos;) {
    size_t begin = at;
    while (begin > 0 && isWordCharacter(text[begin - 1]))
      --begin;
    size_t end = afterToken(text, begin);
    if (std::ranges::find(kKeywords, text.substr(begin, end - begin)) == std::end(kKeywords))
      continue;
    size_t open = text.find('(', end);
    size_t close = open == npos ? npos : afterClosing(text, open, '(', ')');
    return close != npos && open < offset && offset < close ? Range{open + 1, close - 1} : Range{0, 0};
  }
  return {0, 0};
}

// The literals before the operands of a statement.
std::vector<Range> literalsOf(std::string_view text, Range statement) {
  std::vector<Range> literals;
  for (size_t at = statement.begin; at < statement.end && text[at] != ':';) {
    size_t end = afterToken(text, at);
    if (text[end - 1] == '"' && end > at + 1)
      literals.push_back({at, end});
    at = end;
  }
  return literals;
}

// The literal that holds `offset`, in a line that has no asm statement: in a macro that is a statement's text.
std::vector<Range> literalAt(std::string_view text, size_t offset) {
  for (size_t at = lineBegin(text, offset); at <= offset && at < text.size();) {
    size_t end = afterToken(text, at);
    if (offset < end && text[end - 1] == '"')
      return {{at, end}};
    at = end;
  }
  return {};
}

// The registers that .reg directives of PTX declare with a percent sign: "p" for %p<2>, "p1" for %p1.
std::set<std::string, std::less<>> declaredRegisters(std::string_view ptx) {
  std::set<std::string, std::less<>> names;
  for (size_t at = ptx.find(".reg"); at != npos; at = ptx.find(".reg", at + 1)) {
    size_t end = std::min(ptx.find(';', at), ptx.size());
    for (; at < end; ++at) {
      if (ptx[at] != '%')
        continue;
      size_t after = at + 1;
      while (after < end && isOfName(ptx[after]))
        ++after;
      names.emplace(ptx.substr(at + 1, after - at - 1));
    }
  }
  return names;
}

// "%p1" is operand 1 printed in the way "p" to clang, unless the text declares it. A name of several letters can
// only be a register.
bool isRegister(std::string_view name, const std::set<std::string, std::less<>> &declared) {
  bool may_be_operand = name.size() > 1 && std::ranges::all_of(name.substr(1), [](unsigned char c) {
                          return std::isdigit(c) != 0;
                        });
  return !may_be_operand || declared.contains(name) || declared.contains(name.substr(0, 1));
}

std::string escaped(std::string_view literal, const std::set<std::string, std::less<>> &declared) {
  std::string result;
  for (size_t at = 0; at < literal.size(); ++at) {
    result += literal[at];
    if (literal[at] != '%' || at + 1 >= literal.size())
      continue;
    if (!beginsName(literal[at + 1])) {
      // %%, %0, %{
      result += literal[++at];
      continue;
    }
    size_t end = at + 1;
    while (end < literal.size() && isOfName(literal[end]))
      ++end;
    bool names_operand = end == at + 2 && end < literal.size() && literal[end] == '[';
    if (!names_operand && isRegister(literal.substr(at + 1, end - at - 1), declared))
      result += '%';
  }
  return result;
}

} // namespace

std::string withAsmCommas(std::string_view text) {
  static const std::regex kAsm(R"(\b(?:asm|__asm|__asm__)\s*(?:volatile|__volatile__)?\s*\()");
  static const std::regex kOperands(R"((\))(\s*"[=+&]*[a-zA-Z]+"\s*\())");
  std::string mended;
  std::string whole(text);
  size_t done = 0;
  for (std::sregex_iterator found(whole.begin(), whole.end(), kAsm), none; found != none; ++found) {
    size_t open = static_cast<size_t>(found->position() + found->length()) - 1;
    size_t end = afterClosing(whole, open, '(', ')');
    if (open < done || end == npos)
      continue;
    mended += whole.substr(done, open - done);
    mended += std::regex_replace(whole.substr(open, end - open), kOperands, "$1,$2");
    done = end;
  }
  return mended + whole.substr(done);
}

std::string withEscapedRegisters(std::string_view text, size_t offset) {
  Range statement = statementAround(text, offset);
  std::vector<Range> literals = statement.end != 0 ? literalsOf(text, statement) : literalAt(text, offset);
  std::string ptx;
  for (Range literal : literals)
    ptx += text.substr(literal.begin, literal.end - literal.begin);
  const auto declared = declaredRegisters(ptx);
  std::string mended(text);
  for (size_t i = literals.size(); i-- > 0;) {
    auto [begin, end] = literals[i];
    mended.replace(begin, end - begin, escaped(text.substr(begin, end - begin), declared));
  }
  return mended;
}

} // namespace raddle::driver
