// The unit in which the system maps and protects memory.
#ifndef RADDLE_MACHINE_PAGES_H
#define RADDLE_MACHINE_PAGES_H

#include <cstddef>

#include <unistd.h>

namespace raddle {

inline std::size_t pageBytes() {
  static const auto kBytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return kBytes;
}

/// The least multiple of `unit` bytes, a power of two, that holds `bytes`.
constexpr std::size_t roundUp(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) & ~(unit - 1);
}

} // namespace raddle

#endif
