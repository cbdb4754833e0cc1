// Block sizes and allowances: each answer is the best one there is.
#include "occupancy/search.h"

#include <gtest/gtest.h>

using namespace raddle::occupancy;

namespace {

const Architecture &arch(const char *name) { return *findArchitecture(name); }

std::size_t nothing(unsigned) { return 0; }

TEST(Search, BestBlockSizeIsTheLargestOfTheBest) {
  BlockSizeChoice choice = bestBlockSize(arch("sm_90"), {.registers_per_thread = 32}, nothing);
  EXPECT_EQ(choice.threads, 1024u);
  EXPECT_EQ(choice.blocks_per_sm, 2u);
  // 1536 threads per SM: 1024 would leave 512 idle.
  EXPECT_EQ(bestBlockSize(arch("sm_86"), {.registers_per_thread = 32}, nothing).threads, 768u);
  EXPECT_EQ(bestBlockSize(arch("sm_90"), {.registers_per_thread = 32}, nothing, 100).threads, 64u);
}

TEST(Search, BestBlockSizeKeepsToTheLaunchBound) {
  KernelResources kernel{.registers_per_thread = 32, .max_threads_per_block = 192};
  EXPECT_EQ(bestBlockSize(arch("sm_90"), kernel, nothing).threads, 128u);
}

TEST(Search, BestBlockSizeAsksForTheSharedMemoryOfEachSize) {
  KernelResources kernel{.registers_per_thread = 32, .max_dynamic_shared = 227 * 1024};
  auto per_thread = [](unsigned threads) { return std::size_t{128} * threads; };
  BlockSizeChoice choice = bestBlockSize(arch("sm_90"), kernel, per_thread);
  // 228 KiB, less 1 KiB a block, at 128 bytes a thread: 1808 threads.
  EXPECT_EQ(choice.threads * choice.blocks_per_sm, 1792u);
}

TEST(Search, NoBlockSizeWhenNothingRuns) {
  KernelResources kernel{.static_shared = 1 << 20};
  EXPECT_EQ(bestBlockSize(arch("sm_90"), kernel, nothing).threads, 0u);
}

TEST(Search, BlocksForOccupancy) {
  EXPECT_EQ(blocksForOccupancy(arch("sm_90"), 256, 1.0), 8u);
  EXPECT_EQ(blocksForOccupancy(arch("sm_90"), 256, 0.75), 6u);
  EXPECT_EQ(blocksForOccupancy(arch("sm_90"), 256, 0.76), 7u);
  EXPECT_EQ(blocksForOccupancy(arch("sm_90"), 256, 0.0), 1u);
}

// As ptxas of CUDA 13.0 says it for kernels that want more.
TEST(Search, RegistersWithinBounds) {
  const Architecture &hopper = arch("sm_90");
  EXPECT_EQ(registersWithin(hopper, {}), 255u);
  EXPECT_EQ(registersWithin(hopper, {.max_threads = 1024}), 64u);
  EXPECT_EQ(registersWithin(hopper, {.max_threads = 256, .min_blocks = 4}), 64u);
  EXPECT_EQ(registersWithin(hopper, {.max_threads = 256, .min_blocks = 7}), 32u);
  EXPECT_EQ(registersWithin(hopper, {.max_threads = 100, .min_blocks = 3}), 168u);
  EXPECT_EQ(registersWithin(hopper, {.max_threads = 100, .min_blocks = 7}), 72u);
  EXPECT_EQ(registersWithin(hopper, {.max_registers = 30}), 30u);
  EXPECT_EQ(registersWithin(hopper, {.max_registers = 16}), 24u);
  // 16 blocks of 256 are more threads than there can be.
  EXPECT_EQ(registersWithin(hopper, {.max_threads = 256, .min_blocks = 16}), 255u);
}

// What is allowed reaches the goal, and one more would not.
TEST(Search, RegistersAllowedIsTheMost) {
  for (const Architecture &architecture : architectures())
    for (unsigned threads : {32u, 96u, 128u, 256u, 512u, 1000u})
      for (unsigned blocks = 1; blocks <= architecture.warps_per_sm / BlockShape{threads}.warps(); ++blocks) {
        KernelResources kernel;
        std::optional<unsigned> most = registersAllowed(architecture, kernel, {threads, 0}, blocks);
        if (blocks > architecture.blocks_per_sm) {
          EXPECT_FALSE(most);
          continue;
        }
        ASSERT_TRUE(most) << architecture.name() << ' ' << threads << ' ' << blocks;
        kernel.registers_per_thread = *most;
        EXPECT_GE(blocksPerMultiprocessor(architecture, kernel, threads, 0), blocks);
        kernel.registers_per_thread = *most + 1;
        EXPECT_LT(blocksPerMultiprocessor(architecture, kernel, threads, 0), blocks);
      }
  EXPECT_EQ(registersAllowed(arch("sm_90"), {}, {256, 0}, 8), 32u);
  EXPECT_EQ(registersAllowed(arch("sm_90"), {}, {256, 0}, 6), 40u);
}

TEST(Search, SharedAllowedIsTheMost) {
  for (const Architecture &architecture : architectures())
    for (unsigned blocks = 1; blocks <= 8; ++blocks) {
      KernelResources kernel{.registers_per_thread = 16, .max_dynamic_shared = architecture.shared_optin};
      std::optional<std::size_t> most = sharedAllowed(architecture, kernel, {64, 0}, blocks);
      ASSERT_TRUE(most) << architecture.name();
      EXPECT_GE(blocksPerMultiprocessor(architecture, kernel, 64, *most), blocks) << architecture.name();
      EXPECT_LT(blocksPerMultiprocessor(architecture, kernel, 64, *most + 1), blocks) << architecture.name();
    }
  // 228 KiB / 8 = 29,184 bytes, of which the system takes 1,024.
  EXPECT_EQ(sharedAllowed(arch("sm_90"), {}, {256, 0}, 8), 28160u);
  // Registers are in the way.
  EXPECT_FALSE(sharedAllowed(arch("sm_90"), {.registers_per_thread = 128}, {256, 0}, 8));
}

// As an H200 answers (CUDA 13.0): the SM's memory divided by the blocks, without the system's share.
TEST(Search, AvailableDynamicShared) {
  KernelResources kernel{.registers_per_thread = 10, .max_dynamic_shared = 48 * 1024};
  EXPECT_EQ(availableDynamicShared(arch("sm_90"), kernel, 1, 32), 49152u);
  EXPECT_EQ(availableDynamicShared(arch("sm_90"), kernel, 5, 32), 46592u);
  EXPECT_EQ(availableDynamicShared(arch("sm_90"), kernel, 12, 32), 19456u);
  kernel.carveout_percent = 0;
  EXPECT_EQ(availableDynamicShared(arch("sm_90"), kernel, 3, 32), 2688u);
  EXPECT_EQ(availableDynamicShared(arch("sm_90"), kernel, 0, 32), 0u);
  EXPECT_EQ(availableDynamicShared(arch("sm_90"), kernel, 3, 1024), 0u);
}

} // namespace
