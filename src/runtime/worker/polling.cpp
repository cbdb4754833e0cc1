#include "runtime/worker/polling.h"

#include <algorithm>
#include <sched.h>
#include <time.h>

namespace raddle::runtime {

namespace {

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

PollingPatience::PollingPatience(Worker &worker, std::uint64_t limit_seconds)
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

void PollingPatience::worked() {
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

bool PollingPatience::polled() {
  ++rounds_;
  if (rounds_ < kRoundsOfPause) {
    spinPause();
    return false;
  }
  if (rounds_ % kRoundsOfPause == 0) {
    // A loop that reads volatile memory looks like polling even when it computes. Whether it gets anywhere
    // shows in its registers and its stack.
    const std::uint64_t now = nanoseconds();
    const std::uint64_t fingerprint = worker_.fingerprint();
    const bool moved = fingerprint != fingerprint_;
    fingerprint_ = fingerprint;
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

} // namespace raddle::runtime
