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
  waits.arrive(second.counters.data(), 40, 60); // above those that have a counter
  waits.settle();
  EXPECT_EQ(first.counters[kWaited], 0u);
  EXPECT_EQ(second.counters[kWaited], 35u);
  EXPECT_EQ(second.waitedBy(kBarrierWarps - 1), 35u);
}

} // namespace
} // namespace raddle::profile
