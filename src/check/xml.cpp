#include "check/xml.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace raddle::check {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

constexpr std::pair<std::string_view, char> kEntities[] = {
    {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};

std::string unescaped(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const auto *entity =
        std::ranges::find_if(kEntities, [&](const auto &known) { return text.starts_with(known.first); });
    const bool is_entity = entity != std::end(kEntities);
    plain += is_entity ? entity->second : text.front();
    text.remove_prefix(is_entity ? entity->first.size() : 1);
  }
  const std::size_t begin = plain.find_first_not_of(kBlanks);
  return begin == std::string::npos ? "" : plain.substr(begin, plain.find_last_not_of(kBlanks) + 1 - begin);
}

class Reader {
public:
  explicit Reader(std::string_view text) : text_(text) {}

  Result<XmlElement> document() {
    skipToTag();
    auto element = readElement(0);
    if (!element)
      return Error{
          fmt::format("line {}: this is not the XML of compute-sanitizer",
                      1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'))};
    return std::move(*element);
  }

private:
  // In front of which nothing but text, comments and instructions stand. Returns the text.
  std::string_view skipToTag() {
    const std::size_t begin = at_;
    std::size_t end = begin;
    while (true) {
      end = std::min(text_.find('<', at_), text_.size());
      const bool is_comment = text_.substr(end).starts_with("<!--");
      if (!is_comment && !text_.substr(end).starts_with("<?"))
        break;
      const std::string_view mark = is_comment ? "-->" : "?>";
      at_ = std::min(text_.find(mark, end), text_.size() - mark.size()) + mark.size();
    }
    at_ = end;
    return text_.substr(begin, end - begin);
  }

  std::optional<XmlElement> readElement(unsigned depth) {
    constexpr unsigned kDeepest = 32;
    const std::size_t close = text_.find('>', at_);
    if (depth > kDeepest || at_ >= text_.size() || close == std::string_view::npos || text_[at_ + 1] == '/')
      return std::nullopt;
    std::string_view tag = text_.substr(at_ + 1, close - at_ - 1);
    const bool is_empty = tag.ends_with('/');
    XmlElement element;
    element.name = tag.substr(0, tag.find_first_of(" \t\r\n/"));
    at_ = close + 1;
    if (is_empty)
      return element;
    while (true) {
      const std::string_view text = skipToTag();
      const std::string end = "</" + element.name + ">";
      if (text_.substr(at_).starts_with(end)) {
        if (element.children.empty())
          element.text = unescaped(text);
        at_ += end.size();
        return element;
      }
      auto child = readElement(depth + 1);
      if (!child)
        return std::nullopt;
      element.children.push_back(std::move(*child));
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace

const XmlElement *XmlElement::child(std::string_view wanted) const {
  const auto found = std::ranges::find(children, wanted, &XmlElement::name);
  return found == children.end() ? nullptr : &*found;
}

std::string XmlElement::textOf(std::string_view wanted) const {
  const XmlElement *found = child(wanted);
  return found ? found->text : "";
}

Result<XmlElement> readXml(std::string_view text) { return Reader(text).document(); }

} // namespace raddle::check
