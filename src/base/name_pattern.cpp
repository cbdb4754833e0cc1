#include "base/name_pattern.h"

#include <cctype>
#include <string_view>
#include <utility>

namespace raddle {

namespace {

bool isOfWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

} // namespace

NamePattern::NamePattern(std::string text) : text_(std::move(text)) {
  try {
    expression_.emplace(text_);
  } catch (const std::regex_error &) {
    // It may be a name.
  }
}

bool NamePattern::matches(const std::string &name) const {
  return isIn(name) || (expression_ && std::regex_search(name, *expression_));
}

// A name begins as a word does, and its brackets are closed.
bool NamePattern::looksLikeName() const {
  constexpr std::string_view kOpening = "([{<", kClosing = ")]}>";
  if (text_.empty() || !(isOfWord(text_[0]) || text_[0] == ':'))
    return false;
  std::string open;
  for (const char c : text_) {
    if (kOpening.find(c) != std::string_view::npos)
      open += c;
    const std::size_t closing = kClosing.find(c);
    if (closing == std::string_view::npos)
      continue;
    if (open.empty() || open.back() != kOpening[closing])
      return false;
    open.pop_back();
  }
  return open.empty();
}

bool NamePattern::isIn(const std::string &name) const {
  if (text_.empty())
    return true;
  for (std::size_t at = 0; (at = name.find(text_, at)) != std::string::npos; ++at) {
    const std::size_t end = at + text_.size();
    const bool begins = at == 0 || !isOfWord(name[at - 1]) || !isOfWord(text_.front());
    const bool ends = end == name.size() || !isOfWord(name[end]) || !isOfWord(text_.back());
    if (begins && ends)
      return true;
  }
  return false;
}

} // namespace raddle
