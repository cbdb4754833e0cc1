// Launches on several devices: several grids, one barrier.
#include "run_kernel.h"
#include "runtime/block/multi_grid.h"

#include <chrono>
#include <thread>
#include <vector>

using namespace raddle;
using namespace raddle::runtime;

namespace {

const std::vector<unsigned> kWorkerCounts{1, 2, 4, 13};

// The grids of one launch, of which some may not have started yet.
class Grids {
public:
  template <typename Parameters>
  Grids(std::uint32_t count, const RaddleKernel &kernel, RaddleDim3 grid, RaddleDim3 block,
        const Parameters &parameters) {
    auto shared = std::make_shared<MultiGrid>(count, std::uint64_t{grid.x} * grid.y * grid.z);
    for (std::uint32_t rank = 0; rank < count; ++rank) {
      launches_.push_back(makeLaunch(kernel, grid, block, parameters));
      launches_[rank]->cooperative = true;
      launches_[rank]->addExtras().group = shared;
      launches_[rank]->addExtras().grid_rank = rank;
    }
  }

  void submitAll(Executor &executor) {
    for (const auto &launch : launches_)
      countIn(executor, *launch);
    executor.submitTogether(launches_);
  }
  void submit(Executor &executor, std::uint32_t rank) {
    countIn(executor, *launches_[rank]);
    executor.submitTogether({launches_[rank]});
  }
  const Launch &operator[](std::uint32_t rank) const { return *launches_[rank]; }

  /// Waits until so many grids have ended, all by default.
  void wait(Executor &executor) { wait(executor, launches_.size()); }
  void wait(Executor &executor, std::size_t grids) {
    executor.helpUntil([&] { return finished_.load() == grids; });
  }

  void expectSuccess() const {
    for (const auto &launch : launches_)
      EXPECT_EQ(faultOf(*launch).kind, FaultKind::kNone) << faultOf(*launch).report;
  }

private:
  void countIn(Executor &executor, Launch &launch) {
    launch.on_finished = [this, &executor](Launch &) {
      ++finished_;
      executor.notify();
    };
  }

  std::vector<std::shared_ptr<Launch>> launches_;
  std::atomic<std::size_t> finished_ = 0;
};

struct Rounds {
  int *slots; // one of each thread of all grids, plain memory: the barrier has to order it
  int rounds;
};

// Each thread reads in each round what a thread of another block, and often of another grid, wrote.
const RaddleKernel kPassOn = threadKernel([](RaddleThread *thread, const void *parameters) {
  const auto [slots, rounds] = parametersOf<Rounds>(parameters);
  const std::uint32_t threads = thread->block->block_dim.x;
  const std::uint64_t count = raddle_multi_grid_num_threads(thread);
  const std::uint64_t self = raddle_multi_grid_thread_offset(thread) +
                             std::uint64_t{thread->block->block_idx.x} * threads + linearThread(thread);
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t other = (self + (static_cast<unsigned>(round) + 1) * threads) % count;
    slots[self] = static_cast<int>(self) + round;
    raddle_multi_grid_sync(thread);
    if (slots[other] != static_cast<int>(other) + round)
      raddle_trap(thread);
    raddle_multi_grid_sync(thread);
    // The barrier of one grid in between.
    if (round % 3 == 0)
      raddle_grid_sync(thread);
  }
});

TEST(MultiGrid, SyncOrdersMemoryOfAllGrids) {
  for (unsigned workers : kWorkerCounts) {
    Executor executor(workers);
    for (std::uint32_t grids : {1u, 2u, 5u})
      for (std::uint32_t blocks : {1u, 3u, 16u}) {
        std::vector<int> slots(grids * blocks * 33);
        Grids launch(grids, kPassOn, {blocks, 1, 1}, {33, 1, 1}, Rounds{slots.data(), 20});
        launch.submitAll(executor);
        launch.wait(executor);
        launch.expectSuccess();
      }
  }
}

TEST(MultiGrid, SeveralLaunchesAtOnce) {
  for (unsigned workers : kWorkerCounts) {
    Executor executor(workers);
    std::vector<std::thread> hosts;
    for (int host = 0; host < 3; ++host)
      hosts.emplace_back([&] {
        for (int i = 0; i < 10; ++i) {
          std::vector<int> slots(3 * 4 * 8);
          Grids launch(3, kPassOn, {4, 1, 1}, {8, 1, 1}, Rounds{slots.data(), 10});
          launch.submitAll(executor);
          launch.wait(executor);
          launch.expectSuccess();
        }
      });
    for (std::thread &host : hosts)
      host.join();
  }
}

// A grid that starts later, after ordinary work of which a worker holds only so much at a time, while
// workers are full of blocks that wait for that grid.
TEST(MultiGrid, GridsNeedNotStartTogether) {
  struct Count {
    std::atomic<int> *total;
  };
  auto ordinary = threadKernel([](RaddleThread *thread, const void *parameters) {
    raddle_syncthreads(thread);
    ++*parametersOf<Count>(parameters).total;
  });
  for (unsigned workers : kWorkerCounts) {
    Executor executor(workers);
    std::vector<int> slots(2 * 200 * 4);
    Grids launch(2, kPassOn, {200, 1, 1}, {4, 1, 1}, Rounds{slots.data(), 3});
    launch.submit(executor, 0);
    std::atomic<int> total = 0;
    const LaunchFault fault =
        runLaunch(executor, makeLaunch(ordinary, {100, 1, 1}, {64, 1, 1}, Count{&total}));
    EXPECT_EQ(fault.kind, FaultKind::kNone);
    EXPECT_EQ(total, 6400);
    launch.submit(executor, 1);
    launch.wait(executor);
    launch.expectSuccess();
  }
}

TEST(MultiGrid, RanksAndSizes) {
  struct State {
    std::atomic<int> *wrong;
  };
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    const bool right = raddle_multi_grid_is_valid(thread) && raddle_multi_grid_size(thread) == 3 &&
                       raddle_multi_grid_rank(thread) < 3 &&
                       raddle_multi_grid_num_threads(thread) == 3 * 30 &&
                       raddle_multi_grid_thread_offset(thread) == 30 * raddle_multi_grid_rank(thread);
    if (!right)
      ++*parametersOf<State>(parameters).wrong;
  });
  std::atomic<int> wrong = 0;
  Grids launch(3, kernel, {1, 2, 1}, {5, 1, 3}, State{&wrong});
  launch.submitAll(testExecutor());
  launch.wait(testExecutor());
  launch.expectSuccess();
  EXPECT_EQ(wrong, 0);
}

TEST(MultiGrid, IsNotValidOnOneDevice) {
  struct State {
    std::atomic<int> *valid;
  };
  auto ask = threadKernel([](RaddleThread *thread, const void *parameters) {
    *parametersOf<State>(parameters).valid = raddle_multi_grid_is_valid(thread);
  });
  std::atomic<int> valid = 7;
  EXPECT_EQ(runKernel(ask, {1, 1, 1}, {1, 1, 1}, State{&valid}).kind, FaultKind::kNone);
  EXPECT_EQ(valid, 0);
  auto synchronise = threadKernel([](RaddleThread *thread, const void *) { raddle_multi_grid_sync(thread); });
  expectFault(runKernel(synchronise, {1, 1, 1}, {4, 1, 1}, 0), FaultKind::kTrap,
              {"was not launched on several devices"});
}

// ---- waits that nobody can end ----

const RaddleKernel kFirstWaits = threadKernel([](RaddleThread *thread, const void *) {
  if (raddle_multi_grid_rank(thread) == 0)
    raddle_multi_grid_sync(thread);
});

TEST(MultiGrid, GridThatReturns) {
  for (unsigned workers : kWorkerCounts) {
    Executor executor(workers);
    Grids launch(2, kFirstWaits, {3, 1, 1}, {8, 1, 1}, 0);
    launch.submitAll(executor);
    launch.wait(executor);
    expectFault(faultOf(launch[0]), FaultKind::kDeadlock,
                {"cannot make progress in grid 0 of 2", "threads 0-7 wait at multi_grid.sync()",
                 "blocks (0,0,0), (1,0,0), (2,0,0) of grid 1 of 2 have returned"});
    EXPECT_EQ(faultOf(launch[1]).kind, FaultKind::kNone);
  }
}

TEST(MultiGrid, GridThatFails) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *) {
    raddle_multi_grid_sync(thread);
    if (raddle_multi_grid_rank(thread) == 1 && thread->block->block_idx.x == 1)
      raddle_trap(thread);
    raddle_multi_grid_sync(thread);
  });
  for (unsigned workers : kWorkerCounts) {
    Executor executor(workers);
    Grids launch(3, kernel, {4, 1, 1}, {8, 1, 1}, 0);
    launch.submitAll(executor);
    launch.wait(executor);
    EXPECT_EQ(faultOf(launch[1]).kind, FaultKind::kTrap);
    for (std::uint32_t waiting : {0u, 2u})
      expectFault(faultOf(launch[waiting]), FaultKind::kDeadlock, {"wait at multi_grid.sync()"});
  }
}

// Known before, or only after, all others wait for it.
TEST(MultiGrid, GridThatNeverStarts) {
  for (unsigned workers : kWorkerCounts)
    for (bool late : {false, true}) {
      Executor executor(workers);
      Grids launch(2, kFirstWaits, {5, 1, 1}, {4, 1, 1}, 0);
      if (late) {
        launch.submit(executor, 0);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
      executor.abandon(launch[1]);
      if (!late)
        launch.submit(executor, 0);
      launch.wait(executor, 1);
      expectFault(faultOf(launch[0]), FaultKind::kDeadlock, {"grid 0 of 2", "5 blocks never started"});
    }
}

} // namespace
