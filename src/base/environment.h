// The RADDLE_* environment variables, read in one way.
#ifndef RADDLE_BASE_ENVIRONMENT_H
#define RADDLE_BASE_ENVIRONMENT_H

#include <cstdint>
#include <optional>
#include <string>

namespace raddle {

/// The value of a variable, or nothing when it is unset or empty.
std::optional<std::string> environment(const char *name);

/// The value of a variable as a decimal number; nothing when it is unset, empty or not a number.
std::optional<std::uint64_t> environmentNumber(const char *name);

/// The value of a variable as a number from `lowest` to `highest`; `fallback` when it is unset or empty, and
/// when it is anything else, which is told on stderr, once per variable.
std::uint64_t environmentNumber(const char *name, std::uint64_t lowest, std::uint64_t highest,
                                std::uint64_t fallback);

/// Whether $RADDLE_QUIET asks for silence about everything but errors of kernels.
bool isQuiet();

} // namespace raddle

#endif
