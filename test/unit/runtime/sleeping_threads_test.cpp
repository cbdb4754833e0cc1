#include "runtime/executor/sleeping_threads.h"

#include "machine/spin_lock.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace raddle::runtime {
namespace {

// Threads that sleep until they are told to stop, and say where they have woken up.
class Sleepers {
public:
  Sleepers(unsigned count, bool says_where) : sleeping_(says_where) {
    for (unsigned i = 0; i < count; ++i)
      threads_.emplace_back([this] { live(); });
    while (lying_.load() < count)
      std::this_thread::yield();
  }
  ~Sleepers() {
    stopping_ = true;
    withLock([&] { sleeping_.wakeAll(); });
    for (std::thread &thread : threads_)
      thread.join();
  }

  bool wakeOne(const ProcessorSet &busy) {
    bool woken = false;
    withLock([&] { woken = sleeping_.wakeOne(busy); });
    return woken;
  }
  // Where the threads that rose were, in that order, as soon as there are so many of them.
  std::vector<int> risenOn(std::size_t count) {
    for (;; std::this_thread::yield()) {
      std::lock_guard guard(lock_);
      if (risen_on_.size() >= count)
        return risen_on_;
    }
  }
  unsigned restricted() const { return restricted_; }

private:
  template <typename F> void withLock(F &&f) {
    SleepingThreads::Calls calls;
    {
      std::lock_guard guard(lock_);
      f();
      calls = sleeping_.takeCalls();
    }
    for (SleepingThreads::Call call : calls)
      SleepingThreads::make(call);
  }
  void live() {
    const ProcessorSet allowed = ProcessorSet::ofThisThread();
    SleepingThreads::Sleeper self;
    bool counted = false;
    // Sleep may end for no reason, so it is asked whether somebody wanted that.
    while (!stopping_) {
      sleeping_.sleep(self, lock_, [&] {
        if (!std::exchange(counted, true))
          ++lying_;
        return stopping_.load();
      });
      std::lock_guard guard(lock_);
      risen_on_.push_back(processorOfThisThread());
      if (allowed.without(ProcessorSet::ofThisThread()).first() >= 0)
        ++restricted_;
    }
  }

  SpinLock lock_;
  SleepingThreads sleeping_;
  std::atomic<bool> stopping_ = false;
  std::atomic<unsigned> lying_ = 0, restricted_ = 0;
  std::vector<int> risen_on_;
  std::vector<std::thread> threads_;
};

class SleepingThreadsTest : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(SaysWhere, SleepingThreadsTest, testing::Bool());

TEST_P(SleepingThreadsTest, WakesOneForEachCall) {
  Sleepers sleepers(3, GetParam());
  for (std::size_t i = 1; i <= 3; ++i) {
    EXPECT_TRUE(sleepers.wakeOne({}));
    EXPECT_GE(sleepers.risenOn(i).size(), i);
  }
}

TEST_P(SleepingThreadsTest, SaysWhenNobodySleeps) {
  SleepingThreads nobody(GetParam());
  EXPECT_FALSE(nobody.wakeOne({}));
  nobody.wakeAll();
  EXPECT_EQ(nobody.asleep(), 0u);
}

TEST_P(SleepingThreadsTest, StaysAwakeWhenThereIsSomething) {
  SleepingThreads threads(GetParam());
  SpinLock lock;
  SleepingThreads::Sleeper self;
  EXPECT_FALSE(threads.sleep(self, lock, [] { return true; }));
  EXPECT_FALSE(threads.wakeOne({}));
}

TEST_P(SleepingThreadsTest, NapsEnd) {
  SleepingThreads threads(GetParam());
  SpinLock lock;
  SleepingThreads::Sleeper self;
  EXPECT_TRUE(threads.nap(self, lock, [] { return false; }, 1000));
  EXPECT_FALSE(threads.wakeOne({}));
  EXPECT_EQ(threads.asleep(), 0u);
}

TEST_P(SleepingThreadsTest, ThreadsThatAreAwakeMayRunEverywhere) {
  Sleepers sleepers(4, GetParam());
  ProcessorSet busy;
  busy.insert(processorOfThisThread());
  for (int i = 0; i < 4; ++i)
    EXPECT_TRUE(sleepers.wakeOne(busy));
  sleepers.risenOn(4);
  EXPECT_EQ(sleepers.restricted(), 0u);
}

TEST(SleepingThreads, WakeUpWhereNobodyIsBusy) {
  const ProcessorSet allowed = ProcessorSet::ofThisThread();
  const int free = allowed.first();
  ProcessorSet only_free, busy;
  only_free.insert(free);
  busy = allowed.without(only_free);
  if (busy.first() < 0)
    GTEST_SKIP() << "one processor only";
  // As soon as it is awake it may be moved, but not every time.
  bool seen_there = false;
  for (int i = 0; i < 100 && !seen_there; ++i) {
    Sleepers sleepers(1, true);
    ASSERT_TRUE(sleepers.wakeOne(busy));
    seen_there = sleepers.risenOn(1).front() == free;
  }
  EXPECT_TRUE(seen_there);
}

TEST(SleepingThreads, WakeUpSomewhereWhereAllAreBusy) {
  Sleepers sleepers(2, true);
  const ProcessorSet all = ProcessorSet::ofThisThread();
  EXPECT_TRUE(sleepers.wakeOne(all));
  EXPECT_TRUE(sleepers.wakeOne(all));
  EXPECT_GE(sleepers.risenOn(2).size(), 2u);
}

} // namespace
} // namespace raddle::runtime
