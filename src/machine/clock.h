// Time that goes on when the processor sleeps.
#ifndef RADDLE_MACHINE_CLOCK_H
#define RADDLE_MACHINE_CLOCK_H

#include <cstdint>

#include <time.h>

namespace raddle {

/// Nanoseconds of the monotonic clock.
inline std::uint64_t nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(now.tv_nsec);
}

} // namespace raddle

#endif
