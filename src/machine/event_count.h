// Sleeping until "something has changed" without missing a change and without a lock.
#ifndef RADDLE_MACHINE_EVENT_COUNT_H
#define RADDLE_MACHINE_EVENT_COUNT_H

#include <atomic>
#include <climits>
#include <cstdint>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace raddle {

/// Usage of a waiter: ticket = prepare(); look for what it waits for, with seq_cst loads; not there:
/// wait(ticket), else cancel(). A thread that changes something does so by a seq_cst operation that writes, or puts a
/// seq_cst fence after it, and then notifies: where nobody is about to sleep, that costs one load.
class EventCount {
public:
  std::uint32_t prepare() {
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    std::atomic_thread_fence(std::memory_order_seq_cst); // for what the caller has written before
    return changes_.load(std::memory_order_seq_cst);
  }
  void cancel() { sleepers_.fetch_sub(1, std::memory_order_relaxed); }

  /// Sleeps until something has changed since prepare(); now and then less, for no reason.
  void wait(std::uint32_t ticket) {
    if (changes_.load(std::memory_order_seq_cst) == ticket)
      syscall(SYS_futex, &changes_, FUTEX_WAIT_PRIVATE, ticket, nullptr, nullptr, 0);
    cancel();
  }

  void notifyAll() {
    if (sleepers_.load(std::memory_order_seq_cst) == 0)
      return;
    changes_.fetch_add(1, std::memory_order_seq_cst);
    syscall(SYS_futex, &changes_, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
  }

private:
  alignas(64) std::atomic<std::uint32_t> changes_ = 0;
  std::atomic<std::uint32_t> sleepers_ = 0;
};

} // namespace raddle

#endif
