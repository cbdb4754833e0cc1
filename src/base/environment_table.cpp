#include "base/environment_table.h"

#include "base/edit_distance.h"
#include "base/environment.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

namespace raddle {

namespace {

constexpr EnvironmentVariable kVariables[] = {
#define ENVIRONMENT_VARIABLE(name, meaning, fallback) {#name, meaning, fallback},
#include "base/environment.def"
#undef ENVIRONMENT_VARIABLE
};

constexpr std::string_view kPrefix = "RADDLE_";

std::string upperCase(std::string_view text) {
  std::string upper(text);
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
  return upper;
}

struct Nearest {
  std::string_view name;
  std::size_t distance;
};

Nearest nearestVariable(const std::string &name) {
  Nearest nearest{"", SIZE_MAX};
  for (const EnvironmentVariable &variable : kVariables)
    if (std::string_view(variable.name).starts_with(kPrefix))
      if (const std::size_t distance = editDistance(name, variable.name); distance < nearest.distance)
        nearest = {variable.name, distance};
  return nearest;
}

bool isVariable(std::string_view name) {
  return std::ranges::any_of(kVariables,
                             [&](const EnvironmentVariable &known) { return known.name == name; });
}

} // namespace

std::span<const EnvironmentVariable> environmentVariables() { return kVariables; }

std::string describeUnknownVariables(const char *const *settings) {
  constexpr std::size_t kMostSlips = 2; // in names of which the first word is misspelt as well
  std::string text;
  for (; *settings; ++settings) {
    const std::string_view setting = *settings;
    const std::string_view name = setting.substr(0, setting.find('='));
    // Nobody else's variable is looked at for long.
    if (name.empty() || (name[0] != 'R' && name[0] != 'r') || isVariable(name))
      continue;
    const std::string upper = upperCase(name);
    const bool has_prefix = upper.starts_with(kPrefix);
    const Nearest nearest = nearestVariable(upper);
    if (nearest.distance <= (has_prefix ? (nearest.name.size() - kPrefix.size()) / 2 : kMostSlips))
      text +=
          fmt::format("raddle: warning: the variable {} is unknown; did you mean {}?\n", name, nearest.name);
    // RADDLE_HOME=/opt/raddle and its like are the user's own.
    else if (has_prefix && !setting.substr(name.size()).starts_with("=/"))
      text += fmt::format(
          "raddle: warning: the variable {} is unknown; raddle info lists those that Raddle reads\n", name);
  }
  return text;
}

void warnOfUnknownVariables() {
  if (!isQuiet())
    std::fputs(describeUnknownVariables(environ).c_str(), stderr);
}

} // namespace raddle
