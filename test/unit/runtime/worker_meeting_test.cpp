#include "runtime/block/worker_meeting.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

using namespace raddle;
using namespace raddle::runtime;

namespace {

TEST(WorkerMeeting, IsCompleteWhenTheLastBlockOfEachWorkerHasCome) {
  WorkerMeeting meeting({2, 0, 1}, 5);
  const unsigned first = meeting.memberOf(0), third = meeting.memberOf(2);
  EXPECT_NE(first, third);
  EXPECT_TRUE(meeting.isComplete(4));
  meeting.blockArrived(third);
  meeting.blockArrived(first);
  EXPECT_FALSE(meeting.look(first));
  EXPECT_FALSE(meeting.look(third));
  EXPECT_FALSE(meeting.isComplete(5));
  meeting.blockArrived(first);
  EXPECT_TRUE(meeting.isComplete(5));
  EXPECT_EQ(meeting.phase(third), 5u);
  EXPECT_TRUE(meeting.look(third));
  EXPECT_EQ(meeting.phase(third), 6u);
  EXPECT_EQ(meeting.phase(first), 5u);
  EXPECT_FALSE(meeting.look(third));
}

// One that comes first to the next phase does not disturb those that have not yet looked.
TEST(WorkerMeeting, MembersMayBeOnePhaseAhead) {
  WorkerMeeting meeting({1, 1}, 0);
  meeting.blockArrived(0);
  meeting.blockArrived(1);
  EXPECT_TRUE(meeting.look(0));
  meeting.blockArrived(0);
  EXPECT_FALSE(meeting.look(0));
  EXPECT_TRUE(meeting.look(1));
  EXPECT_FALSE(meeting.look(1));
  meeting.blockArrived(1);
  EXPECT_TRUE(meeting.look(1));
  EXPECT_TRUE(meeting.look(0));
}

TEST(WorkerMeeting, OneWorkerMeetsItself) {
  WorkerMeeting meeting({3}, ~0u); // the number of phases may overflow
  for (int block = 0; block < 3; ++block) {
    EXPECT_FALSE(meeting.look(0));
    meeting.blockArrived(0);
  }
  EXPECT_TRUE(meeting.look(0));
  EXPECT_EQ(meeting.phase(0), 0u);
}

TEST(WorkerMeeting, OrdersWhatWorkersWrite) {
  constexpr unsigned kWorkers = 5;
  constexpr int kPhases = 500;
  WorkerMeeting meeting({1, 1, 1, 1, 1}, 2);
  int values[2][kWorkers] = {};
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (unsigned self = 0; self < kWorkers; ++self)
    threads.emplace_back([&, self] {
      for (int phase = 0; phase < kPhases; ++phase) {
        values[phase % 2][self] = phase;
        meeting.blockArrived(self);
        while (!meeting.look(self))
          std::this_thread::yield();
        wrong += values[phase % 2][(self + 1) % kWorkers] != phase;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
}

} // namespace
