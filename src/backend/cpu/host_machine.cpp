#include "backend/cpu/host_machine.h"

#include "backend/cpu/control_group.h"
#include "machine/pages.h"
#include "machine/processor.h"

#include <algorithm>
#include <chrono>
#include <cstdint>

#include <unistd.h>

namespace raddle::cpu {

namespace {

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
  return std::min(pages * pageBytes(), controlGroupMemoryLimit());
}

int hostCounterKhz() {
  static const int kRate = measureCounterKhz();
  return kRate;
}

} // namespace raddle::cpu
