// The threads that drive workers, of the pool and of the program: when they come, and how long they stay.
#include "runtime/executor/executor_state.h"

#include "machine/valgrind.h"

#include <optional>

namespace raddle::runtime {

namespace {

// In cycles of the time stamp counter.
constexpr std::uint64_t kMicrosecond = 2500; // more or less
constexpr std::uint64_t kSpinCycles = 50 * kMicrosecond;
// So long, at most, a thread that has no more blocks stays awake because others have.
constexpr std::uint64_t kTailCycles = 1000 * kMicrosecond;
constexpr std::uint64_t kLookCycles = kMicrosecond;
// Whoever runs a launch that takes no longer would only be disturbed by help.
constexpr std::uint64_t kJoinCycles = 3 * kMicrosecond;
// A host thread that waits for the launch it has made does small ones itself, faster than a thread of the
// pool could.
constexpr std::uint64_t kTakeCycles = kMicrosecond;
// Two threads, one that adds launches and one that runs them, are quickest when they do not come close to
// each other.
constexpr std::uint64_t kHeadStartCycles = 20 * kMicrosecond;
// As long after the last launch a thread looks for more now and then.
constexpr std::uint64_t kNapCycles = 1000 * kMicrosecond;

} // namespace

// ---- workers ----

bool Executor::State::isDue(const Seeker &seeker) const {
  if (left_count.load(std::memory_order_relaxed) != 0)
    return true;
  if (claimable_runs.load(std::memory_order_relaxed) == 0 || allWorkersAreDriven())
    return false;
  const bool joins = driven_workers.load(std::memory_order_relaxed) != 0;
  if (seeker.about_to_sleep || (!seeker.isOfPool() && !joins))
    return true;
  const std::uint64_t now = timeStamp(), age = now - oldest_since.load(std::memory_order_relaxed);
  if (joins)
    return age > kJoinCycles;
  return age > kHeadStartCycles ||
         (age > kTakeCycles && now - host_active_at.load(std::memory_order_relaxed) > kTakeCycles);
}

// Before a last look at what there is to do, and then EventCount::wait(). Launches are submitted with the lock held,
// so that look sees those that came before, and a thread that submits another one sees this one, without a fence.
std::uint32_t Executor::State::prepareToSleep(EventCount &event) {
  const std::uint32_t ticket = event.prepare();
  const Locked locked(*this);
  return ticket;
}

// Whether a thread that is about to sleep finds something to do.
bool Executor::State::canWork() const {
  const std::size_t left = left_count.load(std::memory_order_seq_cst);
  return left != 0 || task_count.load(std::memory_order_seq_cst) != 0 ||
         (claimable_runs.load(std::memory_order_seq_cst) != 0 &&
          driven_workers.load(std::memory_order_seq_cst) < workers.size());
}

// Does one piece of work, if there is one; a helper leaves blocks when it is done.
bool Executor::State::work(const Seeker &seeker) {
  if (runTask(seeker))
    return true;
  Worker *const worker = acquire(seeker);
  if (!worker)
    return false;
  drive(*worker, seeker.done); // at least for one round, in which it takes blocks of a launch that it got now
  release(*worker, seeker);
  return true;
}

[[gnu::hot]] Worker *Executor::State::acquire(const Seeker &seeker) {
  if (!isDue(seeker))
    return nullptr;
  const Locked locked(*this);
  dropExhaustedRuns();
  const bool is_left = !left_workers.empty();
  if (!is_left && (runs.empty() || free_workers.empty()))
    return nullptr;
  std::vector<Worker *> &from = is_left ? left_workers : free_workers;
  Worker *const worker = from.back();
  from.pop_back();
  const bool leaves_others = runs.size() > (is_left ? 0 : 1);
  if (is_left)
    left_count.store(left_workers.size(), std::memory_order_relaxed);
  else
    assignFront(*worker);
  worker->processor = processorOfThisThread();
  if (seeker.isOfPool())
    idle_pool_threads.fetch_sub(1, std::memory_order_seq_cst);
  if (!tasks.empty() || !left_workers.empty()) // mostly there is neither, and launches are short
    wakePool(0);
  if (leaves_others && !free_workers.empty())
    wakePoolForLaunch(1);
  driven_workers.store(driven_workers.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  return worker;
}

[[gnu::hot]] void Executor::State::release(Worker &worker, const Seeker &seeker) {
  const Locked locked(*this);
  if (seeker.isOfPool())
    idle_pool_threads.fetch_add(1, std::memory_order_seq_cst);
  worker.processor = -1;
  driven_workers.store(driven_workers.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
  dropExhaustedRuns();
  if (worker.hasBlocks()) {
    left_workers.push_back(&worker);
    left_count.store(left_workers.size(), std::memory_order_seq_cst);
  } else {
    worker.polling.since.store(Worker::Polling::kIdle, std::memory_order_relaxed);
    worker.assign(nullptr); // an idle worker must keep no launch alive
    free_workers.push_back(&worker);
  }
  if (!seeker.isOfPool() && (worker.hasBlocks() || !runs.empty())) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    wakePool(runs.empty() ? 0 : 1);
    if (short_of_threads.load(std::memory_order_relaxed))
      notifyHelpers(); // one of them takes the place
  }
}

// A host thread that waits for what kernels do, from here to the end of the object's life.
class Executor::State::WaitingThread {
public:
  explicit WaitingThread(State &state) : state_(state) {
    if (state_.waiting_threads.load(std::memory_order_relaxed) == 0)
      state_.waiting_since.store(nanoseconds(), std::memory_order_relaxed);
    state_.waiting_threads.fetch_add(1, std::memory_order_release);
  }
  ~WaitingThread() { state_.waiting_threads.fetch_sub(1, std::memory_order_relaxed); }
  WaitingThread(const WaitingThread &) = delete;
  WaitingThread &operator=(const WaitingThread &) = delete;

private:
  State &state_;
};

[[gnu::hot]] void Executor::State::drive(Worker &worker, const Condition *done) {
  announceOwnStack();
  worker.attach();
  PollingPatience patience(worker, hang_seconds);
  std::optional<WaitingThread> waiting; // not while it is quick
  // Set before the last look at anything that a notification may be about.
  std::optional<std::uint32_t> ticket;
  auto stayAwake = [&] {
    if (ticket)
      resume_event.cancel();
    ticket.reset();
  };
  do {
    const Worker::Round round = worker.round();
    if (round == Worker::Round::kIdle)
      break;
    if (round == Worker::Round::kWorked) {
      patience.worked();
      stayAwake();
      continue;
    }
    if (done && !waiting)
      waiting.emplace(*this);
    if (round == Worker::Round::kPolling) {
      stayAwake();
      worker.noteSuspended();
      if (patience.polled() && hangs(nanoseconds()))
        reportHang(worker, hang_seconds);
    } else if (patience.waited(hasCoresForAll())) {
      spinPause();
    } else if (!ticket) {
      ticket = prepareToSleep(resume_event); // and look once more
    } else if (!worker.noteSuspended()) {
      resume_event.wait(*ticket);
      ticket.reset();
    }
  } while (!(done && (*done)()));
  stayAwake();
  worker.detach();
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

// Whether a launch came that many cycles ago, or later.
bool Executor::State::hasLaunchedWithin(std::uint64_t cycles) const {
  const std::uint64_t last =
      std::max(host_active_at.load(std::memory_order_relaxed), oldest_since.load(std::memory_order_relaxed));
  return timeStamp() < last + cycles;
}

// Nobody can take one more; those that drive them look for more work before they stop.
bool Executor::State::allWorkersAreDriven() const {
  return driven_workers.load(std::memory_order_relaxed) == workers.size();
}

// How many cores others need: that of the caller's thread is not one of them.
unsigned Executor::State::busyCores(const Seeker &seeker) const {
  unsigned running = driven_workers.load(std::memory_order_relaxed);
  // A host thread that adds launches needs a core too.
  if (seeker.isOfPool() && running == 0 && hasLaunchedWithin(kSpinCycles))
    running = 1;
  return running + spinning_threads.load(std::memory_order_relaxed);
}

// Waits awake for something to do, as long as that is likely to come soon. False when it did not, or when there is no
// core for it: the caller looks a last time, and sleeps.
bool Executor::State::lookOut(const Seeker &seeker) {
  // Worth it only on a core that would be idle otherwise.
  if (busyCores(seeker) >= cores)
    return false;
  spinning_threads.fetch_add(1, std::memory_order_relaxed);
  const bool found = spin(seeker);
  spinning_threads.fetch_sub(1, std::memory_order_relaxed);
  return found;
}

bool Executor::State::spin(const Seeker &seeker) {
  const std::uint64_t begin = timeStamp();
  std::uint64_t worked = begin;
  for (std::uint64_t looked = begin, now = begin;; now = timeStamp()) {
    spinPause();
    if ((seeker.done && (*seeker.done)()) || task_count.load(std::memory_order_relaxed) != 0)
      return true;
    // What every launch writes is looked at only now and then, because that disturbs the thread that makes them.
    if (now - looked < kLookCycles)
      continue;
    looked = now;
    if (isDue(seeker))
      return true;
    // One of the workers has no core but this one, and the others may wait for it.
    if (driven_workers.load(std::memory_order_relaxed) >= cores)
      return false;
    // Where launches come one after the other, none of them long enough to join in, a longer one may follow.
    // And when the last blocks of this one have ended, the next one often comes at once.
    if (driven_workers.load(std::memory_order_relaxed) != 0 && now - begin < kTailCycles)
      worked = now;
    const std::uint64_t last = std::max(worked, oldest_since.load(std::memory_order_relaxed));
    if ((now - last >= kSpinCycles && now >= last) || stopping)
      return false;
  }
}

// Where all cores are busy and launches keep coming, most of them are for the threads that do that work. One
// thread of the pool looks now and then whether it is so: to wake it for each launch would cost more than a
// small launch does.
bool Executor::State::nap(SleepingThreads::Sleeper &self) {
  constexpr long kNapNanoseconds = 50'000;
  if (napping.load(std::memory_order_relaxed) || napping.exchange(true, std::memory_order_seq_cst))
    return false;
  constexpr Seeker kPoolThread{nullptr};
  bool found = false;
  while (!found && !stopping && !allWorkersAreDriven() && busyCores(kPoolThread) >= cores &&
         hasLaunchedWithin(kNapCycles)) {
    auto finds_something = [&] {
      return isDue(kPoolThread) || task_count.load(std::memory_order_seq_cst) != 0 || stopping;
    };
    found = !sleeping_threads.nap(self, lock, finds_something, kNapNanoseconds);
  }
  napping.store(false, std::memory_order_seq_cst);
  return found || busyCores(kPoolThread) < cores;
}

void Executor::State::poolThread() {
  SleepingThreads::Sleeper self;
  Seeker seeker{nullptr};
  for (;;) {
    const bool worked = work(seeker);
    seeker.about_to_sleep = false;
    if (worked)
      continue;
    if (stopping)
      return;
    const bool finds_something = busyCores(seeker) >= cores ? nap(self) : lookOut(seeker);
    if (!finds_something && !sleeping_threads.sleep(self, lock, [&] { return canWork() || stopping; }))
      seeker.about_to_sleep = true;
  }
}

[[gnu::hot]] void Executor::State::help(const Condition &done) {
  Seeker seeker{&done};
  // Most often the calling thread does what it waits for, at once.
  if (done() || (work(seeker) && done()))
    return;
  const WaitingThread waiting(*this);
  while (!done()) {
    const bool worked = work(seeker);
    seeker.about_to_sleep = false;
    if (worked || lookOut(seeker))
      continue;
    const std::uint32_t ticket = prepareToSleep(help_event);
    if (done() || canWork()) {
      help_event.cancel();
      seeker.about_to_sleep = true;
    } else {
      help_event.wait(ticket);
    }
  }
}

} // namespace raddle::runtime
