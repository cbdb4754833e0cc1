// Waiting for "something has changed" without missing a change and without a lock.
#ifndef RADDLE_RUNTIME_EVENT_COUNT_H
#define RADDLE_RUNTIME_EVENT_COUNT_H

#include <atomic>
#include <cstdint>

namespace raddle::runtime {

/// Tells the processor that this is a spin loop.
inline void spinPause() { __builtin_ia32_pause(); }

/// Usage of a waiter: ticket = prepare(); look for what it waits for; not there: spin(ticket), wait(ticket).
class EventCount {
public:
  std::uint32_t prepare() const { return changes_.load(std::memory_order_seq_cst); }

  /// Watches for a change until `give_up()`, which is asked now and then; false when there was none.
  template <typename F> bool spin(std::uint32_t ticket, F give_up) {
    spinners_.fetch_add(1, std::memory_order_seq_cst);
    bool changed = false;
    do {
      for (int i = 0; i < 32 && !changed; ++i) {
        spinPause();
        changed = changes_.load(std::memory_order_relaxed) != ticket;
      }
    } while (!changed && !give_up());
    spinners_.fetch_sub(1, std::memory_order_seq_cst);
    return changed;
  }

  /// Sleeps until something has changed since prepare().
  void wait(std::uint32_t ticket) {
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    changes_.wait(ticket, std::memory_order_seq_cst);
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
  }

  /// Tells one waiter or more. Makes no system call when someone spins, or when nobody waits.
  void notifyOne() {
    changes_.fetch_add(1, std::memory_order_seq_cst);
    if (!spinners_.load(std::memory_order_seq_cst) && sleepers_.load(std::memory_order_seq_cst))
      changes_.notify_one();
  }
  void notifyAll() {
    changes_.fetch_add(1, std::memory_order_seq_cst);
    if (sleepers_.load(std::memory_order_seq_cst))
      changes_.notify_all();
  }

private:
  alignas(64) std::atomic<std::uint32_t> changes_ = 0;
  std::atomic<std::uint32_t> spinners_ = 0;
  std::atomic<std::uint32_t> sleepers_ = 0;
};

} // namespace raddle::runtime

#endif
