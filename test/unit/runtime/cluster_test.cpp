// Clusters: places, shared memory, barriers.
#include "grid_kernel.h"

#include <vector>

using namespace raddle;
using namespace raddle::runtime;

namespace {

template <typename Parameters>
std::shared_ptr<Launch> clustered(const RaddleKernel &kernel, RaddleDim3 grid, RaddleDim3 cluster,
                                  RaddleDim3 block, const Parameters &parameters) {
  auto launch = makeLaunch(kernel, grid, block, parameters);
  launch->addExtras().cluster_dim = cluster;
  return launch;
}

struct Places {
  RaddleBlock *blocks;
};

TEST(Cluster, PlacesOfBlocks) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    const RaddleBlock &block = *thread->block;
    const auto &b = block.block_idx;
    parametersOf<Places>(parameters).blocks[b.x + block.grid_dim.x * (b.y + block.grid_dim.y * b.z)] = block;
  });
  auto loop = blockKernel([](RaddleBlock *block, const void *parameters) {
    const auto &b = block->block_idx;
    parametersOf<Places>(parameters).blocks[b.x + block->grid_dim.x * (b.y + block->grid_dim.y * b.z)] =
        *block;
  });
  auto same = [](const RaddleDim3 &a, const RaddleDim3 &b) { return a.x == b.x && a.y == b.y && a.z == b.z; };
  for (const RaddleKernel *each : {&kernel, &loop}) {
    std::vector<RaddleBlock> blocks(6 * 4 * 2);
    runLaunch(testExecutor(), clustered(*each, {6, 4, 2}, {3, 2, 2}, {1, 1, 1}, Places{blocks.data()}));
    for (std::uint32_t z = 0; z < 2; ++z)
      for (std::uint32_t y = 0; y < 4; ++y)
        for (std::uint32_t x = 0; x < 6; ++x) {
          const RaddleBlock &block = blocks[x + 6 * (y + 4 * z)];
          EXPECT_TRUE(same(block.block_idx, {x, y, z}));
          EXPECT_TRUE(same(block.cluster_dim, {3, 2, 2}));
          EXPECT_TRUE(same(block.grid_clusters, {2, 2, 1}));
          EXPECT_TRUE(same(block.cluster_idx, {x / 3, y / 2, z / 2}));
          EXPECT_TRUE(same(block.cluster_block, {x % 3, y % 2, z % 2}));
          EXPECT_EQ(block.cluster_block_rank, x % 3 + 3 * (y % 2 + 2 * (z % 2)));
          EXPECT_EQ(block.cluster_size, 12u);
          EXPECT_EQ(block.explicit_cluster, 1u);
        }
    runLaunch(testExecutor(), makeLaunch(*each, {6, 4, 2}, {1, 1, 1}, Places{blocks.data()}));
    EXPECT_TRUE(same(blocks[33].cluster_idx, blocks[33].block_idx));
    EXPECT_TRUE(same(blocks[33].grid_clusters, {6, 4, 2}));
    EXPECT_EQ(blocks[33].cluster_size, 1u);
    EXPECT_EQ(blocks[33].explicit_cluster, 0u);
  }
}

void clusterSync(RaddleThread *thread) {
  raddle_cluster_arrive(thread);
  raddle_cluster_wait(thread);
}

// Each block adds to what all others of its cluster hold in their shared memory.
const RaddleKernel kExchange = [] {
  RaddleKernel kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    const RaddleBlock &block = *thread->block;
    int *shared = reinterpret_cast<int *>(block.shared);
    const unsigned self = linearThread(thread);
    shared[self] = 0;
    for (int round = 0; round < 10; ++round) {
      clusterSync(thread);
      for (unsigned rank = 0; rank < block.cluster_size; ++rank) {
        int *other = static_cast<int *>(raddle_cluster_map_shared(thread, &shared[self], rank));
        *other += static_cast<int>(block.cluster_block_rank + 1);
        if (raddle_cluster_shared_rank(thread, other) != rank ||
            raddle_cluster_map_shared(thread, other, block.cluster_block_rank) != &shared[self])
          raddle_trap(thread);
      }
    }
    clusterSync(thread);
    parametersOf<Rounds>(parameters).slots[gridThread(thread)] = shared[self];
  });
  kernel.static_shared_bytes = 40 * sizeof(int);
  return kernel;
}();

TEST(Cluster, SharedMemoryOfOtherBlocks) {
  for (unsigned workers : kWorkerCounts)
    for (bool grid_too : {false, true}) {
      Executor executor(workers);
      std::vector<int> slots(16 * 40);
      auto launch = clustered(kExchange, {16, 1, 1}, {4, 1, 1}, {40, 1, 1}, Rounds{slots.data(), 0});
      launch->cooperative = grid_too;
      EXPECT_EQ(runLaunch(executor, launch).kind, FaultKind::kNone) << faultOf(*launch).report;
      EXPECT_EQ(slots, std::vector<int>(slots.size(), 10 * (1 + 2 + 3 + 4)));
    }
}

TEST(Cluster, OfOneBlockInAnOrdinaryLaunch) {
  std::vector<int> slots(8 * 40);
  EXPECT_EQ(runKernel(kExchange, {8, 1, 1}, {40, 1, 1}, Rounds{slots.data(), 0}).kind, FaultKind::kNone);
  EXPECT_EQ(slots, std::vector<int>(slots.size(), 10));
}

TEST(Cluster, MemoryOfABlockThatExited) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    const RaddleBlock &block = *thread->block;
    int *shared = reinterpret_cast<int *>(block.shared);
    shared[0] = static_cast<int>(block.cluster_block_rank) + 7;
    if (block.cluster_block_rank != 2)
      return;
    clusterSync(thread); // exited blocks are not waited for
    int sum = 0;
    for (unsigned rank = 0; rank < block.cluster_size; ++rank)
      sum += *static_cast<int *>(raddle_cluster_map_shared(thread, shared, rank));
    parametersOf<Rounds>(parameters).slots[block.cluster_idx.x] = sum;
  });
  kernel.static_shared_bytes = 4;
  std::vector<int> sums(50);
  EXPECT_EQ(
      runLaunch(testExecutor(), clustered(kernel, {200, 1, 1}, {4, 1, 1}, {1, 1, 1}, Rounds{sums.data(), 0}))
          .kind,
      FaultKind::kNone);
  EXPECT_EQ(sums, std::vector<int>(50, 7 + 8 + 9 + 10));
}

TEST(Cluster, GridAndClusterBarriersMixed) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    const auto [slots, rounds] = parametersOf<Rounds>(parameters);
    for (int round = 0; round < rounds; ++round) {
      const std::uint32_t token = raddle_grid_barrier_arrive(thread);
      raddle_cluster_arrive(thread);
      // Half the block waits in the one order, half in the other.
      if (linearThread(thread) % 2)
        raddle_grid_barrier_wait(thread, token);
      raddle_cluster_wait(thread);
      if (linearThread(thread) % 2 == 0)
        raddle_grid_barrier_wait(thread, token);
    }
    __atomic_add_fetch(&slots[0], 1, __ATOMIC_RELAXED);
  });
  for (unsigned workers : kWorkerCounts) {
    Executor executor(workers);
    int count = 0;
    auto launch = clustered(kernel, {12, 1, 1}, {3, 1, 1}, {34, 1, 1}, Rounds{&count, 100});
    launch->cooperative = true;
    EXPECT_EQ(runLaunch(executor, launch).kind, FaultKind::kNone) << faultOf(*launch).report;
    EXPECT_EQ(count, 12 * 34);
  }
}

TEST(Cluster, BlocksThatWaitForEachOtherInVain) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *) {
    if (thread->block->cluster_block_rank == 0)
      clusterSync(thread);
    else
      raddle_grid_sync(thread);
  });
  for (unsigned workers : kWorkerCounts) {
    Executor executor(workers);
    auto launch = clustered(kernel, {4, 1, 1}, {2, 1, 1}, {32, 1, 1}, 0);
    launch->cooperative = true;
    expectFault(runLaunch(executor, launch), FaultKind::kDeadlock,
                {"all its blocks wait for others\n",
                 "blocks (0,0,0), (2,0,0):\n    threads 0-31 wait at the cluster's barrier",
                 "blocks (1,0,0), (3,0,0):\n    threads 0-31 wait at grid.sync()"});
  }
}

TEST(Cluster, ThreadsThatMissTheBarrierAreReported) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *) {
    if (linearThread(thread) < 7)
      raddle_syncthreads(thread);
    else
      clusterSync(thread);
  });
  expectFault(runLaunch(testExecutor(), clustered(kernel, {4, 1, 1}, {2, 1, 1}, {32, 1, 1}, 0)),
              FaultKind::kDeadlock,
              {"threads 0-6 wait at __syncthreads()", "threads 7-31 wait at the cluster's barrier"});
}

TEST(Cluster, WrongUses) {
  auto twice = threadKernel([](RaddleThread *thread, const void *) {
    raddle_cluster_arrive(thread);
    raddle_cluster_arrive(thread);
  });
  auto never = threadKernel([](RaddleThread *thread, const void *) { raddle_cluster_wait(thread); });
  auto local =
      threadKernel([](RaddleThread *thread, const void *) { raddle_cluster_map_shared(thread, thread, 0); });
  auto beyond = threadKernel([](RaddleThread *thread, const void *) {
    auto *other = static_cast<volatile int *>(
        raddle_cluster_map_shared(thread, thread->block->shared, thread->block->cluster_size));
    if (thread->block->block_idx.x == 3)
      *other = 1;
  });
  beyond.static_shared_bytes = 4;
  for (bool clusters : {false, true}) {
    auto fault = [&](const RaddleKernel &kernel) {
      return runLaunch(testExecutor(), clusters ? clustered(kernel, {4, 1, 1}, {2, 1, 1}, {1, 1, 1}, 0)
                                                : makeLaunch(kernel, {4, 1, 1}, {1, 1, 1}, 0));
    };
    // In a cluster of one thread the first arrival completes the phase.
    if (clusters)
      expectFault(fault(twice), FaultKind::kIllegalInstruction,
                  {"arrived twice at the barrier of its cluster"});
    expectFault(fault(never), FaultKind::kIllegalInstruction, {"without having arrived"});
    expectFault(fault(local), FaultKind::kIllegalAddress, {"takes address", "does not lie"});
    expectFault(
        fault(beyond), FaultKind::kTrap,
        {clusters ? "shared memory of a block that is not in its cluster of 2" : "not in its cluster of 1"});
  }
}

// Kernels without fibers get several blocks at a time, but never several clusters.
TEST(Cluster, ManyOfOneBlockInPlainLoops) {
  auto kernel = blockKernel([](RaddleBlock *block, const void *parameters) {
    parametersOf<Rounds>(parameters).slots[block->block_idx.x] += static_cast<int>(block->explicit_cluster);
  });
  for (unsigned workers : kWorkerCounts) {
    Executor executor(workers);
    std::vector<int> slots(1000);
    auto launch = clustered(kernel, {1000, 1, 1}, {1, 1, 1}, {1, 1, 1}, Rounds{slots.data(), 0});
    EXPECT_EQ(runLaunch(executor, launch).kind, FaultKind::kNone);
    EXPECT_EQ(slots, std::vector<int>(slots.size(), 1));
  }
}

// More blocks at once than a worker usually holds.
TEST(Cluster, ManyLargeClusters) {
  for (unsigned workers : {1u, 4u}) {
    Executor executor(workers);
    std::vector<int> slots(64 * 40);
    EXPECT_EQ(
        runLaunch(executor, clustered(kExchange, {64, 1, 1}, {16, 1, 1}, {40, 1, 1}, Rounds{slots.data(), 0}))
            .kind,
        FaultKind::kNone);
    EXPECT_EQ(slots, std::vector<int>(slots.size(), 10 * 136));
  }
}

} // namespace
