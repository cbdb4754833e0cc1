#include "profile/barrier_waits.h"

#include <array>
#include <gtest/gtest.h>

namespace raddle::profile {
namespace {

struct Barrier {
  std::array<std::uint64_t, kCountersOfBarrier> counters{};
  std::uint64_t waitedBy(unsigned warp) const { return counters[kWaitedByWarp + warp]; }
};

// Warp by warp, as many instructions as each has executed since the last time.
class Block {
public:
  void run(std::uint32_t warp, std::uint64_t instructions) { waits_.work()[warp] += instructions; }
  void arrive(Barrier &barrier, std::uint32_t warp, std::uint64_t instructions, std::uint32_t lanes = ~0u) {
    run(warp, instructions);
    waits_.arrive(barrier.counters.data(), warp, lanes);
  }
  BarrierWaits *operator->() { return &waits_; }

private:
  BarrierWaits waits_;
};

TEST(BarrierWaits, WarpsWaitForTheSlowest) {
  Barrier barrier;
  Block block;
  block->begin(0);
  block.arrive(barrier, 0, 10);
  block->begin(1);
  block.arrive(barrier, 1, 30);
  // The second time around.
  block.arrive(barrier, 0, 5);
  block.arrive(barrier, 1, 2);
  block->settle();
  EXPECT_EQ(barrier.counters[kArrivals], 4u);
  EXPECT_EQ(barrier.counters[kWaited], 20u + 3u);
  EXPECT_EQ(barrier.waitedBy(0), 20u);
  EXPECT_EQ(barrier.waitedBy(1), 3u);
}

TEST(BarrierWaits, WarpsMayRunInPartsAndTogether) {
  Barrier barrier;
  Block block;
  block.run(0, 10);
  block.run(1, 10);
  block.run(0, 3);
  block.arrive(barrier, 0, 0);
  block.arrive(barrier, 1, 4);
  block->settle();
  EXPECT_EQ(barrier.waitedBy(0), 1u);
  EXPECT_EQ(barrier.waitedBy(1), 0u);
}

TEST(BarrierWaits, AWarpMayDoNothingBetweenBarriers) {
  Barrier first, second;
  Block block;
  block.arrive(first, 0, 20);
  block.arrive(first, 1, 20);
  block.arrive(second, 0, 0);
  block.arrive(second, 1, 100);
  block->settle();
  EXPECT_EQ(first.counters[kWaited], 0u);
  EXPECT_EQ(second.waitedBy(0), 100u);
  EXPECT_EQ(second.waitedBy(1), 0u);
}

TEST(BarrierWaits, WhatComesAfterTheLastBarrierIsNotTheNextBlocks) {
  Barrier barrier;
  Block block;
  block.arrive(barrier, 0, 5);
  block.arrive(barrier, 1, 5);
  block.run(0, 1000);
  block->begin(0);
  block.arrive(barrier, 0, 7);
  block->begin(1);
  block.arrive(barrier, 1, 7);
  block->settle();
  EXPECT_EQ(barrier.counters[kArrivals], 4u);
  EXPECT_EQ(barrier.counters[kWaited], 0u);
}

TEST(BarrierWaits, AWarpComesWithItsLastLane) {
  Barrier first, second;
  Block block;
  block.arrive(first, 0, 10, 1);
  block.arrive(first, 1, 30, 1);
  block.arrive(first, 0, 5, 2); // this lane has gone another way
  block.arrive(first, 1, 0, 2);
  // The next barrier, for which warp 1 does less.
  block.arrive(second, 1, 2, 1);
  block.arrive(second, 0, 12, 1);
  block.arrive(second, 0, 0, 2);
  block.arrive(second, 1, 0, 2);
  block->settle();
  EXPECT_EQ(first.counters[kArrivals], 2u);
  EXPECT_EQ(first.waitedBy(0), 15u);
  EXPECT_EQ(first.waitedBy(1), 0u);
  EXPECT_EQ(second.counters[kArrivals], 2u);
  EXPECT_EQ(second.waitedBy(0), 0u);
  EXPECT_EQ(second.waitedBy(1), 10u);
}

TEST(BarrierWaits, WarpsThatHaveLeftDoNotWait) {
  Barrier barrier;
  Block block;
  block.run(0, 7);
  block.arrive(barrier, 1, 3, 1u << 4);
  block->settle();
  EXPECT_EQ(barrier.counters[kArrivals], 1u);
  EXPECT_EQ(barrier.counters[kWaited], 0u);
}

} // namespace
} // namespace raddle::profile
