#include "base/environment.h"

#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>

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

std::uint64_t environmentNumber(const char *name, std::uint64_t lowest, std::uint64_t highest,
                                std::uint64_t fallback) {
  auto text = environment(name);
  if (!text)
    return fallback;
  auto number = environmentNumber(name);
  if (number && *number >= lowest && *number <= highest)
    return *number;

  static std::mutex mutex;
  static std::set<std::string> told;
  std::lock_guard lock(mutex);
  if (told.insert(name).second)
    std::fprintf(
        stderr, "raddle: warning: %s=%s is not a number from %" PRIu64 " to %" PRIu64 "; using %" PRIu64 "\n",
        name, text->c_str(), lowest, highest, fallback);
  return fallback;
}

bool isQuiet() { return environmentNumber("RADDLE_QUIET", 0, 1, 0) != 0; }

} // namespace raddle
