#include "profile/launch_counts.h"

#include "machine/clock.h"
#include "profile/access_counts.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>

namespace raddle::profile {

namespace {

std::size_t roundedUp(std::size_t number, std::size_t unit) { return (number + unit - 1) / unit * unit; }

// The counters of launches that have ended. What their memos know stays true.
class Spares {
public:
  std::uint64_t *take(const RaddleCounterTable *table) {
    {
      std::lock_guard lock(mutex_);
      if (std::vector<std::uint64_t *> &spare = by_table_[table]; !spare.empty()) {
        std::uint64_t *const first = spare.back();
        spare.pop_back();
        return first;
      }
    }
    const std::size_t counters = roundedUp(table->counters, kCountersOfAccess),
                      memos = counters / kCountersOfAccess * kMemoNumbers;
    constexpr std::size_t kLine = 64;
    const std::size_t bytes = roundedUp((memos + counters) * sizeof(std::uint64_t), kLine);
    auto *memory = static_cast<std::uint64_t *>(std::aligned_alloc(kLine, bytes));
    if (!memory)
      throw std::bad_alloc();
    std::memset(memory, 0, bytes);
    return memory + memos;
  }

  void giveBack(const RaddleCounterTable *table, std::uint64_t *first) {
    std::memset(first, 0, table->counters * sizeof(std::uint64_t));
    std::lock_guard lock(mutex_);
    by_table_[table].push_back(first);
  }

private:
  std::mutex mutex_;
  std::map<const RaddleCounterTable *, std::vector<std::uint64_t *>> by_table_;
};

// Launches end until the very end of the process.
Spares &spares() {
  static auto *const kSpares = new Spares;
  return *kSpares;
}

} // namespace

LaunchCounts::~LaunchCounts() {
  for (const std::vector<Counters> &worker : by_worker_)
    for (const Counters &counters : worker)
      spares().giveBack(counters.table, counters.first);
}

std::uint64_t *LaunchCounts::of(unsigned worker, unsigned workers, const RaddleCounterTable *table) {
  std::call_once(is_allocated_, [&] { by_worker_.resize(workers); });
  std::vector<Counters> &all = by_worker_[worker];
  for (Counters &known : all)
    if (known.table == table)
      return known.first;
  all.push_back({table, spares().take(table)});
  return all.back().first;
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
        sum->second[i] += counters.first[i];
    }
  return sums;
}

} // namespace raddle::profile
