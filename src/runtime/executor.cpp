// Threads, workers and the queue of launches.
//
// There are as many workers as cores to use. A thread must take a worker to run kernels, so there are never
// more threads in kernels than workers, whoever they are: threads of the pool, or host threads in
// helpUntil(). A thread that leaves a worker with unfinished blocks hands it to the pool. Copies and other
// host-side tasks need no worker; the pool is so much larger than the workers are many that they never wait
// for kernels. They may wait for each other: none waits for anything itself.
#include "runtime/executor.h"

#include "base/environment.h"
#include "runtime/event_count.h"
#include "runtime/multi_grid.h"
#include "runtime/polling.h"
#include "runtime/run.h"
#include "runtime/signals.h"
#include "runtime/spin_lock.h"
#include "runtime/worker.h"
#include "runtime/worker_count.h"

#include <algorithm>
#include <csignal>
#include <deque>
#include <mutex>
#include <pthread.h>
#include <span>
#include <system_error>
#include <thread>
#include <vector>
#include <x86intrin.h>

namespace raddle::runtime {

namespace {

// In cycles of the time stamp counter.
constexpr std::uint64_t kMicrosecond = 2500; // more or less
constexpr std::uint64_t kSpinCycles = 50 * kMicrosecond;
// Whoever runs a launch that takes no longer would only be disturbed by help.
constexpr std::uint64_t kJoinCycles = 3 * kMicrosecond;
// A host thread that waits for the launch it has made does small ones itself, faster than a thread of the
// pool could.
constexpr std::uint64_t kTakeCycles = kMicrosecond;
// Two threads, one that adds launches and one that runs them, are quickest when they do not come close to
// each other.
constexpr std::uint64_t kHeadStartCycles = 20 * kMicrosecond;
constexpr std::uint64_t kDefaultHangSeconds = 10;
constexpr std::uint64_t kMostHangSeconds = 1'000'000;

} // namespace

struct Executor::State final : WorkSource {
  explicit State(unsigned workers);
  ~State() override;

  // WorkSource
  std::shared_ptr<Run> nextRun() override;
  void moreWork() override;
  void exhausted() override;
  void finished(Run &run) override;
  void wakeSuspended() override;
  bool hasCoresForAll() const override { return driven_workers.load(std::memory_order_relaxed) <= cores; }
  bool canDriveAll() const override { return !short_of_threads.load(std::memory_order_relaxed); }
  unsigned workerCount() const override { return static_cast<unsigned>(workers.size()); }

  void submit(std::span<const std::shared_ptr<Run>> together);
  void post(std::function<void()> task);
  void help(const std::function<bool()> &done);
  void work(const std::function<bool()> &done);

  void poolThread();
  enum class Who { kPool, kHelper, kAboutToSleep };
  bool isDue(Who who) const;
  Worker *acquire(Who who);
  void release(Worker &worker, bool leaving);
  void drive(Worker &worker, const std::function<bool()> *done);
  bool runTask();
  bool hangs(std::uint64_t now) const;
  bool spin(EventCount &event, std::uint32_t ticket, Who who);
  bool isWorthWatching(PollingPatience &patience) const;
  void notifyHelpers();

  // With the lock held.
  void dropExhaustedRuns();
  void wakePool(std::size_t pieces);
  void wakePoolForLaunch();
  void spawnThreads(std::size_t waiting);
  void spawnThread();
  std::size_t poolLimit() const { return std::max<std::size_t>(4 * workers.size(), 8); }

  const unsigned cores = availableCores();
  const std::uint64_t hang_seconds;
  std::vector<std::unique_ptr<Worker>> workers;

  SpinLock lock;
  std::deque<std::shared_ptr<Run>> runs; // in launch order; all with blocks to start are in here
  std::deque<std::function<void()>> tasks;
  std::vector<Worker *> free_workers;
  std::vector<Worker *> left_workers; // have unfinished blocks, and no thread that drives them
  std::vector<std::thread> threads;
  std::atomic<bool> stopping = false;

  // May be read without the lock. Those that are written most often lie by themselves.
  alignas(64) std::atomic<std::uint64_t> host_active_at = 0; // cycles
  alignas(64) std::atomic<std::size_t> claimable_runs = 0;   // launches with blocks to start
  std::atomic<std::uint64_t> oldest_since = 0; // when the first of them was submitted, in cycles
  alignas(64) std::atomic<std::size_t> left_count = 0;
  std::atomic<bool> short_of_threads = false; // the system gave us fewer than we asked for
  std::atomic<std::size_t> task_count = 0;    // waiting
  std::atomic<unsigned> running_tasks = 0;
  std::atomic<unsigned> driven_workers = 0;
  std::atomic<unsigned> spinning_threads = 0;
  std::atomic<unsigned> idle_pool_threads = 0;  // about to look for work: just made, spinning, or asleep
  std::atomic<unsigned> waiting_threads = 0;    // host threads in help()
  std::atomic<std::uint64_t> waiting_since = 0; // when one of them was the first

  EventCount pool_event; // there is work
  EventCount help_event; // what a helper waits for may have happened, or there is work
  // A worker whose blocks all wait for blocks of other workers may go on, or its driver has reason to look
  // around.
  EventCount resume_event;
  std::atomic<unsigned> resume_sleepers =
      0; // drivers that sleep until then, or look once more before they do
};

Executor::State::State(unsigned worker_count)
    : hang_seconds(environmentNumber("RADDLE_HANG_SECONDS", 0, kMostHangSeconds, kDefaultHangSeconds)) {
  for (unsigned index = 0; index < std::max(worker_count, 1u); ++index)
    workers.push_back(std::make_unique<Worker>(*this, index));
  for (auto worker = workers.rbegin(); worker != workers.rend(); ++worker)
    free_workers.push_back(worker->get());
}

Executor::State::~State() {
  {
    std::lock_guard guard(lock);
    stopping = true;
  }
  pool_event.notifyAll();
  // No thread is added any more: whoever could submit is gone.
  for (std::thread &thread : threads)
    thread.join();
}

// ---- the queue ----

void Executor::State::dropExhaustedRuns() {
  if (runs.empty() || runs.front()->hasUnclaimedBlocks())
    return;
  do
    runs.pop_front();
  while (!runs.empty() && !runs.front()->hasUnclaimedBlocks());
  if (!runs.empty())
    oldest_since.store(runs.front()->submittedAt(), std::memory_order_relaxed);
}

// Workers that have had their share of a cooperative launch now turn to what comes after it.
void Executor::State::exhausted() {
  if (claimable_runs.fetch_sub(1, std::memory_order_relaxed) > 1)
    wakeSuspended();
}

std::shared_ptr<Run> Executor::State::nextRun() {
  if (claimable_runs.load(std::memory_order_relaxed) == 0)
    return nullptr;
  std::lock_guard guard(lock);
  dropExhaustedRuns();
  return runs.empty() ? nullptr : runs.front();
}

void Executor::State::submit(std::span<const std::shared_ptr<Run>> together) {
  // The blocks of a cooperative launch will wait until the last of them has started.
  const Run &first = *together.front();
  const std::size_t wanted =
      first.cohort() ? std::min<std::size_t>(first.blocks() * together.size(), workers.size()) : 1;
  Worker *const caller = Worker::ofThisThread();
  const bool caller_takes_it = wanted == 1 && caller && caller->isOf(*this) && caller->takeExpectation();
  {
    std::lock_guard guard(lock);
    dropExhaustedRuns();
    if (runs.empty())
      oldest_since.store(first.submittedAt(), std::memory_order_relaxed);
    runs.insert(runs.end(), together.begin(), together.end());
    claimable_runs.fetch_add(together.size(), std::memory_order_relaxed);
    // Without a free worker, all are driven by threads that will look for more work before they stop.
    if (!caller_takes_it && !free_workers.empty())
      wanted == 1 ? wakePoolForLaunch() : wakePool(wanted);
  }
  if (!caller_takes_it)
    notifyHelpers();
}

// Waking is passed on: a thread that finds more work than it takes wakes the next one, so that a submission
// costs one system call at most.
void Executor::State::moreWork() {
  std::lock_guard guard(lock);
  if (!free_workers.empty())
    wakePoolForLaunch();
}

// Threads that spin look out for launches themselves, and come when it pays.
void Executor::State::wakePoolForLaunch() {
  spawnThreads(tasks.size() + 1);
  pool_event.notifySleeper();
}

void Executor::State::wakePool(std::size_t pieces) {
  spawnThreads(tasks.size() + (runs.empty() ? 0 : pieces));
  for (std::size_t piece = 0; piece < pieces; ++piece)
    pool_event.notifyOne();
}

// One thread for each piece of work, as far as the pool may grow. A thread that ceases to be idle first looks
// for tasks, so it sees this one, or else is not counted here.
void Executor::State::spawnThreads(std::size_t waiting) {
  for (std::size_t idle = idle_pool_threads.load(std::memory_order_seq_cst);
       idle < waiting && threads.size() < poolLimit() && !short_of_threads; ++idle)
    spawnThread();
}

void Executor::State::spawnThread() {
  if (stopping)
    return;
  // The program's own signals are for its own threads.
  sigset_t all, before;
  sigfillset(&all);
  for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    sigdelset(&all, fault);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  idle_pool_threads.fetch_add(1, std::memory_order_seq_cst);
  try {
    threads.emplace_back([this] { poolThread(); });
    pthread_setname_np(threads.back().native_handle(), "raddle");
  } catch (const std::system_error &) {
    idle_pool_threads.fetch_sub(1, std::memory_order_seq_cst);
    // No more threads to be had: those that exist, and host threads that wait, do the work.
    short_of_threads.store(true, std::memory_order_relaxed);
    wakeSuspended();
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Executor::State::finished(Run &run) {
  Launch &launch = run.launch();
  if (launch.on_finished)
    launch.on_finished(launch);
}

void Executor::State::notifyHelpers() {
  help_event.notifyAll();
  wakeSuspended();
}

// Barriers of a grid call this when a phase is complete, which is no news to workers that watch it.
void Executor::State::wakeSuspended() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (resume_sleepers.load(std::memory_order_relaxed) != 0)
    resume_event.notifyAll();
}

// ---- tasks ----

void Executor::State::post(std::function<void()> task) {
  {
    std::lock_guard guard(lock);
    tasks.push_back(std::move(task));
    task_count.store(tasks.size(), std::memory_order_seq_cst);
    wakePool(1);
  }
  notifyHelpers();
}

bool Executor::State::runTask() {
  if (task_count.load(std::memory_order_seq_cst) == 0)
    return false;
  std::function<void()> task;
  {
    std::lock_guard guard(lock);
    if (tasks.empty())
      return false;
    task = std::move(tasks.front());
    tasks.pop_front();
    task_count.store(tasks.size(), std::memory_order_relaxed);
    running_tasks.fetch_add(1, std::memory_order_relaxed);
  }
  task();
  running_tasks.fetch_sub(1, std::memory_order_relaxed);
  return true;
}

// ---- workers ----

bool Executor::State::isDue(Who who) const {
  if (left_count.load(std::memory_order_relaxed) != 0)
    return true;
  if (claimable_runs.load(std::memory_order_relaxed) == 0)
    return false;
  const std::uint64_t now = __rdtsc(), age = now - oldest_since.load(std::memory_order_relaxed);
  if (who == Who::kAboutToSleep)
    return true;
  if (driven_workers.load(std::memory_order_relaxed) != 0)
    return age > kJoinCycles;
  return who == Who::kHelper || age > kHeadStartCycles ||
         (age > kTakeCycles && now - host_active_at.load(std::memory_order_relaxed) > kTakeCycles);
}

Worker *Executor::State::acquire(Who who) {
  if (!isDue(who))
    return nullptr;
  std::lock_guard guard(lock);
  std::vector<Worker *> *from = nullptr;
  dropExhaustedRuns();
  if (!left_workers.empty())
    from = &left_workers;
  else if (!runs.empty() && !free_workers.empty())
    from = &free_workers;
  else
    return nullptr;
  Worker *worker = from->back();
  from->pop_back();
  if (from == &free_workers)
    worker->assign(runs.front());
  left_count.store(left_workers.size(), std::memory_order_relaxed);
  driven_workers.fetch_add(1, std::memory_order_relaxed);
  return worker;
}

void Executor::State::release(Worker &worker, bool leaving) {
  std::lock_guard guard(lock);
  driven_workers.fetch_sub(1, std::memory_order_relaxed);
  dropExhaustedRuns();
  if (worker.hasBlocks()) {
    left_workers.push_back(&worker);
    left_count.store(left_workers.size(), std::memory_order_relaxed);
  } else {
    worker.polling.since.store(Worker::Polling::kIdle, std::memory_order_relaxed);
    worker.assign(nullptr); // an idle worker must keep no launch alive
    free_workers.push_back(&worker);
  }
  if (leaving && (worker.hasBlocks() || !runs.empty()))
    wakePool(1);
}

void Executor::State::drive(Worker &worker, const std::function<bool()> *done) {
  worker.attach();
  PollingPatience patience(worker, hang_seconds);
  bool may_sleep = false;
  auto setMaySleep = [&](bool now) {
    if (may_sleep != now)
      now ? ++resume_sleepers : --resume_sleepers;
    may_sleep = now;
  };
  for (;;) {
    // From before the last look at anything that a notification may be about.
    const std::uint32_t ticket = resume_event.prepare();
    if (done && (*done)())
      break;
    const Worker::Round round = worker.round();
    if (round == Worker::Round::kIdle)
      break;
    if (round == Worker::Round::kWorked) {
      patience.worked();
      setMaySleep(false);
    } else if (round == Worker::Round::kPolling) {
      setMaySleep(false);
      worker.noteSuspended();
      if (patience.polled() && hangs(nanoseconds()))
        worker.reportHang(hang_seconds);
    } else if (isWorthWatching(patience)) {
      spinPause();
    } else if (!may_sleep) {
      setMaySleep(true); // and look once more
    } else if (!worker.noteSuspended()) {
      resume_event.wait(ticket);
    }
  }
  setMaySleep(false);
  worker.detach();
}

// A barrier of the grid takes a microsecond when all workers have a core, so it is watched for a while; if
// another thread is to do something first, the core is needed.
bool Executor::State::isWorthWatching(PollingPatience &patience) const {
  constexpr std::uint64_t kRoundsUncrowded = 1024, kRoundsCrowded = 16;
  return patience.waited() < (hasCoresForAll() ? kRoundsUncrowded : kRoundsCrowded);
}

// Polling is a hang when nothing in the process can end it: no worker computes, no task runs, and the program
// waits. A host thread that does not wait may still write what a kernel polls for, at any time; what one
// wrote just before it began to wait may not have been read yet, hence the limit.
bool Executor::State::hangs(std::uint64_t now) const {
  const std::uint64_t limit = hang_seconds * 1'000'000'000u;
  return waiting_threads.load(std::memory_order_acquire) != 0 &&
         waiting_since.load(std::memory_order_relaxed) + limit <= now &&
         task_count.load(std::memory_order_relaxed) == 0 &&
         running_tasks.load(std::memory_order_relaxed) == 0 &&
         std::all_of(workers.begin(), workers.end(),
                     [&](const std::unique_ptr<Worker> &worker) { return cannotHelp(*worker, now, limit); });
}

// ---- threads ----

// False when there is nothing to be hoped for soon: the caller looks a last time, and sleeps.
bool Executor::State::spin(EventCount &event, std::uint32_t ticket, Who who) {
  // Worth it only on a core that would be idle otherwise.
  const unsigned busy = driven_workers.load(std::memory_order_relaxed) +
                        spinning_threads.fetch_add(1, std::memory_order_relaxed);
  bool changed = false;
  if (busy < cores) {
    const std::uint64_t begin = __rdtsc();
    changed = event.spin(ticket, [&] {
      if (isDue(who))
        return EventCount::Outlook::kWork;
      // Where launches come one after the other, none of them long enough to join in, a longer one may
      // follow.
      const std::uint64_t now = __rdtsc(),
                          last = std::max(begin, oldest_since.load(std::memory_order_relaxed));
      return now - last < kSpinCycles || now < last ? EventCount::Outlook::kNothing
                                                    : EventCount::Outlook::kHopeless;
    });
  }
  spinning_threads.fetch_sub(1, std::memory_order_relaxed);
  return changed;
}

void Executor::State::poolThread() {
  bool about_to_sleep = false;
  idle_pool_threads.fetch_sub(1, std::memory_order_seq_cst);
  for (;;) {
    const std::uint32_t ticket = pool_event.prepare();
    if (runTask())
      continue;
    if (Worker *worker = acquire(about_to_sleep ? Who::kAboutToSleep : Who::kPool)) {
      drive(*worker, nullptr);
      release(*worker, false);
      about_to_sleep = false;
      continue;
    }
    if (stopping)
      return;
    idle_pool_threads.fetch_add(1, std::memory_order_seq_cst);
    if (about_to_sleep)
      pool_event.wait(ticket);
    about_to_sleep = !about_to_sleep && !spin(pool_event, ticket, Who::kPool);
    idle_pool_threads.fetch_sub(1, std::memory_order_seq_cst);
  }
}

void Executor::State::help(const std::function<bool()> &done) {
  if (done())
    return;
  if (waiting_threads.load(std::memory_order_relaxed) == 0)
    waiting_since.store(nanoseconds(), std::memory_order_relaxed);
  waiting_threads.fetch_add(1, std::memory_order_release);
  work(done);
  waiting_threads.fetch_sub(1, std::memory_order_relaxed);
}

void Executor::State::work(const std::function<bool()> &done) {
  bool about_to_sleep = false;
  for (;;) {
    const std::uint32_t ticket = help_event.prepare();
    if (done())
      return;
    if (runTask())
      continue;
    if (Worker *worker = acquire(about_to_sleep ? Who::kAboutToSleep : Who::kHelper)) {
      drive(*worker, &done);
      release(*worker, true);
      about_to_sleep = false;
      continue;
    }
    if (about_to_sleep)
      help_event.wait(ticket);
    about_to_sleep = !about_to_sleep && !spin(help_event, ticket, Who::kHelper);
  }
}

// ---- the interface ----

Executor &Executor::instance() {
  // Never destroyed: kernels may still run when the program's static objects are destroyed.
  static Executor &executor = *new Executor(defaultWorkerCount());
  return executor;
}

Executor::Executor(unsigned workers) : state_(std::make_unique<State>(workers)) {}
Executor::~Executor() = default;

unsigned Executor::workers() const { return state_->workerCount(); }

void Executor::submit(std::shared_ptr<Launch> launch) {
  installSignalHandlers();
  auto run = std::make_shared<Run>(std::move(launch));
  if (run->blocks() == 0)
    state_->finished(*run);
  else
    state_->submit({&run, 1});
}

void Executor::submitTogether(const std::vector<std::shared_ptr<Launch>> &grids) {
  installSignalHandlers();
  std::vector<std::shared_ptr<Run>> runs;
  for (const std::shared_ptr<Launch> &grid : grids)
    runs.push_back(std::make_shared<Run>(grid));
  state_->submit(runs);
}

void Executor::abandon(const Launch &grid) {
  Cohort &cohort = grid.multi_grid->cohort;
  if (!cohort.abandon(volume(grid.grid_dim)))
    state_->workers.front()->reportStuck(cohort);
}

void Executor::post(std::function<void()> task) { state_->post(std::move(task)); }

void Executor::helpUntil(const std::function<bool()> &done) { state_->help(done); }

void Executor::noteHostActivity() { state_->host_active_at.store(__rdtsc(), std::memory_order_relaxed); }

void Executor::notify() { state_->notifyHelpers(); }

} // namespace raddle::runtime
