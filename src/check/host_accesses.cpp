#include "check/host_accesses.h"

#include "check/closed_pages.h"
#include "check/concurrent_work.h"
#include "check/program_stack.h"
#include "machine/clock.h"
#include "machine/interrupted_code.h"
#include "machine/pages.h"
#include "machine/spin_lock.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <sys/mman.h>
#include <time.h>
#include <utility>

namespace raddle::check {

std::atomic<bool> host_accesses::are_watched = false;

namespace {

// Work that has not ended after so long waits for something, such as the host. After some of these nobody waits any more.
constexpr std::uint64_t kPatienceNanoseconds = 2'000'000'000;
constexpr unsigned kMostFruitlessWaits = 3;
constexpr long kNapNanoseconds = 50'000;

constexpr std::size_t kMostNoted = 64;
// Accesses beside what work has touched, in one of the same pages, cost two signals each.
constexpr unsigned kMostSteps = 4096;

constexpr std::size_t kEnoughStack = 16 * 1024;

struct Noted {
  std::uintptr_t address;
  bool write;
  StackTrace stack;
};

// Handlers of signals take the lock, so whoever has it does nothing that could be a fault, and allocates nothing.
struct Closed {
  SpinLock lock;
  bool is_closed = false;
  PagesToClose pages;                       // which are closed, or were last
  std::vector<Bytes> touched, written;      // by work, in there
  std::array<Noted, kMostNoted> noted = {}; // since they were closed
  std::size_t noted_count = 0;
  unsigned steps = 0;
};

struct HostAccesses {
  std::mutex mutex; // of what follows, and of closing and opening
  unsigned calls = 0;
  std::uint64_t version = 0; // of the work for which the pages were found
  std::atomic<unsigned> fruitless_waits = 0;
  Closed closed;
  std::mutex arrays_mutex;
  std::map<std::uintptr_t, std::uintptr_t> arrays; // their ends
  std::atomic<bool> has_new_arrays = false;
};

HostAccesses &hostAccesses() {
  static auto *const all = new HostAccesses;
  return *all;
}

// What the thread has opened for one instruction.
struct Step {
  std::array<std::uintptr_t, 4> pages;
  std::size_t count;
  std::uintptr_t tried_again;
};
[[gnu::tls_model("initial-exec")]] constinit thread_local Step this_thread_steps = {};

bool contains(const std::vector<Bytes> &sorted, std::uintptr_t address) {
  const auto found =
      std::ranges::upper_bound(sorted, address, {}, [](const Bytes &bytes) { return bytes.end; });
  return found != sorted.end() && found->begin <= address;
}

bool protect(std::uintptr_t begin, std::size_t bytes, int how) {
  return mprotect(reinterpret_cast<void *>(begin), bytes, how) == 0;
}

bool protect(const std::vector<Bytes> &pages, int how) {
  return std::ranges::all_of(
      pages, [how](const Bytes &part) { return protect(part.begin, part.end - part.begin, how); });
}

void openPage(std::uintptr_t page) { protect(page, pageBytes(), PROT_READ | PROT_WRITE); }

// With the lock of calls.
void close(Closed &closed) {
  std::lock_guard lock(closed.lock);
  closed.steps = 0;
  closed.is_closed = protect(closed.pages.all, PROT_READ) && protect(closed.pages.written, PROT_NONE);
  // So many pieces of memory may be more than the system allows.
  if (!closed.is_closed)
    protect(closed.pages.all, PROT_READ | PROT_WRITE);
}

// With the lock of calls. What was noted is left.
void open(Closed &closed) {
  std::lock_guard lock(closed.lock);
  if (closed.is_closed)
    protect(closed.pages.all, PROT_READ | PROT_WRITE);
  closed.is_closed = false;
}

void tell(const Noted &noted) {
  if (hasThisLibrary(noted.stack))
    return;
  auto work = std::make_shared<Work>(Work::Kind::kHost);
  work->call = noted.stack;
  work->touch({noted.address, noted.address + 1, {.writes = noted.write, .reads = !noted.write}});
  hostAccessed(work);
}

// With the lock of calls, while nothing is closed.
void tell(Closed &closed) {
  if (closed.noted_count == 0)
    return;
  const auto noted = std::make_unique<std::array<Noted, kMostNoted>>();
  std::size_t count = 0;
  {
    std::lock_guard lock(closed.lock);
    *noted = closed.noted;
    std::swap(count, closed.noted_count);
  }
  for (std::size_t i = 0; i < count; ++i)
    tell((*noted)[i]);
}

// With the lock of calls.
void findPages(HostAccesses &all, const std::vector<TouchedRange> &touched) {
  PagesToClose pages;
  std::vector<Bytes> every, written;
  {
    std::lock_guard lock(all.arrays_mutex);
    pages = pagesToClose(all.arrays, touched, pageBytes());
    all.has_new_arrays = false;
  }
  for (const TouchedRange &range : touched) {
    every.push_back({range.begin, range.end});
    if (range.how.writes)
      written.push_back({range.begin, range.end});
  }
  every = joined(std::move(every));
  written = joined(std::move(written));
  std::lock_guard lock(all.closed.lock);
  std::swap(all.closed.pages, pages);
  std::swap(all.closed.touched, every);
  std::swap(all.closed.written, written);
}

// With the lock of calls.
void closeUnlessBusy(HostAccesses &all) {
  const std::uint64_t version = versionOfWork();
  if (version != all.version || all.has_new_arrays) {
    const auto touched = touchedByUnawaitedWork();
    if (!touched)
      return;
    findPages(all, *touched);
    all.version = version;
  }
  if (!all.closed.pages.all.empty())
    close(all.closed);
}

void awaitWork(HostAccesses &all) {
  if (all.fruitless_waits.load(std::memory_order_relaxed) >= kMostFruitlessWaits)
    return;
  for (const std::uint64_t begin = nanoseconds(); isWorkRunning();) {
    if (nanoseconds() - begin >= kPatienceNanoseconds) {
      ++all.fruitless_waits;
      return;
    }
    const timespec nap{0, kNapNanoseconds};
    nanosleep(&nap, nullptr);
  }
}

// The number of pieces of work there were when the outermost call of the thread began.
struct Depth {
  unsigned calls;
  std::uint64_t begun;
};
constinit thread_local Depth this_thread_calls = {};

StackTrace stackOf(const InterruptedCode &code) {
  StackTrace stack;
  stack.sites[0] = code.pc();
  stack.count = 1;
  const std::size_t room = code.handlerStackBytes();
  if (room != 0 && room < kEnoughStack)
    return stack;
  sigset_t faults;
  sigemptyset(&faults);
  sigaddset(&faults, SIGSEGV);
  sigaddset(&faults, SIGBUS);
  pthread_sigmask(SIG_UNBLOCK, &faults, nullptr);
  captureStack(code.pc(), stack);
  return stack;
}

// With the lock of handlers.
void note(Closed &closed, const Noted &access) {
  if (closed.noted_count < kMostNoted)
    closed.noted[closed.noted_count++] = access;
}

// With the lock of handlers. For one instruction only, if that can be.
void openForStep(Closed &closed, std::uintptr_t page, InterruptedCode &code) {
  Step &step = this_thread_steps;
  openPage(page);
  if (closed.steps < kMostSteps && step.count < step.pages.size() && code.beginStep()) {
    ++closed.steps;
    step.pages[step.count++] = page;
  }
}

} // namespace

void addMemoryOfHost(const void *memory, std::size_t bytes) {
  if (!ordersWork())
    return;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  HostAccesses &all = hostAccesses();
  expectConcurrentWork();
  std::lock_guard lock(all.arrays_mutex);
  all.arrays[begin] = begin + bytes;
  all.has_new_arrays = true;
  host_accesses::are_watched = true;
}

void removeMemoryOfHost(const void *memory) {
  if (!ordersWork())
    return;
  HostAccesses &all = hostAccesses();
  std::lock_guard lock(all.arrays_mutex);
  if (all.arrays.erase(reinterpret_cast<std::uintptr_t>(memory)) != 0)
    all.has_new_arrays = true;
}

void host_accesses::beginCall() {
  if (this_thread_calls.calls++ != 0)
    return;
  HostAccesses &all = hostAccesses();
  std::lock_guard lock(all.mutex);
  ++all.calls;
  open(all.closed);
  tell(all.closed);
  this_thread_calls.begun = workBegun();
}

void host_accesses::endCall() {
  if (--this_thread_calls.calls != 0)
    return;
  HostAccesses &all = hostAccesses();
  if (workBegun() != this_thread_calls.begun)
    awaitWork(all);
  std::lock_guard lock(all.mutex);
  if (--all.calls == 0)
    closeUnlessBusy(all);
}

void finishHostAccesses() {
  if (!host_accesses::are_watched)
    return;
  HostAccesses &all = hostAccesses();
  std::lock_guard lock(all.mutex);
  open(all.closed);
  tell(all.closed);
}

bool passAccess(std::uintptr_t address, bool write, bool is_of_kernel, InterruptedCode &code) {
  if (!host_accesses::are_watched)
    return false;
  Closed &closed = hostAccesses().closed;
  const std::uintptr_t page = address / pageBytes() * pageBytes();
  bool is_race = false;
  {
    std::lock_guard lock(closed.lock);
    if (!contains(closed.pages.all, address))
      return false;
    // Another thread has opened it meanwhile, or it cannot be accessed for another reason.
    if (!closed.is_closed)
      return std::exchange(this_thread_steps.tried_again, address) != address;
    is_race =
        !is_of_kernel && (contains(closed.written, address) || (write && contains(closed.touched, address)));
    // What kernels that are not checked access stays open.
    if (is_of_kernel)
      openPage(page);
    else if (!is_race)
      openForStep(closed, page, code);
  }
  this_thread_steps.tried_again = 0;
  if (is_race) {
    const Noted access{address, write, stackOf(code)};
    std::lock_guard lock(closed.lock);
    note(closed, access);
    openPage(page);
  }
  return true;
}

bool endAccess(InterruptedCode &code) {
  Step &step = this_thread_steps;
  if (step.count == 0)
    return false;
  code.endStep();
  Closed &closed = hostAccesses().closed;
  std::lock_guard lock(closed.lock);
  if (closed.is_closed)
    for (std::size_t i = 0; i < step.count; ++i)
      if (contains(closed.pages.all, step.pages[i]))
        protect(step.pages[i], pageBytes(),
                contains(closed.pages.written, step.pages[i]) ? PROT_NONE : PROT_READ);
  step.count = 0;
  return true;
}

} // namespace raddle::check
