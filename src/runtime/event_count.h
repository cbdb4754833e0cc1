// Waiting for "something has changed" without missing a change and without a lock.
#ifndef RADDLE_RUNTIME_EVENT_COUNT_H
#define RADDLE_RUNTIME_EVENT_COUNT_H

#include <atomic>
#include <cstdint>

namespace raddle::runtime {

/// Usage of a waiter: ticket = prepare(); look for what it waits for; not there: wait(ticket).
class EventCount {
public:
  std::uint32_t prepare() const { return changes_.load(std::memory_order_seq_cst); }
  bool changedSince(std::uint32_t ticket) const { return changes_.load(std::memory_order_relaxed) != ticket; }

  /// Sleeps until something has changed since prepare().
  void wait(std::uint32_t ticket) {
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    changes_.wait(ticket, std::memory_order_seq_cst);
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
  }

  /// Makes no system call unless someone sleeps.
  void notifyOne() {
    changes_.fetch_add(1, std::memory_order_seq_cst);
    if (sleepers_.load(std::memory_order_seq_cst))
      changes_.notify_one();
  }
  void notifyAll() {
    changes_.fetch_add(1, std::memory_order_seq_cst);
    if (sleepers_.load(std::memory_order_seq_cst))
      changes_.notify_all();
  }

private:
  alignas(64) std::atomic<std::uint32_t> changes_ = 0;
  std::atomic<std::uint32_t> sleepers_ = 0;
};

}  // namespace raddle::runtime

#endif
