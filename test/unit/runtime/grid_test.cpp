// Barriers of a grid, over several workers.
#include "grid_kernel.h"

#include <thread>
#include <vector>

using namespace raddle;
using namespace raddle::runtime;

namespace {

template <typename Parameters>
std::shared_ptr<Launch> cooperative(const RaddleKernel &kernel, RaddleDim3 grid, RaddleDim3 block,
                                    const Parameters &parameters) {
  auto launch = makeLaunch(kernel, grid, block, parameters);
  launch->cooperative = true;
  return launch;
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
  EXPECT_EQ(faultOf(*launch).kind, FaultKind::kNone);
}

// A host thread leaves its blocks, and all threads of the pool are at work on blocks that wait for them.
TEST(Grid, SomebodyTakesWhatAHelperLeaves) {
  struct State {
    std::atomic<bool> *released;
  };
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    while (!parametersOf<State>(parameters).released->load())
      raddle_yield(thread);
    raddle_grid_sync(thread);
  });
  for (int i = 0; i < 20; ++i) {
    Executor executor(4);
    std::atomic<bool> released = false, finished = false, leaves = false;
    auto launch = cooperative(kernel, {8, 1, 1}, {1, 1, 1}, State{&released});
    launch->on_finished = [&](Launch &) { finished = true; };
    executor.submit(launch);
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      leaves = true;
      executor.notify();
    });
    executor.helpUntil([&] { return leaves.load(); });
    other.join();
    EXPECT_FALSE(finished);
    released = true;
    while (!finished)
      std::this_thread::yield();
    EXPECT_EQ(faultOf(*launch).kind, FaultKind::kNone);
  }
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
    EXPECT_EQ(faultOf(*launch).kind, FaultKind::kNone) << faultOf(*launch).report;
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

} // namespace
