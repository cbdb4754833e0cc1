#include "profile/launch_counts.h"

#include "machine/clock.h"

#include <algorithm>

namespace raddle::profile {

std::uint64_t *LaunchCounts::of(unsigned worker, unsigned workers, const RaddleCounterTable *table) {
  std::call_once(is_allocated_, [&] { by_worker_.resize(workers); });
  std::vector<Counters> &all = by_worker_[worker];
  for (Counters &known : all)
    if (known.table == table)
      return known.lines.front().counters;
  all.push_back({table, std::vector<Line>((table->counters + 7) / 8 + 1)});
  return all.back().lines.front().counters;
}

void LaunchCounts::begin() { begun_ = nanoseconds(); }

std::uint64_t LaunchCounts::elapsed() const { return begun_ ? nanoseconds() - begun_ : 0; }

std::vector<std::pair<const RaddleCounterTable *, std::vector<std::uint64_t>>> LaunchCounts::sums() const {
  std::vector<std::pair<const RaddleCounterTable *, std::vector<std::uint64_t>>> sums;
  for (const std::vector<Counters> &worker : by_worker_)
    for (const Counters &counters : worker) {
      auto sum = std::find_if(sums.begin(), sums.end(),
                              [&](const auto &known) { return known.first == counters.table; });
      if (sum == sums.end())
        sum = sums.insert(sum, {counters.table, std::vector<std::uint64_t>(counters.table->counters)});
      for (std::uint32_t i = 0; i < counters.table->counters; ++i)
        sum->second[i] += counters.lines[i / 8].counters[i % 8];
    }
  return sums;
}

} // namespace raddle::profile
