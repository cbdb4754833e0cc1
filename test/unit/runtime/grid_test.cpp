// Barriers of a grid and of clusters, over several workers.
#include "run_kernel.h"

#include <algorithm>
#include <numeric>
#include <thread>
#include <vector>

using namespace raddle::runtime;

namespace {

// Workers: fewer than blocks, one, and more than this machine has cores.
const std::vector<unsigned> kWorkerCounts{1, 2, 4, 13};

template <typename Parameters>
std::shared_ptr<Launch> cooperative(const RaddleKernel &kernel, RaddleDim3 grid, RaddleDim3 block,
                                    const Parameters &parameters) {
  auto launch = makeLaunch(kernel, grid, block, parameters);
  launch->cooperative = true;
  return launch;
}

struct Rounds {
  int *slots; // one of each thread of the grid, plain memory: the barrier has to order it
  int rounds;
};

unsigned gridThread(const RaddleThread *thread) {
  const RaddleBlock &block = *thread->block;
  return block.block_idx.x * block.block_dim.x + linearThread(thread);
}

// Each thread reads in each round what another one of another block wrote in the round before.
const RaddleKernel kPassOn = threadKernel([](RaddleThread *thread, const void *parameters) {
  const auto [slots, rounds] = parametersOf<Rounds>(parameters);
  const unsigned count = thread->block->grid_dim.x * thread->block->block_dim.x;
  const unsigned self = gridThread(thread);
  const unsigned other = (self + thread->block->block_dim.x + 1) % count;
  for (int round = 0; round < rounds; ++round) {
    slots[self] = static_cast<int>(self) + round;
    raddle_grid_sync(thread);
    if (slots[other] != static_cast<int>(other) + round)
      raddle_trap(thread);
    raddle_grid_sync(thread);
  }
});

TEST(Grid, SyncOrdersMemoryOfAllBlocks) {
  for (unsigned workers : kWorkerCounts) {
    Executor executor(workers);
    for (std::uint32_t blocks : {1u, 2u, 7u, 32u}) {
      std::vector<int> slots(blocks * 40);
      const LaunchFault fault =
          runLaunch(executor, cooperative(kPassOn, {blocks, 1, 1}, {40, 1, 1}, Rounds{slots.data(), 50}));
      EXPECT_EQ(fault.kind, FaultKind::kNone) << fault.report;
    }
  }
}

TEST(Grid, SeveralLaunchesAtOnce) {
  for (unsigned workers : kWorkerCounts) {
    Executor executor(workers);
    std::vector<std::thread> hosts;
    for (int host = 0; host < 3; ++host)
      hosts.emplace_back([&] {
        for (int i = 0; i < 20; ++i) {
          std::vector<int> slots(6 * 33);
          EXPECT_EQ(
              runLaunch(executor, cooperative(kPassOn, {6, 1, 1}, {33, 1, 1}, Rounds{slots.data(), 10})).kind,
              FaultKind::kNone);
        }
      });
    for (std::thread &host : hosts)
      host.join();
  }
}

TEST(Grid, RunsWithoutAnyHelp) {
  Executor executor(3);
  std::vector<int> slots(9 * 8);
  std::atomic<bool> finished = false;
  auto launch = cooperative(kPassOn, {9, 1, 1}, {8, 1, 1}, Rounds{slots.data(), 100});
  launch->on_finished = [&](Launch &) { finished = true; };
  executor.submit(launch);
  while (!finished)
    std::this_thread::yield();
  EXPECT_EQ(launch->fault.kind, FaultKind::kNone);
}

// A host thread that waits for something else does not wait for the grid it has begun to work on.
TEST(Grid, HelperLeavesAWaitingGrid) {
  struct State {
    std::atomic<bool> *released;
  };
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    if (thread->block->block_idx.x == 0)
      while (!parametersOf<State>(parameters).released->load())
        raddle_yield(thread);
    raddle_grid_sync(thread);
  });
  Executor executor(4);
  for (int i = 0; i < 20; ++i) {
    std::atomic<bool> released = false, finished = false, task_ran = false;
    auto launch = cooperative(kernel, {4, 1, 1}, {1, 1, 1}, State{&released});
    launch->on_finished = [&](Launch &) {
      finished = true;
      executor.notify();
    };
    executor.submit(launch);
    std::thread poster([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      executor.post([&] {
        task_ran = true;
        executor.notify();
      });
    });
    executor.helpUntil([&] { return task_ran.load(); });
    poster.join();
    EXPECT_FALSE(finished);
    released = true;
    executor.helpUntil([&] { return finished.load(); });
    EXPECT_EQ(launch->fault.kind, FaultKind::kNone) << launch->fault.report;
  }
}

TEST(Grid, BlocksAreSpreadOverAllWorkers) {
  struct State {
    std::atomic<unsigned> *blocks_of_worker;
  };
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    ++parametersOf<State>(parameters).blocks_of_worker[raddle_smid(thread)];
    raddle_grid_sync(thread);
  });
  Executor executor(4);
  std::atomic<unsigned> blocks[4] = {};
  EXPECT_EQ(runLaunch(executor, cooperative(kernel, {10, 1, 1}, {1, 1, 1}, State{blocks})).kind,
            FaultKind::kNone);
  for (const auto &count : blocks)
    EXPECT_LE(count, 3u);
}

// Arriving and waiting apart: what was written before arriving is seen after waiting, and nobody waits in
// between.
TEST(Grid, SplitBarrier) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    const auto [slots, rounds] = parametersOf<Rounds>(parameters);
    const unsigned count = thread->block->grid_dim.x * thread->block->block_dim.x;
    const unsigned self = gridThread(thread);
    for (int round = 0; round < rounds; ++round) {
      slots[self] = round + 1;
      const std::uint32_t token = raddle_grid_barrier_arrive(thread);
      raddle_syncthreads(thread);
      raddle_syncwarp(thread, thread->block->block_dim.x >= 32 ? 0xffffffffu
                                                               : (1u << thread->block->block_dim.x) - 1);
      raddle_grid_barrier_wait(thread, token);
      raddle_grid_barrier_wait(thread, token);
      for (unsigned other = 0; other < count; ++other)
        if (slots[other] != round + 1)
          raddle_trap(thread);
      raddle_grid_sync(thread);
    }
  });
  for (unsigned workers : kWorkerCounts) {
    Executor executor(workers);
    std::vector<int> slots(5 * 32);
    EXPECT_EQ(runLaunch(executor, cooperative(kernel, {5, 1, 1}, {32, 1, 1}, Rounds{slots.data(), 20})).kind,
              FaultKind::kNone);
  }
}

// As on a GPU, exited threads of a block that goes on are not waited for.
TEST(Grid, ExitedThreadsAreNotWaitedFor) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    const auto [slots, rounds] = parametersOf<Rounds>(parameters);
    for (int round = 0; round < rounds; ++round) {
      if (static_cast<int>(linearThread(thread)) == round)
        return;
      raddle_grid_sync(thread);
    }
    __atomic_add_fetch(&slots[0], 1, __ATOMIC_RELAXED);
  });
  int left = 0;
  EXPECT_EQ(runLaunch(testExecutor(), cooperative(kernel, {8, 1, 1}, {70, 1, 1}, Rounds{&left, 69})).kind,
            FaultKind::kNone);
  EXPECT_EQ(left, 8);
}

TEST(Grid, ThreadsThatArrivedMayExit) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    const std::uint32_t token = raddle_grid_barrier_arrive(thread);
    if (thread->block->block_idx.x != 0 || linearThread(thread) > 3)
      return;
    raddle_grid_barrier_wait(thread, token);
    __atomic_add_fetch(parametersOf<Rounds>(parameters).slots, 1, __ATOMIC_RELAXED);
  });
  for (unsigned workers : kWorkerCounts) {
    Executor executor(workers);
    int waited = 0;
    EXPECT_EQ(runLaunch(executor, cooperative(kernel, {6, 1, 1}, {40, 1, 1}, Rounds{&waited, 0})).kind,
              FaultKind::kNone);
    EXPECT_EQ(waited, 4);
  }
}

TEST(Grid, BlockThatExitsIsReported) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *) {
    if (thread->block->block_idx.x == 1)
      return;
    raddle_grid_sync(thread);
  });
  for (unsigned workers : kWorkerCounts) {
    Executor executor(workers);
    for (int i = 0; i < 20; ++i)
      expectFault(runLaunch(executor, cooperative(kernel, {4, 1, 1}, {64, 1, 1}, 0)), FaultKind::kDeadlock,
                  {"kernel 'kernel(int*)' cannot make progress: all its blocks wait for others, of which 1 "
                   "has returned\n",
                   "  blocks (0,0,0), (2,0,0), (3,0,0):\n    threads 0-63 wait at grid.sync()",
                   "  block (1,0,0) has returned\n"});
  }
}

TEST(Grid, BlockThatExitsLaterIsReported) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *) {
    for (unsigned round = 0; round < 5 + thread->block->block_idx.x; ++round)
      raddle_grid_sync(thread);
  });
  for (unsigned workers : kWorkerCounts) {
    Executor executor(workers);
    expectFault(runLaunch(executor, cooperative(kernel, {9, 1, 1}, {16, 1, 1}, 0)), FaultKind::kDeadlock,
                {"of which 1 has returned", "block (0,0,0) has returned"});
  }
}

TEST(Grid, ThreadsThatMissTheBarrierAreReported) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *) {
    if (linearThread(thread) < 7)
      raddle_syncthreads(thread);
    else
      raddle_grid_sync(thread);
  });
  expectFault(runLaunch(testExecutor(), cooperative(kernel, {4, 1, 1}, {32, 1, 1}, 0)), FaultKind::kDeadlock,
              {"threads 0-6 wait at __syncthreads()", "threads 7-31 wait at grid.sync()"});
}

TEST(Grid, ArrivingTwiceIsReported) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *) {
    raddle_grid_barrier_arrive(thread);
    raddle_grid_barrier_arrive(thread);
  });
  expectFault(runLaunch(testExecutor(), cooperative(kernel, {2, 1, 1}, {2, 1, 1}, 0)),
              FaultKind::kIllegalInstruction, {"arrived twice at the barrier of its grid"});
}

TEST(Grid, SyncOfAnOrdinaryLaunchIsReported) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *) { raddle_grid_sync(thread); });
  expectFault(runKernel(kernel, {2, 1, 1}, {2, 1, 1}, 0), FaultKind::kTrap,
              {"synchronises the grid, but was not launched cooperatively"});
}

TEST(Grid, FaultOfOneBlockEndsAll) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *) {
    raddle_grid_sync(thread);
    if (thread->block->block_idx.x == 3)
      raddle_trap(thread);
    for (;;)
      raddle_grid_sync(thread);
  });
  for (unsigned workers : kWorkerCounts) {
    Executor executor(workers);
    for (int i = 0; i < 20; ++i)
      expectFault(runLaunch(executor, cooperative(kernel, {6, 1, 1}, {33, 1, 1}, 0)), FaultKind::kTrap,
                  {"__trap()"});
  }
}

// A block polls for what a block that waits for the grid would have to write.
TEST(Grid, HangReportNamesThoseThatWait) {
  static int flag = 0;
  auto kernel = threadKernel([](RaddleThread *thread, const void *) {
    if (thread->block->block_idx.x == 2)
      while (!__atomic_load_n(&flag, __ATOMIC_RELAXED))
        raddle_yield(thread);
    raddle_grid_sync(thread);
  });
  for (unsigned workers : {1u, 4u}) {
    Executor executor(workers);
    expectFault(runLaunch(executor, cooperative(kernel, {4, 1, 1}, {32, 1, 1}, 0)), FaultKind::kDeadlock,
                {"made no progress", "block (2,0,0): threads 0-31 poll memory",
                 "  blocks (0,0,0), (1,0,0), (3,0,0):\n    threads 0-31 wait at grid.sync()"});
  }
}

// ---- clusters ----

template <typename Parameters>
std::shared_ptr<Launch> clustered(const RaddleKernel &kernel, RaddleDim3 grid, RaddleDim3 cluster,
                                  RaddleDim3 block, const Parameters &parameters) {
  auto launch = makeLaunch(kernel, grid, block, parameters);
  launch->cluster_dim = cluster;
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
      EXPECT_EQ(runLaunch(executor, launch).kind, FaultKind::kNone) << launch->fault.report;
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
    EXPECT_EQ(runLaunch(executor, launch).kind, FaultKind::kNone) << launch->fault.report;
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
