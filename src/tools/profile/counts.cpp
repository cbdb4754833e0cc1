#include "tools/profile/counts.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace raddle::tools::profile {

const char *nameOf(Operation operation) {
  constexpr const char *kNames[] = {"load", "store", "atomic"};
  return kNames[static_cast<unsigned>(operation)];
}

const char *nameOf(Memory memory) {
  constexpr const char *kNames[] = {"global", "shared", "local"};
  return kNames[static_cast<unsigned>(memory)];
}

Executions &Executions::operator+=(const Executions &other) {
  warps += other.warps;
  lanes += other.lanes;
  return *this;
}

Accesses &Accesses::operator+=(const Accesses &other) {
  requests += other.requests;
  lanes += other.lanes;
  bytes += other.bytes;
  units += other.units;
  excessive += other.excessive;
  reused += other.reused;
  conflicts += other.conflicts;
  distances += other.distances;
  distance_squares += other.distance_squares;
  distance_count += other.distance_count;
  spread_cycles += other.spread_cycles;
  return *this;
}

std::optional<std::int64_t> Accesses::distance() const {
  const auto sum = static_cast<std::int64_t>(distances);
  const auto count = static_cast<std::int64_t>(distance_count);
  if (count == 0 || sum % count != 0)
    return std::nullopt;
  const std::int64_t mean = sum / count;
  const std::uint64_t square = static_cast<std::uint64_t>(mean) * static_cast<std::uint64_t>(mean);
  // The sum of squares is that of the mean only where all are the same.
  if (mean == 0 || distance_squares != square * distance_count)
    return std::nullopt;
  return mean;
}

Waits &Waits::operator+=(const Waits &other) {
  arrivals += other.arrivals;
  waited += other.waited;
  for (std::size_t warp = 0; warp < by_warp.size(); ++warp)
    by_warp[warp] += other.by_warp[warp];
  return *this;
}

Counts &Counts::operator+=(const Counts &other) {
  for (const auto &[kind, executions] : other.instructions)
    instructions[kind] += executions;
  branches += other.branches;
  divergent_branches += other.divergent_branches;
  for (const Operation operation : kOperations)
    for (const Memory memory : kMemories)
      of(operation, memory) += other.of(operation, memory);
  return *this;
}

Accesses Counts::of(Memory memory) const {
  Accesses sum;
  for (const Operation operation : kOperations)
    sum += of(operation, memory);
  return sum;
}

Executions Counts::of(const std::string &kind) const {
  Executions sum;
  for (const auto &[name, executions] : instructions)
    if (name.starts_with(kind))
      sum += executions;
  return sum;
}

std::string Launches::shape() const {
  auto sizeOf = [](const RaddleDim3 &size) {
    return size.z != 1   ? fmt::format("({},{},{})", size.x, size.y, size.z)
           : size.y != 1 ? fmt::format("({},{})", size.x, size.y)
                         : fmt::format("{}", size.x);
  };
  return fmt::format("<<<{}, {}{}>>>", sizeOf(grid), sizeOf(block),
                     dynamic_shared ? fmt::format(", {}", dynamic_shared) : "");
}

std::uint64_t KernelProfile::nanoseconds() const {
  return std::accumulate(launches.begin(), launches.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Launches &each) { return sum + each.nanoseconds; });
}

unsigned KernelProfile::firstLaunch() const {
  const auto first = std::ranges::min_element(launches, {}, &Launches::number);
  return first == launches.end() ? ~0u : first->number;
}

std::uint64_t KernelProfile::launchCount() const {
  return std::accumulate(launches.begin(), launches.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Launches &each) { return sum + each.count; });
}

} // namespace raddle::tools::profile
