// What a launch counts: for each worker and each table of counters that its code has, added up when it has ended.
#ifndef RADDLE_PROFILE_LAUNCH_COUNTS_H
#define RADDLE_PROFILE_LAUNCH_COUNTS_H

#include "abi/kernel_abi.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace raddle::profile {

class LaunchCounts {
public:
  LaunchCounts() = default;
  ~LaunchCounts();
  LaunchCounts(const LaunchCounts &) = delete;
  LaunchCounts &operator=(const LaunchCounts &) = delete;

  /// The counters of that worker, one of `workers`; to be called by it only.
  std::uint64_t *of(unsigned worker, unsigned workers, const RaddleCounterTable *table);

  /// The first block begins.
  void begin();
  /// Nanoseconds since then.
  std::uint64_t elapsed() const;

  /// Lanes that ran one by one were too many to be put together in all cases.
  void noteApproximation() { is_approximate_.store(true, std::memory_order_relaxed); }
  bool isApproximate() const { return is_approximate_.load(std::memory_order_relaxed); }

  /// The sums, when no block runs any more.
  std::vector<std::pair<const RaddleCounterTable *, std::vector<std::uint64_t>>> sums() const;

private:
  struct Counters {
    const RaddleCounterTable *table;
    std::uint64_t *first; // behind the memos of its accesses
  };

  std::once_flag is_allocated_;
  std::vector<std::vector<Counters>> by_worker_;
  std::uint64_t begun_ = 0;
  std::atomic<bool> is_approximate_ = false;
};

} // namespace raddle::profile

#endif
