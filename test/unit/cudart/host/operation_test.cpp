// The graph of work: edges that are added while what they come from finishes.
#include "host/stream/operation.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

using namespace raddle;
using namespace raddle::host;

namespace {

std::shared_ptr<Operation> marker() { return TaskOperation::make(Operation::Kind::kMarker); }

// What becomes ready when `operation` finishes.
std::vector<Operation *> finish(Operation &operation) {
  std::vector<Operation *> ready;
  operation.finish([&ready](Operation &later) { ready.push_back(&later); });
  return ready;
}

TEST(Operations, NothingToWaitForIsReadyAtOnce) {
  auto first = marker(), second = marker();
  EXPECT_TRUE(first->letGo());
  EXPECT_FALSE(first->isFinished());
  EXPECT_TRUE(finish(*first).empty());
  EXPECT_TRUE(first->isFinished());
  second->waitFor(*first);
  EXPECT_TRUE(second->letGo());
}

TEST(Operations, SuccessorsAreReadyInTheOrderInWhichTheyCame) {
  auto first = marker(), a = marker(), b = marker(), c = marker();
  for (const auto &later : {a, b, c}) {
    later->waitFor(*first);
    EXPECT_FALSE(later->letGo());
  }
  EXPECT_EQ(finish(*first), (std::vector<Operation *>{a.get(), b.get(), c.get()}));
}

TEST(Operations, WaitForAllTheirPredecessors) {
  std::vector<std::shared_ptr<Operation>> earlier;
  for (int i = 0; i < 5; ++i)
    earlier.push_back(marker());
  auto last = marker();
  for (const auto &operation : earlier)
    last->waitFor(*operation);
  EXPECT_FALSE(last->letGo());
  for (int i = 0; i < 4; ++i)
    EXPECT_TRUE(finish(*earlier[i]).empty());
  EXPECT_EQ(finish(*earlier[4]), std::vector<Operation *>{last.get()});
}

TEST(Operations, AreNotReadyBeforeTheyAreLetGo) {
  auto first = marker(), last = marker();
  last->waitFor(*first);
  EXPECT_TRUE(finish(*first).empty());
  EXPECT_TRUE(last->letGo());
}

TEST(Operations, FinishTellsWhetherSomebodyWaits) {
  auto awaited = marker(), other = marker();
  awaited->expect();
  EXPECT_TRUE(awaited->finish([](Operation &) {}));
  EXPECT_FALSE(other->finish([](Operation &) {}));
}

// Many threads add operations that wait for two others, which two more threads finish meanwhile.
TEST(Operations, EachIsReadyExactlyOnce) {
  constexpr int kRounds = 300, kThreads = 3, kEach = 20;
  for (int round = 0; round < kRounds; ++round) {
    auto one = marker(), two = marker();
    std::atomic<int> ready = 0;
    std::vector<std::vector<std::shared_ptr<Operation>>> made(kThreads);
    std::vector<std::thread> threads;
    for (auto &mine : made)
      threads.emplace_back([&] {
        for (int i = 0; i < kEach; ++i) {
          mine.push_back(marker());
          mine.back()->waitFor(*one);
          mine.back()->waitFor(*two);
          ready += mine.back()->letGo();
        }
      });
    for (Operation *earlier : {one.get(), two.get()})
      threads.emplace_back([&ready, earlier] { earlier->finish([&ready](Operation &) { ++ready; }); });
    for (std::thread &thread : threads)
      thread.join();
    ASSERT_EQ(ready, kThreads * kEach);
  }
}

} // namespace
