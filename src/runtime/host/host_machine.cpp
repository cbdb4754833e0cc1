#include "runtime/host/host_machine.h"

#include "runtime/machine/processor.h"
#include "runtime/pages.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <string>

#include <unistd.h>

namespace raddle::runtime {

namespace {

// "max" or an absent file: no limit.
std::size_t controlGroupLimit() {
  for (const char *path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::ifstream file(path);
    std::size_t bytes = 0;
    if (file >> bytes)
      return bytes;
  }
  return SIZE_MAX;
}

int measureCounterKhz() {
  using Clock = std::chrono::steady_clock;
  constexpr auto kWindow = std::chrono::milliseconds(2);
  Clock::time_point begin = Clock::now();
  std::uint64_t first = timeStamp();
  Clock::time_point end = begin;
  while (end - begin < kWindow)
    end = Clock::now();
  std::uint64_t last = timeStamp();
  double seconds = std::chrono::duration<double>(end - begin).count();
  double mhz = static_cast<double>(last - first) / seconds * 1e-6;
  // To the nearest MHz: the measurement is no better.
  return std::max(1, static_cast<int>(mhz + 0.5)) * 1000;
}

} // namespace

std::size_t hostMemoryBytes() {
  auto pages = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES));
  return std::min(pages * pageBytes(), controlGroupLimit());
}

int hostCounterKhz() {
  static const int kRate = measureCounterKhz();
  return kRate;
}

} // namespace raddle::runtime
