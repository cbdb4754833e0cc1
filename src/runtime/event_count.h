// Sleeping until "something has changed" without missing a change and without a lock.
#ifndef RADDLE_RUNTIME_EVENT_COUNT_H
#define RADDLE_RUNTIME_EVENT_COUNT_H

#include <atomic>
#include <climits>
#include <cstdint>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace raddle::runtime {

/// Usage of a waiter: ticket = prepare(); look for what it waits for, with seq_cst loads; not there:
/// wait(ticket), else cancel(). Who changes something does so by a seq_cst operation that writes, or puts a
/// seq_cst fence behind it, and then notifies: where nobody is about to sleep, that costs one load.
class EventCount {
public:
  std::uint32_t prepare() {
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    std::atomic_thread_fence(std::memory_order_seq_cst); // for what the caller has written before
    return changes_.load(std::memory_order_seq_cst);
  }
  void cancel() { sleepers_.fetch_sub(1, std::memory_order_relaxed); }

  /// Sleeps until something has changed since prepare(), or for `nanoseconds` at most; now and then for no
  /// reason. Whether the caller has been woken by a notification.
  bool wait(std::uint32_t ticket) { return sleep(ticket, nullptr); }
  bool waitFor(std::uint32_t ticket, long nanoseconds) {
    const timespec limit{0, nanoseconds};
    return sleep(ticket, &limit);
  }

  /// Whether this has woken a thread.
  bool notifyOne() { return notify(1) > 0; }
  void notifyAll() { notify(INT_MAX); }

private:
  // Not by std::atomic::wait(), which knows no limit of time.
  bool sleep(std::uint32_t ticket, const timespec *limit) {
    const bool woken = changes_.load(std::memory_order_seq_cst) == ticket &&
                       syscall(SYS_futex, &changes_, FUTEX_WAIT_PRIVATE, ticket, limit, nullptr, 0) == 0;
    cancel();
    return woken;
  }
  long notify(int sleepers) {
    if (sleepers_.load(std::memory_order_seq_cst) == 0)
      return 0;
    changes_.fetch_add(1, std::memory_order_seq_cst);
    return syscall(SYS_futex, &changes_, FUTEX_WAKE_PRIVATE, sleepers, nullptr, nullptr, 0);
  }

  alignas(64) std::atomic<std::uint32_t> changes_ = 0;
  std::atomic<std::uint32_t> sleepers_ = 0;
};

} // namespace raddle::runtime

#endif
