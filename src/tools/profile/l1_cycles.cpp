#include "tools/profile/l1_cycles.h"

#include "profile/access_counts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace raddle::tools::profile {

namespace {

constexpr std::int64_t kLineBytes = 128;

// gpu-benches, gpu-strides/a100.txt and h200.txt: what L1 has takes as long as its banks conflict, exactly, but no less than a cycle for the
// first line and a quarter for each other one: 3.0 for 9 lines, 5.1 for 17, 8.8 for 32.
double cyclesOfLines(double lines) { return 1 + (lines - 1) / 4; }

// Of lanes at such a distance from each other, the first of which begins a line.
double cyclesAt(std::int64_t distance, unsigned lanes, unsigned bytes) {
  std::array<std::uint64_t, kRaddleWarpSize> addresses{};
  const std::uint64_t step = static_cast<std::uint64_t>(std::abs(distance));
  for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane)
    addresses[lane] = lane * step;
  const std::uint32_t active = lanes >= kRaddleWarpSize ? ~0u : (1u << lanes) - 1;
  const auto wavefronts = raddle::profile::sharedCost({addresses.data(), active, bytes}, false).actual;
  const std::int64_t span = static_cast<std::int64_t>(lanes - 1) * std::abs(distance) + bytes;
  const double lines = std::min<double>(lanes, std::ceil(static_cast<double>(span) / kLineBytes));
  return std::max<double>(wavefronts, cyclesOfLines(lines));
}

} // namespace

double l1CyclesOfSpreadLoads(const Accesses &loads, unsigned bytes) {
  if (!loads.distance_count || !loads.requests)
    return 0;
  const auto requests = static_cast<double>(loads.distance_count);
  const unsigned lanes = static_cast<unsigned>(
      std::clamp<std::uint64_t>((loads.lanes + loads.requests / 2) / loads.requests, 1, kRaddleWarpSize));
  if (const std::optional<std::int64_t> distance = loads.distance())
    return requests * cyclesAt(*distance, lanes, bytes);
  // Scattered ones meet in few banks, and hardly two of them in a line.
  return requests * cyclesOfLines(std::min<double>(lanes, loads.perRequest()));
}

} // namespace raddle::tools::profile
