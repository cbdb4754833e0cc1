// The model of a GPU's time, where the answer follows from one of its terms.
#include "tools/profile/gpu_model.h"

#include "abi/kernel_abi.h"
#include "tools/profile/fit.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace raddle::tools::profile {
namespace {

constexpr std::uint64_t kMillion = 1'000'000;

// One launch of blocks of 256 threads.
Launches launchesOf(unsigned blocks) {
  Launches launches;
  launches.grid = {blocks, 1, 1};
  launches.block = {256, 1, 1};
  launches.count = 1;
  return launches;
}

std::uint64_t warpsOf(const Launches &launches) { return launches.blocks() * 8; }

TEST(GpuModel, LargeCopiesAreBoundedByMemory) {
  Launches launches = launchesOf(62500);
  for (const Operation operation : {Operation::kLoad, Operation::kStore}) {
    Accesses &accesses = launches.counts.of(operation, Memory::kGlobal);
    accesses.requests = warpsOf(launches);
    accesses.units = 4 * accesses.requests;
  }
  launches.argument_bytes = 128 * kMillion;
  const auto estimate = estimateTime(launches, "sm_90");
  ASSERT_TRUE(estimate);
  EXPECT_EQ(estimate->bound(), "memory");
  EXPECT_TRUE(estimate->doubts.empty());
  // 128 MB by 4814 GB/s, and what is lost of these.
  EXPECT_GT(estimate->nanoseconds, 128e6 / 4814);
  EXPECT_LT(estimate->nanoseconds, 2 * 128e6 / 4814);
}

TEST(GpuModel, WhatL2HoldsNeedsNoMemory) {
  Launches launches = launchesOf(62500);
  Accesses &loads = launches.counts.of(Operation::kLoad, Memory::kGlobal);
  loads.requests = warpsOf(launches);
  loads.units = 4 * loads.requests;
  launches.argument_bytes = kMillion;
  const auto small = estimateTime(launches, "sm_90");
  launches.argument_bytes = 100 * kMillion;
  const auto large = estimateTime(launches, "sm_90");
  ASSERT_TRUE(small && large);
  EXPECT_EQ(small->bound(), "L2 cache");
  EXPECT_EQ(large->bound(), "memory");
  EXPECT_LT(small->cycles, large->cycles);
}

TEST(GpuModel, BankConflictsTakeTheirWavefronts) {
  Launches launches = launchesOf(1320);
  Accesses &loads = launches.counts.of(Operation::kLoad, Memory::kShared);
  loads.requests = loads.units = 1000 * warpsOf(launches);
  const auto best = estimateTime(launches, "sm_90");
  loads.units *= 32;
  const auto worst = estimateTime(launches, "sm_90");
  ASSERT_TRUE(best && worst);
  EXPECT_EQ(worst->bound(), "shared memory and L1");
  EXPECT_NEAR(worst->parts.front().cycles / best->parts.front().cycles, 32, 0.1);
}

TEST(GpuModel, LatencyIsOfChainsAndHiddenByWarps) {
  Launches few = launchesOf(132), many = launchesOf(1056);
  for (Launches *launches : {&few, &many}) {
    launches->serial_chain["fp32"] = 1000 * warpsOf(*launches);
    launches->counts.instructions["fp32"].warps = 1000 * warpsOf(*launches);
  }
  const auto of_few = estimateTime(few, "sm_90"), of_many = estimateTime(many, "sm_90");
  ASSERT_TRUE(of_few && of_many);
  EXPECT_EQ(of_few->bound(), "latency");
  EXPECT_NEAR(of_few->parts.front().cycles, 4000, 1);
  // Eight blocks of an SM wait at the same time: then the units are busy.
  EXPECT_NE(of_many->bound(), "latency");
}

TEST(GpuModel, LoadsWhoseLanesMeetInTheBanksOfL1AreBoundedByIt) {
  Launches rows = launchesOf(8448);
  Accesses &loads = rows.counts.of(Operation::kLoad, Memory::kGlobal);
  loads.requests = warpsOf(rows);
  loads.lanes = 32 * loads.requests;
  loads.units = 32 * loads.requests;
  rows.argument_bytes = kMillion;
  Launches padded = rows;
  loads.spread_cycles = 32.0 * static_cast<double>(loads.requests);
  padded.counts.of(Operation::kLoad, Memory::kGlobal).spread_cycles =
      9.0 * static_cast<double>(loads.requests);
  const auto of_rows = estimateTime(rows, "sm_90"), of_padded = estimateTime(padded, "sm_90");
  ASSERT_TRUE(of_rows && of_padded);
  EXPECT_EQ(of_rows->bound(), "shared memory and L1");
  EXPECT_GT(of_rows->cycles, of_padded->cycles);
}

TEST(GpuModel, DivisionsAreManyInstructions) {
  Launches additions = launchesOf(8448), divisions = additions;
  additions.counts.instructions["integer"].warps = 1000 * warpsOf(additions);
  divisions.counts.instructions["integer.division"].warps = 1000 * warpsOf(divisions);
  const auto of_additions = estimateTime(additions, "sm_90"), of_divisions = estimateTime(divisions, "sm_90");
  ASSERT_TRUE(of_additions && of_divisions);
  EXPECT_EQ(of_divisions->bound(), "integer units");
  EXPECT_NEAR(of_divisions->parts.front().cycles / of_additions->parts.front().cycles, 20, 0.01);
}

TEST(GpuModel, InstructionsOfThreeOperandsAreOne) {
  Launches launches = launchesOf(8448);
  launches.counts.instructions["integer"].warps = 1000 * warpsOf(launches);
  const auto apart = estimateTime(launches, "sm_90");
  launches.fused["integer"] = 500 * warpsOf(launches);
  const auto together = estimateTime(launches, "sm_90");
  ASSERT_TRUE(apart && together);
  EXPECT_NEAR(together->parts.front().cycles / apart->parts.front().cycles, 0.5, 0.01);
}

TEST(GpuModel, DoubtsSayWhatIsUnknown) {
  Launches launches = launchesOf(1000);
  launches.counts.instructions["integer"].warps = 1000 * warpsOf(launches);
  ASSERT_TRUE(estimateTime(launches, "sm_90"));
  EXPECT_TRUE(estimateTime(launches, "sm_90")->doubts.empty());
  launches.flags = kRaddleKernelWaitsForBlocks;
  EXPECT_FALSE(estimateTime(launches, "sm_90")->doubts.empty());
  launches.flags = 0;
  launches.cooperative = true;
  EXPECT_FALSE(estimateTime(launches, "sm_90")->doubts.empty());
  EXPECT_FALSE(estimateTime(launchesOf(1), "sm_90")->doubts.empty()); // too short
}

TEST(GpuModel, UnknownGpusHaveNoEstimate) {
  EXPECT_FALSE(estimateTime(launchesOf(1), "sm_35"));
  EXPECT_FALSE(estimateTime(launchesOf(1), "sm_1"));
  Launches too_large = launchesOf(1);
  too_large.static_shared = 1 << 20;
  EXPECT_FALSE(estimateTime(too_large, "sm_90"));
  EXPECT_EQ(whyNoEstimate(launchesOf(1), "sm_1"), "sm_1 is no architecture that is known");
  EXPECT_EQ(whyNoEstimate(launchesOf(1), "sm_35"), "how fast sm_35 does what is not known");
  EXPECT_EQ(whyNoEstimate(too_large, "sm_90"), "no SM of sm_90 can hold such a block");
  EXPECT_EQ(whyNoEstimate(launchesOf(1), "sm_90"), "");
}

TEST(Fit, ProductsHaveTheirArticles) {
  for (const char *product : {"H200", "A100 40 GB", "L40", "RTX A6000"})
    EXPECT_EQ(withArticle(product), std::string("an ") + product);
  for (const char *product :
       {"V100", "T4", "B200", "GB10", "Tesla P100", "GeForce RTX 5090", "Jetson AGX Xavier"})
    EXPECT_EQ(withArticle(product), std::string("a ") + product);
}

// Where nothing is measured, the estimate says so.
TEST(GpuModel, OtherArchitecturesAreDoubted) {
  Launches launches = launchesOf(62500);
  Accesses &loads = launches.counts.of(Operation::kLoad, Memory::kGlobal);
  loads.requests = warpsOf(launches);
  loads.units = 4 * loads.requests;
  launches.argument_bytes = 128 * kMillion;
  for (const char *architecture : {"sm_52", "sm_60", "sm_61", "sm_72", "sm_75", "sm_86", "sm_87", "sm_100",
                                   "sm_103", "sm_120", "sm_121"}) {
    const auto estimate = estimateTime(launches, architecture);
    ASSERT_TRUE(estimate) << architecture;
    EXPECT_GT(estimate->nanoseconds, 0) << architecture;
    EXPECT_EQ(std::ranges::count(estimate->doubts, "parameters of this architecture are estimated in part"),
              1)
        << architecture;
  }
}

} // namespace
} // namespace raddle::tools::profile
