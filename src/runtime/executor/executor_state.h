// What an executor consists of: the queue of launches (executor.cpp), and the threads that drive workers
// (executor_threads.cpp).
#ifndef RADDLE_RUNTIME_EXECUTOR_EXECUTOR_STATE_H
#define RADDLE_RUNTIME_EXECUTOR_EXECUTOR_STATE_H

#include "machine/event_count.h"
#include "machine/spin_lock.h"
#include "machine/worker_count.h"
#include "runtime/block/run.h"
#include "runtime/executor/executor.h"
#include "runtime/executor/sleeping_threads.h"
#include "runtime/worker/polling.h"
#include "runtime/worker/worker.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <thread>
#include <vector>

namespace raddle::runtime {

struct Executor::State final : WorkSource {
  explicit State(unsigned workers);
  ~State() override;

  /// Holds the lock. Threads that are woken meanwhile get their system calls when it is free again.
  class Locked {
  public:
    explicit Locked(State &state) : state_(state) { state_.lock.lock(); }
    ~Locked() {
      SleepingThreads::Calls calls;
      if (state_.sleeping_threads.hasCalls())
        calls = state_.sleeping_threads.takeCalls();
      state_.lock.unlock();
      for (SleepingThreads::Call call : calls)
        SleepingThreads::make(call);
    }
    Locked(const Locked &) = delete;
    Locked &operator=(const Locked &) = delete;

  private:
    State &state_;
  };

  // WorkSource
  void assignNext(Worker &worker) override;
  void moreWork() override;
  void exhausted() override;
  bool hasDeeper(const Run &run) override;
  void finished(Run &run) override;
  void wakeSuspended() override;
  bool hasCoresForAll() const override { return driven_workers.load(std::memory_order_relaxed) <= cores; }
  bool canDriveAll() const override { return !short_of_threads.load(std::memory_order_relaxed); }
  unsigned workerCount() const override { return static_cast<unsigned>(workers.size()); }

  void submit(std::span<std::shared_ptr<Run>> together);
  void post(std::function<void()> task);
  bool hasSpareCore() const;

  // executor_threads.cpp
  class WaitingThread;
  void poolThread();
  void help(const Condition &done);
  /// A thread that looks for work.
  struct Seeker {
    const Condition *done; // what a host thread waits for; null of the pool's threads
    bool about_to_sleep = false;
    bool isOfPool() const { return !done; }
  };
  bool isDue(const Seeker &seeker) const;
  bool canWork() const;
  std::uint32_t prepareToSleep(EventCount &event);
  bool work(const Seeker &seeker);
  Worker *acquire(const Seeker &seeker);
  void release(Worker &worker, const Seeker &seeker);
  void drive(Worker &worker, const Condition *done);
  bool hangs(std::uint64_t now) const;
  bool lookOut(const Seeker &seeker);
  bool spin(const Seeker &seeker);
  bool nap(SleepingThreads::Sleeper &self);
  bool allWorkersAreDriven() const;
  unsigned busyCores(const Seeker &seeker) const;
  bool hasLaunchedWithin(std::uint64_t cycles) const;

  bool runTask(const Seeker &seeker);
  void notifyHelpers();

  // With the lock held.
  void noteExhausted();
  void dropExhaustedRuns();
  void dropFront();
  void chooseOrder(Run &run);
  void assignFront(Worker &worker);
  void wakePool(std::size_t pieces_of_launches);
  void wakeUpTo(std::size_t count);
  ProcessorSet busyProcessors() const;
  void wakePoolForLaunch(std::size_t wanted);
  void spawnThreads(std::size_t waiting);
  void spawnThread();
  std::size_t poolLimit() const { return std::max<std::size_t>(4 * workers.size(), 8); }

  const unsigned cores = availableCores();
  const std::uint64_t hang_seconds;
  std::vector<std::unique_ptr<Worker>> workers;

  SpinLock lock;
  // In launch order. All with blocks to start are in here, but those of one worker that has taken them.
  std::deque<std::shared_ptr<Run>> runs;
  std::uint64_t last_run_id = 0;
  bool next_begins_at_end = false; // of those that run as a batch
  std::deque<std::function<void()>> tasks;
  std::vector<Worker *> free_workers;
  std::vector<Worker *> left_workers; // have unfinished blocks, and no thread that drives them
  std::vector<std::thread> threads;
  SleepingThreads sleeping_threads; // of the pool
  std::atomic<bool> stopping = false;

  // May be read without the lock. Each launch writes those of the first two lines; threads that look out for
  // work read the others all the time, and the second now and then.
  alignas(64) std::atomic<std::uint64_t> host_active_at = 0; // cycles
  alignas(64) std::atomic<std::size_t> claimable_runs =
      0;                                       // launches with blocks to start; written with the lock
  std::atomic<std::uint64_t> oldest_since = 0; // when the first of them was submitted, in cycles
  std::atomic<unsigned> driven_workers = 0;
  std::atomic<std::uint32_t> deepest = 0; // at least Launch::depth of the first one in the queue
  alignas(64) std::atomic<std::size_t> left_count = 0;
  std::atomic<bool> short_of_threads = false; // the system gave us fewer than we asked for
  std::atomic<std::size_t> task_count = 0;    // waiting
  std::atomic<unsigned> running_tasks = 0;
  std::atomic<unsigned> spinning_threads = 0; // of the pool and of the program
  std::atomic<bool> napping = false;          // one of the pool will see launches, before long
  // Have no work: just made, looking for some, or asleep. One that takes work ceases to be one of them with the lock held,
  // so that a thread that adds some sees how many are there for it.
  std::atomic<std::size_t> idle_pool_threads = 0;
  std::atomic<unsigned> waiting_threads = 0;    // host threads that wait, other than by running blocks
  std::atomic<std::uint64_t> waiting_since = 0; // when one of them was the first

  EventCount help_event; // what a helper waits for may have happened, or there is work
  // A worker whose blocks all wait for blocks of other workers may go on, or its driver has reason to look
  // around.
  EventCount resume_event;
};

} // namespace raddle::runtime

#endif
