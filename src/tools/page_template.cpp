#include "tools/page_template.h"

namespace raddle::tools {

std::string filledPage(const PageTemplate &page, std::map<std::string_view, std::string> parts) {
  parts["style"] = page.style;
  parts["scripts"] = page.scripts;
  std::string result;
  std::string_view rest = page.frame;
  for (std::size_t open; (open = rest.find("{{")) != std::string_view::npos;) {
    const std::size_t close = rest.find("}}", open);
    result += rest.substr(0, open);
    result += parts.at(rest.substr(open + 2, close - open - 2));
    rest.remove_prefix(close + 2);
  }
  return result += rest;
}

std::string inScript(std::string text) {
  constexpr std::string_view kLess = "\\u003c";
  std::size_t at = text.find('<');
  if (at == std::string::npos)
    return text;
  std::string result;
  std::size_t begin = 0;
  for (; at != std::string::npos; at = text.find('<', begin)) {
    result.append(text, begin, at - begin).append(kLess);
    begin = at + 1;
  }
  return result.append(text, begin);
}

std::string inHtml(std::string_view text) {
  std::string result;
  for (const char c : text)
    result += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return result;
}

} // namespace raddle::tools
