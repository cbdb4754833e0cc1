#include "runtime/executor/sleeping_threads.h"

#include <algorithm>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace raddle::runtime {

// ---- processors ----

ProcessorSet ProcessorSet::ofThisThread() {
  ProcessorSet allowed;
  if (sched_getaffinity(0, sizeof allowed.set_, &allowed.set_) != 0)
    CPU_ZERO(&allowed.set_);
  return allowed;
}

ProcessorSet ProcessorSet::without(const ProcessorSet &other) const {
  // What is in one of them, and then not in the other.
  ProcessorSet both, rest;
  CPU_AND(&both.set_, &set_, &other.set_);
  CPU_XOR(&rest.set_, &set_, &both.set_);
  return rest;
}

int ProcessorSet::first() const {
  for (int processor = 0; processor < CPU_SETSIZE; ++processor)
    if (CPU_ISSET(processor, &set_))
      return processor;
  return -1;
}

// ---- sleeping ----

// Before it sleeps, so that it costs the threads that wake it nothing.
void SleepingThreads::Sleeper::chooseWhere() {
  allowed_ = ProcessorSet::ofThisThread();
  processor_ = processorOfThisThread();
  ProcessorSet here;
  here.insert(processor_);
  is_confined_ = allowed_.contains(processor_) && here.confine(thread_);
}

void SleepingThreads::Sleeper::sleep(std::optional<long> nanoseconds) {
  const timespec limit{0, nanoseconds.value_or(0)};
  if (is_awake_.load(std::memory_order_acquire) == 0)
    syscall(SYS_futex, &is_awake_, FUTEX_WAIT_PRIVATE, 0, nanoseconds ? &limit : nullptr, nullptr, 0);
}

void SleepingThreads::Sleeper::goAnywhere() {
  if (std::exchange(is_confined_, false))
    allowed_.confine(thread_);
}

void SleepingThreads::lieDown(Sleeper &self) {
  self.is_awake_.store(0, std::memory_order_relaxed);
  sleeping_.push_back(&self);
}

void SleepingThreads::rise(Sleeper &self) {
  std::vector<Sleeper *> &from = self.is_coming_ ? coming_ : sleeping_;
  from.erase(std::find(from.begin(), from.end(), &self));
  self.is_coming_ = false;
}

bool SleepingThreads::wakeOne(const ProcessorSet &busy) {
  if (sleeping_.empty())
    return false;
  ProcessorSet taken = busy;
  for (const Sleeper *sleeper : coming_)
    taken.insert(sleeper->processor_);
  auto best = std::find_if(sleeping_.rbegin(), sleeping_.rend(),
                           [&](const Sleeper *sleeper) { return !taken.contains(sleeper->processor_); });
  const bool stays = best != sleeping_.rend();
  Sleeper &sleeper = stays ? **best : *sleeping_.back();
  sleeping_.erase(stays ? std::next(best).base() : std::prev(sleeping_.end()));
  if (!stays && sleeper.is_confined_) {
    const ProcessorSet free = sleeper.allowed_.without(taken);
    sleeper.processor_ = free.first(); // Linux takes that of several
    (sleeper.processor_ < 0 ? sleeper.allowed_ : free).confine(sleeper.thread_);
  }
  wake(sleeper);
  return true;
}

void SleepingThreads::wakeAll() {
  for (Sleeper *sleeper : std::exchange(sleeping_, {}))
    wake(*sleeper);
}

void SleepingThreads::wake(Sleeper &sleeper) {
  coming_.push_back(&sleeper);
  sleeper.is_coming_ = true;
  sleeper.is_awake_.store(1, std::memory_order_release);
  calls_.push_back(&sleeper.is_awake_);
}

// A thread that has risen by itself, and has even ended since, is not harmed: the system does not look at what is there.
void SleepingThreads::make(Call call) {
  syscall(SYS_futex, call, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

} // namespace raddle::runtime
