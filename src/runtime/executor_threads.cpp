// The threads that drive workers, of the pool and of the program: when they come, and how long they stay.
#include "runtime/executor_state.h"

#include <mutex>
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

} // namespace

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

} // namespace raddle::runtime
