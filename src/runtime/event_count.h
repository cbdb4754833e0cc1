// Waiting for "something has changed" without missing a change and without a lock.
#ifndef RADDLE_RUNTIME_EVENT_COUNT_H
#define RADDLE_RUNTIME_EVENT_COUNT_H

#include "runtime/spin_lock.h"

#include <atomic>
#include <cstdint>

namespace raddle::runtime {

/// Usage of a waiter: ticket = prepare(); look for what it waits for; not there: spin(ticket), wait(ticket).
class EventCount {
public:
  std::uint32_t prepare() const { return changes_.load(std::memory_order_seq_cst); }

  /// What a thread that spins finds out for itself, about once in a microsecond.
  enum class Outlook { kNothing, kWork, kHopeless };

  /// Watches for a notification, or until `look()` answers something else than kNothing; false when that was
  /// kHopeless. Of several threads that spin, notifyOne() stirs up one; the others go on as if nothing had
  /// happened.
  template <typename F> bool spin(std::uint32_t ticket, F look) {
    spinners_.fetch_add(1, std::memory_order_seq_cst);
    bool changed = changes_.load(std::memory_order_seq_cst) != ticket;
    while (!changed) {
      for (int i = 0; i < 16 && !changed; ++i) {
        spinPause();
        changed = takeToken();
      }
      if (changed)
        break;
      const Outlook outlook = look();
      if (outlook == Outlook::kHopeless)
        break;
      changed = outlook == Outlook::kWork;
    }
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
    if (spinners_.load(std::memory_order_seq_cst))
      tokens_.fetch_add(1, std::memory_order_relaxed);
    else if (sleepers_.load(std::memory_order_seq_cst))
      changes_.notify_one();
  }

  /// As notifyOne(), for what threads that spin look out for themselves.
  void notifySleeper() {
    changes_.fetch_add(1, std::memory_order_seq_cst);
    if (!spinners_.load(std::memory_order_seq_cst) && sleepers_.load(std::memory_order_seq_cst))
      changes_.notify_one();
  }

  void notifyAll() {
    changes_.fetch_add(1, std::memory_order_seq_cst);
    if (std::uint32_t spinners = spinners_.load(std::memory_order_seq_cst))
      tokens_.fetch_add(spinners, std::memory_order_relaxed);
    if (sleepers_.load(std::memory_order_seq_cst))
      changes_.notify_all();
  }

private:
  bool takeToken() {
    std::uint32_t tokens = tokens_.load(std::memory_order_relaxed);
    return tokens && tokens_.compare_exchange_strong(tokens, tokens - 1, std::memory_order_acquire);
  }

  alignas(64) std::atomic<std::uint32_t> changes_ = 0;
  // One for each spinner to be stirred up. One that gives up at the wrong moment leaves its token behind, for
  // which the next spinner will look for work in vain once.
  alignas(64) std::atomic<std::uint32_t> tokens_ = 0;
  std::atomic<std::uint32_t> spinners_ = 0;
  std::atomic<std::uint32_t> sleepers_ = 0;
};

} // namespace raddle::runtime

#endif
