#include "profile/barrier_waits.h"

#include <array>
#include <gtest/gtest.h>

namespace raddle::profile {
namespace {

struct Barrier {
  std::array<std::uint64_t, kCountersOfBarrier> counters{};
  std::uint64_t waitedBy(unsigned warp) const { return counters[kWaitedByWarp + warp]; }
};

TEST(BarrierWaits, WarpsWaitForTheSlowest) {
  Barrier barrier;
  BarrierWaits waits;
  waits.begin(100);
  waits.arrive(barrier.counters.data(), 0, 110);
  waits.begin(110); // what the warp before did after its barrier is not this one's
  waits.arrive(barrier.counters.data(), 1, 140);
  // The second time around.
  waits.arrive(barrier.counters.data(), 0, 145);
  waits.arrive(barrier.counters.data(), 1, 147);
  waits.settle();
  EXPECT_EQ(barrier.counters[kArrivals], 4u);
  EXPECT_EQ(barrier.counters[kWaited], 20u + 3u);
  EXPECT_EQ(barrier.waitedBy(0), 20u);
  EXPECT_EQ(barrier.waitedBy(1), 3u);
}

TEST(BarrierWaits, FusedWarpsShareTheirWork) {
  Barrier barrier;
  BarrierWaits waits;
  waits.begin(0);
  waits.arrive(barrier.counters.data(), 0, 20);
  waits.arrive(barrier.counters.data(), 1, 20);
  waits.arrive(barrier.counters.data(), 2, 40);
  waits.arrive(barrier.counters.data(), 3, 40);
  waits.settle();
  EXPECT_EQ(barrier.counters[kArrivals], 4u);
  EXPECT_EQ(barrier.counters[kWaited], 0u);
}

TEST(BarrierWaits, OtherBarriersBeginAnew) {
  Barrier first, second;
  BarrierWaits waits;
  waits.begin(0);
  waits.arrive(first.counters.data(), 0, 5);
  waits.arrive(second.counters.data(), 0, 50);
  waits.arrive(second.counters.data(), 31, 60);
  waits.settle();
  EXPECT_EQ(first.counters[kWaited], 0u);
  EXPECT_EQ(second.counters[kWaited], 35u);
  EXPECT_EQ(second.waitedBy(kBarrierWarps - 1), 35u);
}

TEST(LaneWaits, AWarpComesWithItsLastLane) {
  Barrier first, second;
  LaneWaits waits;
  auto arrive = [&](Barrier &barrier, unsigned warp, unsigned lane, std::uint64_t work) {
    waits.work().resize(2);
    waits.work()[warp] += work;
    waits.arrive(barrier.counters.data(), warp, lane);
  };
  arrive(first, 0, 0, 10);
  arrive(first, 1, 0, 30);
  arrive(first, 0, 1, 5); // this lane has gone another way
  arrive(first, 1, 1, 0);
  // The next barrier, for which warp 1 does less.
  arrive(second, 1, 0, 2);
  arrive(second, 0, 0, 12);
  arrive(second, 0, 1, 0);
  arrive(second, 1, 1, 0);
  waits.settle();
  EXPECT_EQ(first.counters[kArrivals], 2u);
  EXPECT_EQ(first.waitedBy(0), 15u);
  EXPECT_EQ(first.waitedBy(1), 0u);
  EXPECT_EQ(second.counters[kArrivals], 2u);
  EXPECT_EQ(second.waitedBy(0), 0u);
  EXPECT_EQ(second.waitedBy(1), 10u);
}

TEST(LaneWaits, WarpsThatHaveLeftDoNotWait) {
  Barrier barrier;
  LaneWaits waits;
  waits.work() = {7, 3};
  waits.arrive(barrier.counters.data(), 1, 4);
  waits.settle();
  EXPECT_EQ(barrier.counters[kArrivals], 1u);
  EXPECT_EQ(barrier.counters[kWaited], 0u);
}

} // namespace
} // namespace raddle::profile
