// All environment variables that Raddle reads, and those that look as if somebody believed it did.
#ifndef RADDLE_BASE_ENVIRONMENT_TABLE_H
#define RADDLE_BASE_ENVIRONMENT_TABLE_H

#include <span>
#include <string>

namespace raddle {

struct EnvironmentVariable {
  const char *name;
  const char *meaning;
  const char *fallback; // what holds when it is not set, in words
};

/// The rows of environment.def.
std::span<const EnvironmentVariable> environmentVariables();

/// A line for each "NAME=value" of `settings` (null at its end) whose name begins with RADDLE_ or is nearly one of
/// Raddle's, but is none. Paths under names that are not near any are left to whoever has set them.
std::string describeUnknownVariables(const char *const *settings);

/// Prints those lines about the process's own environment; none when $RADDLE_QUIET is set.
void warnOfUnknownVariables();

} // namespace raddle

#endif
