// A lock for critical sections of some ten nanoseconds.
#ifndef RADDLE_MACHINE_SPIN_LOCK_H
#define RADDLE_MACHINE_SPIN_LOCK_H

#include "machine/processor.h"

#include <atomic>
#include <sched.h>

namespace raddle {

/// For std::lock_guard. A mutex would put the second of two threads to sleep for a thousand times as long as
/// the first one holds it.
class SpinLock {
public:
  void lock() {
    constexpr int kPauses = 200;
    for (int tries = 0; locked_.exchange(true, std::memory_order_acquire);)
      do {
        if (++tries < kPauses)
          spinPause();
        else
          sched_yield(); // the holder may have lost its core
      } while (locked_.load(std::memory_order_relaxed)); // reading leaves the line where it is
  }
  void unlock() { locked_.store(false, std::memory_order_release); }

private:
  std::atomic<bool> locked_ = false;
};

} // namespace raddle

#endif
