#include "base/environment.h"

#include <charconv>
#include <cstdlib>

namespace raddle {

std::optional<std::string> environment(const char *name) {
  const char *value = std::getenv(name);
  if (!value || !*value)
    return std::nullopt;
  return std::string(value);
}

std::optional<std::uint64_t> environmentNumber(const char *name) {
  auto text = environment(name);
  if (!text)
    return std::nullopt;
  std::uint64_t number = 0;
  auto [end, status] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (status != std::errc() || end != text->data() + text->size())
    return std::nullopt;
  return number;
}

}  // namespace raddle
