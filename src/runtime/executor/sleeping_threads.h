// The threads of the pool that sleep, and the processors on which they wake up.
#ifndef RADDLE_RUNTIME_EXECUTOR_SLEEPING_THREADS_H
#define RADDLE_RUNTIME_EXECUTOR_SLEEPING_THREADS_H

#include "machine/identity.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <sched.h>
#include <utility>
#include <vector>

namespace raddle::runtime {

/// The processor that the calling thread runs on; negative where the system does not say.
inline int processorOfThisThread() { return sched_getcpu(); }

/// A set of processors; those beyond the 1,024th are never in it.
class ProcessorSet {
public:
  ProcessorSet() { CPU_ZERO(&set_); }
  /// Those on which the calling thread may run; none where there are too many to say.
  static ProcessorSet ofThisThread();

  bool contains(int processor) const {
    return processor >= 0 && processor < CPU_SETSIZE && CPU_ISSET(processor, &set_);
  }
  void insert(int processor) {
    if (processor >= 0 && processor < CPU_SETSIZE)
      CPU_SET(processor, &set_);
  }
  ProcessorSet without(const ProcessorSet &other) const;
  /// The lowest of them; -1 where there is none.
  int first() const;
  /// Restricts a thread to them. Whether the system agreed.
  bool confine(pthread_t thread) const { return pthread_setaffinity_np(thread, sizeof set_, &set_) == 0; }

private:
  cpu_set_t set_;
};

/// Linux wakes a thread next to the one that wakes it where it sees no idle processor, and of a virtual machine's processors
/// it takes the idle ones for occupied by others. So the two would share one while others have nothing to do, until the
/// scheduler looks again milliseconds later, which is longer than most launches take. In virtual machines, therefore, a
/// thread wakes up where it fell asleep, or where nobody is busy.
///
/// To be called with the owner's lock, unless said otherwise.
class SleepingThreads {
public:
  /// A thread that sleeps now and then. To be made by itself.
  class Sleeper {
  public:
    Sleeper() : thread_(pthread_self()) {}

  private:
    friend class SleepingThreads;
    void chooseWhere();
    void sleep(std::optional<long> nanoseconds);
    void goAnywhere();

    const pthread_t thread_;
    std::atomic<std::uint32_t> is_awake_ = 1;
    int processor_ = -1;   // where it sleeps, or will wake up
    ProcessorSet allowed_; // where it may be when it is awake
    bool is_coming_ = false, is_confined_ = false;
  };

  explicit SleepingThreads(bool says_where = isVirtualMachine()) : says_where_(says_where) {}

  /// The calling thread sleeps until it is woken, and now and then less, for no reason; not at all if stays_awake(), with the
  /// lock held. Returns whether it has slept. To be called without the lock.
  template <typename Lock, typename F> bool sleep(Sleeper &self, Lock &lock, F &&stays_awake) {
    if (says_where_)
      self.chooseWhere();
    const bool slept = sleepFor({}, self, lock, stays_awake);
    if (says_where_)
      self.goAnywhere();
    return slept;
  }
  /// The same, for so long at most: too short to say where.
  template <typename Lock, typename F>
  bool nap(Sleeper &self, Lock &lock, F &&stays_awake, long nanoseconds) {
    return sleepFor(nanoseconds, self, lock, stays_awake);
  }

  /// Has a thread woken up by the next call, if one sleeps. None of them goes where `busy` threads are, as far as there are
  /// other processors.
  bool wakeOne(const ProcessorSet &busy);
  void wakeAll();

  /// A system call that wakes a thread. It takes so much longer than all else here that the lock is no place for it:
  /// takeCalls() with the lock, make() without.
  using Call = std::atomic<std::uint32_t> *;
  using Calls = std::vector<Call>;
  bool hasCalls() const { return !calls_.empty(); }
  Calls takeCalls() { return std::exchange(calls_, {}); }
  static void make(Call call);

  /// Threads that sleep, and nobody has woken them yet.
  std::size_t asleep() const { return sleeping_.size(); }

private:
  template <typename Lock, typename F>
  bool sleepFor(std::optional<long> nanoseconds, Sleeper &self, Lock &lock, F &&stays_awake) {
    {
      std::lock_guard guard(lock);
      if (stays_awake())
        return false;
      lieDown(self);
    }
    self.sleep(nanoseconds);
    std::lock_guard guard(lock);
    rise(self);
    return true;
  }
  void lieDown(Sleeper &self);
  void rise(Sleeper &self);
  void wake(Sleeper &sleeper);

  const bool says_where_;
  std::vector<Sleeper *> sleeping_, coming_;
  Calls calls_;
};

} // namespace raddle::runtime

#endif
