#include "runtime/worker/polling.h"

#include "check/report.h"
#include "diagnostics/messages.h"
#include "runtime/report/fault_finding.h"
#include "runtime/report/report.h"
#include "runtime/report/wait_circles.h"

#include <algorithm>
#include <fmt/format.h>
#include <sched.h>
#include <set>
#include <span>
#include <time.h>
#include <vector>

namespace raddle::runtime {

namespace {

// A number that changes when any resident thread's registers or stack change.
//
// A suspended fiber keeps its registers on its stack too, so the stack is all that it has of its own. The
// sanitizers must not look at this: it reads whole frames, with the gaps between variables.
__attribute__((no_sanitize("address", "thread"))) std::uint64_t fingerprint(const Worker &worker) {
  std::uint64_t hash = worker.residents().size();
  for (const auto &block : worker.residents())
    for (Fiber *fiber = block->ready.front(); fiber; fiber = block->ready.after(fiber)) {
      const std::uint64_t *word = fiber->saved;
      const auto *end = reinterpret_cast<const std::uint64_t *>(fiber->stackTop());
      for (; word < end; ++word)
        hash = (hash ^ *word) * 0x9e3779b97f4a7c15u + (hash >> 29);
    }
  return hash;
}

// Rounds without movement after which the core is offered to others, and after which it is slept on.
constexpr std::uint64_t kRoundsOfPause = 64;
constexpr std::uint64_t kRoundsOfYield = 64 * 64;
constexpr long kSleepNanoseconds = 50'000;

// A barrier of the grid takes a microsecond when all workers have a core, so it is watched for so many rounds; if another
// thread is to do something first, the core is needed.
constexpr std::uint64_t kRoundsUncrowded = 1024, kRoundsCrowded = 16;
// Whoever sleeps is woken too late for the next barriers, in which all others go to sleep too. So a worker watches for
// some time more, up to a millisecond: half as long each time that this is of no use, because other processes need the
// cores, twice as long each time that it is.
constexpr std::uint64_t kMostSpareRounds = 16 * 1024, kSpareRoundsOfLaunch = 1024;

// A loop that polls and counts moves, although it may poll for ever. It is given so much more time.
constexpr std::uint64_t kMovingFactor = 30;

} // namespace

[[gnu::hot]] PollingPatience::PollingPatience(Worker &worker, std::uint64_t limit_seconds)
    : worker_(worker), limit_(limit_seconds * 1'000'000'000u) {
  worker_.polling.since.store(Worker::Polling::kWorking, std::memory_order_relaxed);
  setSpareRounds(worker_.polling.spare_rounds + kSpareRoundsOfLaunch);
}

// Before it sleeps, where all have cores. Less than there have been once it has slept.
std::uint64_t PollingPatience::mostWaitingRounds() const {
  return kRoundsUncrowded + worker_.polling.spare_rounds;
}

void PollingPatience::setSpareRounds(std::uint64_t rounds) {
  worker_.polling.spare_rounds = std::min(rounds, kMostSpareRounds);
}

[[gnu::hot]] void PollingPatience::worked() {
  if (rounds_ == 0 && polling_since_ == 0 && waiting_rounds_ == 0)
    return;
  if (waiting_rounds_ > kRoundsUncrowded && waiting_rounds_ < mostWaitingRounds())
    setSpareRounds(2 * worker_.polling.spare_rounds + kSpareRoundsOfLaunch);
  rounds_ = polling_since_ = waiting_rounds_ = 0;
  worker_.polling.since.store(Worker::Polling::kWorking, std::memory_order_relaxed);
}

bool PollingPatience::waited(bool cores_for_all) {
  // It cannot end what anybody polls for before others have released it.
  worker_.polling.since.store(Worker::Polling::kIdle, std::memory_order_relaxed);
  ++waiting_rounds_;
  if (!cores_for_all)
    return waiting_rounds_ < kRoundsCrowded;
  if (waiting_rounds_ == mostWaitingRounds())
    setSpareRounds(worker_.polling.spare_rounds / 2);
  return waiting_rounds_ < mostWaitingRounds();
}

bool PollingPatience::isInNewState() {
  const std::uint64_t present = fingerprint(worker_);
  const auto known = std::span(fingerprints_).first(std::min(known_fingerprints_, fingerprints_.size()));
  const bool is_new = std::ranges::find(known, present) == known.end();
  if (is_new)
    fingerprints_[known_fingerprints_++ % fingerprints_.size()] = present;
  return is_new;
}

bool PollingPatience::polled() {
  ++rounds_;
  if (rounds_ < kRoundsOfPause) {
    spinPause();
    return false;
  }
  if (rounds_ % kRoundsOfPause == 0) {
    // A loop that reads volatile memory looks like polling even when it computes. Whether it gets anywhere
    // shows in its registers and its stack: threads that undo what the others do come back to where they were.
    const std::uint64_t now = nanoseconds();
    const bool moved = isInNewState();
    if (polling_since_ == 0)
      polling_since_ = now;
    if (moved || rounds_ == kRoundsOfPause)
      still_since_ = now;
    std::uint64_t since = still_since_;
    if (limit_)
      since = std::min(since, polling_since_ + (kMovingFactor - 1) * limit_);
    worker_.polling.confirmed.store(now, std::memory_order_relaxed);
    worker_.polling.since.store(since, std::memory_order_relaxed);
    if (limit_ && now - since >= limit_ && since <= now)
      return true;
    if (moved) {
      rounds_ = 0;
      return false;
    }
  }
  if (rounds_ < kRoundsOfYield) {
    sched_yield();
  } else {
    timespec pause{0, kSleepNanoseconds};
    nanosleep(&pause, nullptr);
  }
  return false;
}

bool cannotHelp(const Worker &worker, std::uint64_t now, std::uint64_t limit) {
  constexpr std::uint64_t kCurrent = 1'000'000'000;
  const std::uint64_t since = worker.polling.since.load(std::memory_order_relaxed);
  if (since == Worker::Polling::kIdle)
    return true;
  if (since == Worker::Polling::kWorking || since + limit > now)
    return false;
  // A worker that computes says nothing; only one that still polls confirms it.
  return worker.polling.confirmed.load(std::memory_order_relaxed) + kCurrent > now;
}

// Why blocks have not started, where the others wait for them.
static std::string describeLimit(const Run &run) {
  const std::uint64_t most = run.launch().extras().most_resident;
  return most ? fmt::format(": the device holds {} of this kernel at a time", plural(most, "block")) : "";
}

void reportHang(Worker &worker, std::uint64_t seconds) {
  for (std::size_t i = 0; i < worker.residents().size(); ++i) {
    const std::shared_ptr<Run> run = worker.residents()[i]->run;
    if (!run->takeFault())
      continue;
    std::string report = fmt::format("raddle: error: kernel '{}' made no progress for {} seconds\n",
                                     kernelName(run->kernel()), seconds);
    std::set<const Cohort *> cohorts;
    std::vector<const Block *> polling;
    for (const auto &block : worker.residents())
      if (block->run == run) {
        if (!block->suspended) {
          report += describePolling(*block);
          polling.push_back(block.get());
        }
        if (block->cohort)
          cohorts.insert(block->cohort);
      }
    for (const Cohort *cohort : cohorts)
      report += describeSuspended(*run, *cohort);
    if (std::uint64_t waiting = run->unclaimedBlocks())
      report +=
          fmt::format("  {} of {} blocks have not started{}\n", waiting, run->blocks(), describeLimit(*run));
    if (run->launch().checked && check::enabled(check::Detector::kSync))
      report += describeCircle(polling);
    report += "note: RADDLE_HANG_SECONDS sets how long a kernel may do nothing but poll; 0 is for ever\n";
    std::uintptr_t site = firstWait(*worker.residents()[i]);
    for (const Cohort *cohort : cohorts)
      site = site ? site : firstWait(*run, *cohort);
    auto finding = findingOf(*run, check::Rule::kNoProgress, report, site);
    worker.abortRun(run, FaultKind::kDeadlock, std::move(report), std::move(finding));
  }
}

} // namespace raddle::runtime
