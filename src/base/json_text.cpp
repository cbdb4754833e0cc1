#include "base/json_text.h"

#include <fmt/format.h>

namespace raddle {

std::string jsonText(std::string_view text) {
  std::string result = "\"";
  for (const char c : text)
    if (c == '"' || c == '\\')
      result += fmt::format("\\{}", c);
    else if (static_cast<unsigned char>(c) < 0x20)
      result += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    else
      result += c;
  return result + '"';
}

} // namespace raddle
