#include "base/checks.h"

#include "base/environment.h"

#include <cstdio>
#include <fmt/core.h>
#include <optional>
#include <string>

namespace raddle {

namespace {

bool guardsAtSynchronization() {
  const std::optional<std::string> when = environment("RADDLE_GUARD");
  if (when && *when != "sync")
    fmt::print(stderr, "raddle: warning: RADDLE_GUARD={} is not known; it can be sync\n", *when);
  return when == "sync";
}

} // namespace

const Checks &checks() {
  static const Checks kChecks{.at_each_synchronization = guardsAtSynchronization(),
                              .lenient = environmentNumber("RADDLE_LENIENT", 0, 1, 0) != 0,
                              .poison = environmentNumber("RADDLE_POISON", 0, 1, 0) != 0};
  return kChecks;
}

} // namespace raddle
