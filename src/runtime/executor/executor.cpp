// Threads, workers and the queue of launches.
//
// There are as many workers as cores to use. A thread must take a worker to run kernels, so there are never
// more threads in kernels than workers, whoever they are: threads of the pool, or host threads in
// helpUntil(). A thread that leaves a worker with unfinished blocks hands it to the pool. Copies and other
// host-side tasks need no worker; the pool is so much larger than the workers are many that they never wait
// for kernels. They may wait for each other: none waits for anything itself.
#include "runtime/executor/executor.h"

#include "base/environment.h"
#include "base/recycling_allocator.h"
#include "runtime/block/multi_grid.h"
#include "runtime/executor/executor_state.h"
#include "runtime/executor/pieces.h"
#include "runtime/executor/thread_engine_time.h"
#include "runtime/race/launches.h"
#include "runtime/race/segments.h"
#include "runtime/worker/debugger.h"
#include "runtime/worker/signals.h"

#include <csignal>
#include <pthread.h>
#include <system_error>

namespace raddle::runtime {

namespace {

constexpr std::uint64_t kDefaultHangSeconds = 10;
constexpr std::uint64_t kMostHangSeconds = 1'000'000;

[[gnu::tls_model("initial-exec")]] constinit thread_local bool this_thread_runs_task =
    false; // see Carrier::ofThisThread()

} // namespace

Executor::State::State(unsigned worker_count)
    : hang_seconds(environmentNumber("RADDLE_HANG_SECONDS", 0, kMostHangSeconds, kDefaultHangSeconds)) {
  installSignalHandlers();
  for (unsigned index = 0; index < std::max(worker_count, 1u); ++index)
    workers.push_back(std::make_unique<Worker>(*this, index));
  debuggerAdd(*workers.back());
  for (auto worker = workers.rbegin(); worker != workers.rend(); ++worker)
    free_workers.push_back(worker->get());
}

Executor::State::~State() {
  {
    const Locked locked(*this);
    stopping = true;
    sleeping_threads.wakeAll();
  }
  // No thread is added any more: whoever could submit is gone.
  for (std::thread &thread : threads)
    thread.join();
  for (const std::unique_ptr<Worker> &worker : workers)
    debuggerRemove(*worker);
}

// ---- the queue ----

void Executor::State::dropExhaustedRuns() {
  while (!runs.empty() && !runs.front()->hasUnclaimedBlocks())
    dropFront();
}

bool Executor::State::hasDeeper(const Run &run) {
  if (deepest.load(std::memory_order_relaxed) <= run.launch().depth)
    return false;
  const Locked locked(*this);
  dropExhaustedRuns();
  const std::uint32_t depth = runs.empty() ? 0 : runs.front()->launch().depth;
  deepest.store(depth, std::memory_order_relaxed);
  return depth > run.launch().depth;
}

void Executor::State::dropFront() {
  runs.pop_front();
  if (!runs.empty())
    oldest_since.store(runs.front()->submittedAt(), std::memory_order_relaxed);
}

// Sums of a large array, one launch after the other: what the last one has read last is still in the last-level cache, and
// this one begins with it. With one worker, blocks begin in their order, and sums of floats are the same every time.
void Executor::State::chooseOrder(Run &run) {
  if (workers.size() == 1 || !run.goesInStep())
    return;
  if (next_begins_at_end)
    run.beginAtEnd();
  next_begins_at_end = !next_begins_at_end;
}

// To a worker that takes blocks of it at once.
[[gnu::hot]] void Executor::State::assignFront(Worker &worker) {
  if (!runs.front()->isOfOneWorker()) {
    worker.assign(runs.front());
    return;
  }
  worker.assign(std::move(runs.front()));
  dropFront();
  noteExhausted();
}

void Executor::State::exhausted() {
  const Locked locked(*this);
  noteExhausted();
}

// Workers that have had their share of a cooperative launch now turn to what comes after it.
void Executor::State::noteExhausted() {
  const std::size_t left = claimable_runs.load(std::memory_order_relaxed) - 1;
  claimable_runs.store(left, std::memory_order_relaxed);
  if (left != 0)
    wakeSuspended();
}

[[gnu::hot]] void Executor::State::assignNext(Worker &worker) {
  if (claimable_runs.load(std::memory_order_relaxed) == 0)
    return;
  const Locked locked(*this);
  dropExhaustedRuns();
  if (!runs.empty() && worker.mayHoldAnother(*runs.front()))
    assignFront(worker);
}

[[gnu::hot]] void Executor::State::submit(std::span<std::shared_ptr<Run>> together) {
  // The blocks of a cooperative launch will wait until the last of them has started.
  const Run &first = *together.front();
  const std::size_t wanted =
      first.cohort() ? std::min<std::size_t>(first.blocks() * together.size(), workers.size()) : 1;
  Worker *const caller = Worker::ofThisThread();
  const bool caller_takes_it = wanted == 1 && caller && caller->isOf(*this) && caller->takeExpectation();
  if (!caller)
    host_active_at.store(first.submittedAt(), std::memory_order_relaxed);
  {
    const Locked locked(*this);
    dropExhaustedRuns();
    if (runs.empty())
      oldest_since.store(first.submittedAt(), std::memory_order_relaxed);
    for (std::shared_ptr<Run> &run : together) {
      run->setId(++last_run_id);
      chooseOrder(*run);
      // What a kernel launches comes first: its blocks may wait for that.
      const std::uint32_t depth = run->launch().depth;
      if (depth == 0) {
        runs.push_back(std::move(run));
      } else {
        oldest_since.store(run->submittedAt(), std::memory_order_relaxed);
        runs.push_front(std::move(run));
        deepest.store(depth, std::memory_order_relaxed);
      }
    }
    claimable_runs.store(claimable_runs.load(std::memory_order_relaxed) + together.size(),
                         std::memory_order_relaxed); // see prepareToSleep()
    // Without a free worker, all are driven by threads that will look for more work before they stop.
    if (!caller_takes_it && !free_workers.empty())
      // A host thread most often waits for what it has launched, and does its part.
      wanted == 1 ? wakePoolForLaunch(napping.load(std::memory_order_seq_cst) ? 0 : 1)
                  : wakePool(wanted - (caller ? 0 : 1));
  }
  if (!caller_takes_it)
    notifyHelpers();
}

// Waking is passed on: a thread that finds more work than it takes wakes as many as are at work already, so that a
// submission costs one system call at most, and yet all workers are there after few wake-ups one after the other.
void Executor::State::moreWork() {
  const Locked locked(*this);
  const std::size_t at_work = driven_workers.load(std::memory_order_relaxed);
  if (const std::size_t wanted = std::min(at_work, free_workers.size()))
    wakePoolForLaunch(wanted);
}

// Threads that are awake look out for launches themselves, and come when it pays.
[[gnu::hot]] void Executor::State::wakePoolForLaunch(std::size_t wanted) {
  // Those that run tasks do not count.
  if (threads.size() < workers.size() + task_count.load(std::memory_order_relaxed) +
                           running_tasks.load(std::memory_order_relaxed))
    spawnThreads(tasks.size() + std::max<std::size_t>(wanted, 1));
  wakeUpTo(wanted);
}

// For each task, each worker that somebody has left (what its blocks have begun others may wait for), and so many pieces of
// launches. Whoever takes something looks whether that is all: what came just before may have counted on this thread.
void Executor::State::wakePool(std::size_t pieces_of_launches) {
  const std::size_t pieces = tasks.size() + left_workers.size() + pieces_of_launches;
  spawnThreads(pieces);
  wakeUpTo(pieces);
}

// So that this many threads of the pool are awake and look for work, or will at once. More would only take cores from
// those that have found some.
void Executor::State::wakeUpTo(std::size_t count) {
  std::size_t awake = idle_pool_threads.load(std::memory_order_seq_cst) - sleeping_threads.asleep();
  if (awake >= count)
    return;
  for (const ProcessorSet busy = busyProcessors(); awake < count && sleeping_threads.wakeOne(busy); ++awake)
    ;
}

ProcessorSet Executor::State::busyProcessors() const {
  ProcessorSet busy;
  busy.insert(processorOfThisThread());
  for (const std::unique_ptr<Worker> &worker : workers)
    busy.insert(worker->processor);
  return busy;
}

// One thread for each piece of work, as far as the pool may grow.
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

[[gnu::hot]] void Executor::State::finished(Run &run) {
  Launch &launch = run.launch();
  // What ended early has had its own report.
  if (run.slowSince() != 0 && !launch.fault)
    ThreadEngineTime::instance().add(run.kernel(), nanoseconds() - run.slowSince());
  if (run.observations()) [[unlikely]]
    if (race::LaunchRecord *record = run.observations()->race_record.load())
      race::endLaunch(*record);
  if (launch.on_finished)
    launch.on_finished(launch);
}

// What they are to see was written by a seq_cst operation.
void Executor::State::notifyHelpers() {
  help_event.notifyAll();
  resume_event.notifyAll();
}

// Barriers of a grid call this when a phase is complete, which is no news to workers that watch it.
void Executor::State::wakeSuspended() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  resume_event.notifyAll();
}

// ---- tasks ----

void Executor::State::post(std::function<void()> task) {
  {
    const Locked locked(*this);
    tasks.push_back(std::move(task));
    task_count.store(tasks.size(), std::memory_order_seq_cst);
    wakePool(0);
  }
  notifyHelpers();
}

bool Executor::State::runTask(const Seeker &seeker) {
  if (task_count.load(std::memory_order_seq_cst) == 0)
    return false;
  std::function<void()> task;
  {
    const Locked locked(*this);
    if (tasks.empty())
      return false;
    task = std::move(tasks.front());
    tasks.pop_front();
    task_count.store(tasks.size(), std::memory_order_relaxed);
    running_tasks.fetch_add(1, std::memory_order_relaxed);
    if (seeker.isOfPool())
      idle_pool_threads.fetch_sub(1, std::memory_order_seq_cst);
    wakePool(runs.empty() || free_workers.empty() ? 0 : 1);
  }
  this_thread_runs_task = true;
  task();
  this_thread_runs_task = false;
  running_tasks.fetch_sub(1, std::memory_order_relaxed);
  if (seeker.isOfPool())
    idle_pool_threads.fetch_add(1, std::memory_order_seq_cst);
  return true;
}

// Whether one more thread may run a piece of what this one does.
bool Executor::State::hasSpareCore() const {
  const std::size_t busy = driven_workers.load(std::memory_order_relaxed) +
                           running_tasks.load(std::memory_order_relaxed) +
                           task_count.load(std::memory_order_relaxed) + (this_thread_runs_task ? 0 : 1);
  return busy < std::min<std::size_t>(cores, workers.size());
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

[[gnu::hot]] void Executor::submit(std::shared_ptr<Launch> &&launch) {
  auto run = std::allocate_shared<Run>(RecyclingAllocator<Run>(), std::move(launch), debuggerWantsThreads());
  if (run->blocks() == 0)
    state_->finished(*run);
  else
    state_->submit({&run, 1});
}

void Executor::submitTogether(const std::vector<std::shared_ptr<Launch>> &grids) {
  std::vector<std::shared_ptr<Run>> runs;
  for (const std::shared_ptr<Launch> &grid : grids)
    runs.push_back(std::make_shared<Run>(std::shared_ptr<Launch>(grid), debuggerWantsThreads()));
  state_->submit(runs);
}

void Executor::abandon(const Launch &grid) {
  Cohort &cohort = static_cast<MultiGrid &>(*grid.extras().group).cohort;
  if (!cohort.abandon(volume(grid.grid_dim)))
    state_->workers.front()->reportStuck(cohort);
}

void Executor::forEachPiece(std::size_t count, const std::function<void(std::size_t)> &piece) {
  auto pieces = std::make_shared<Pieces>(count, piece);
  pieces->work([&] {
    try {
      while (state_->hasSpareCore() && pieces->wantHelp())
        state_->post([pieces] { pieces->work([] {}); });
    } catch (const std::bad_alloc &) { // then without help
    }
  });
  pieces->awaitEnd();
}

void Executor::post(std::function<void()> task) { state_->post(std::move(task)); }

[[gnu::hot]] void Executor::helpUntil(const Condition &done) { state_->help(done); }

[[gnu::hot]] void Executor::noteHostActivity() {
  state_->host_active_at.store(timeStamp(), std::memory_order_relaxed);
}

[[gnu::hot]] void Executor::notify() { state_->notifyHelpers(); }

} // namespace raddle::runtime
