#include "run_kernel.h"

#include "machine/worker_count.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <mutex>
#include <set>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace raddle;
using namespace raddle::runtime;

namespace {

struct Counters {
  int *data;
};

const RaddleKernel kCountThreads = threadKernel([](RaddleThread *thread, const void *parameters) {
  const RaddleBlock &block = *thread->block;
  const auto &t = thread->thread_idx;
  const auto &b = block.block_idx;
  const auto in_block = t.x + block.block_dim.x * (t.y + block.block_dim.y * t.z);
  const auto block_index = b.x + block.grid_dim.x * (b.y + block.grid_dim.y * b.z);
  const auto size = block.block_dim.x * block.block_dim.y * block.block_dim.z;
  if (thread->warp != in_block / 32 || thread->lane != in_block % 32)
    raddle_trap(thread);
  __atomic_add_fetch(&parametersOf<Counters>(parameters).data[block_index * size + in_block], 1,
                     __ATOMIC_RELAXED);
});

const RaddleKernel kCountBlocks = blockKernel([](RaddleBlock *block, const void *parameters) {
  const auto &b = block->block_idx;
  const auto index = b.x + block->grid_dim.x * (b.y + block->grid_dim.y * b.z);
  __atomic_add_fetch(&parametersOf<Counters>(parameters).data[index], 1, __ATOMIC_RELAXED);
});

TEST(Executor, RunsEveryThreadOfEveryBlockOnce) {
  for (unsigned workers : {1u, 2u, 16u}) {
    Executor executor(workers);
    std::vector<int> data(7 * 5 * 3 * 4 * 9 * 5);
    EXPECT_EQ(
        runLaunch(executor, makeLaunch(kCountThreads, {7, 5, 3}, {4, 9, 5}, Counters{data.data()})).kind,
        FaultKind::kNone);
    EXPECT_EQ(data, std::vector<int>(data.size(), 1));
  }
}

TEST(Executor, RunsEveryPlainBlockOnce) {
  for (unsigned workers : {1u, 3u}) {
    Executor executor(workers);
    std::vector<int> data(101 * 33 * 17);
    EXPECT_EQ(
        runLaunch(executor, makeLaunch(kCountBlocks, {101, 33, 17}, {64, 1, 1}, Counters{data.data()})).kind,
        FaultKind::kNone);
    EXPECT_EQ(data, std::vector<int>(data.size(), 1));
  }
}

TEST(Executor, ManySmallLaunches) {
  int data = 0;
  for (int i = 0; i < 20'000; ++i)
    runKernel(kCountBlocks, {1, 1, 1}, {1, 1, 1}, Counters{&data});
  EXPECT_EQ(data, 20'000);
}

TEST(Executor, LaunchesOverlapAndFinishOnce) {
  constexpr int kLaunches = 200;
  std::vector<int> data(64);
  std::atomic<int> finished = 0;
  for (int i = 0; i < kLaunches; ++i) {
    auto launch =
        makeLaunch(i % 2 ? kCountBlocks : kCountThreads, {64, 1, 1}, {1, 1, 1}, Counters{data.data()});
    launch->on_finished = [&](Launch &) {
      ++finished;
      testExecutor().notify();
    };
    testExecutor().submit(launch);
  }
  testExecutor().helpUntil([&] { return finished == kLaunches; });
  EXPECT_EQ(data, std::vector<int>(64, kLaunches));
}

TEST(Executor, WorksWithoutAnyHelp) {
  Executor executor(2);
  std::vector<int> data(64);
  std::atomic<bool> finished = false;
  auto launch = makeLaunch(kCountThreads, {8, 1, 1}, {8, 1, 1}, Counters{data.data()});
  launch->on_finished = [&](Launch &) { finished = true; };
  executor.submit(launch);
  while (!finished)
    std::this_thread::yield();
  EXPECT_EQ(data, std::vector<int>(64, 1));
}

TEST(Executor, FinishedMaySubmitTheNext) {
  int data = 0;
  int left = 100;
  std::atomic<bool> finished = false;
  std::function<void(Launch &)> next = [&](Launch &) {
    if (--left == 0) {
      finished = true;
      testExecutor().notify();
      return;
    }
    auto launch = makeLaunch(kCountBlocks, {1, 1, 1}, {1, 1, 1}, Counters{&data});
    launch->on_finished = next;
    testExecutor().submit(launch);
  };
  auto launch = makeLaunch(kCountBlocks, {1, 1, 1}, {1, 1, 1}, Counters{&data});
  launch->on_finished = next;
  testExecutor().submit(launch);
  testExecutor().helpUntil([&] { return finished.load(); });
  EXPECT_EQ(data, 100);
}

// What on_finished submits comes next on the same worker, but only one launch does; the first polls for the
// other.
TEST(Executor, FinishedMaySubmitLaunchesThatNeedEachOther) {
  auto wait = threadKernel([](RaddleThread *thread, const void *parameters) {
    while (!__atomic_load_n(parametersOf<Counters>(parameters).data, __ATOMIC_ACQUIRE))
      raddle_yield(thread);
  });
  for (unsigned workers : {1u, 2u}) {
    Executor executor(workers);
    for (int round = 0; round < 50; ++round) {
      int counter = 0, other = 0;
      std::atomic<int> finished = 0;
      auto count = [&](Launch &) { ++finished; };
      auto first = makeLaunch(kCountBlocks, {1, 1, 1}, {1, 1, 1}, Counters{&other});
      first->on_finished = [&](Launch &) {
        for (const RaddleKernel *kernel : {&std::as_const(wait), &kCountBlocks}) {
          auto next = makeLaunch(*kernel, {1, 1, 1}, {1, 1, 1}, Counters{&counter});
          next->on_finished = count;
          executor.submit(next);
        }
      };
      executor.submit(first);
      while (finished != 2) // without helping
        std::this_thread::yield();
      EXPECT_EQ(counter, 1);
    }
  }
}

// Whoever helps takes blocks of a launch one batch after the other, but not for ever.
TEST(Executor, HelperIsNotHeldByManyPlainBlocks) {
  struct State {
    std::atomic<bool> *hurry;
  };
  auto kernel = blockKernel([](RaddleBlock *, const void *parameters) {
    if (!*parametersOf<State>(parameters).hurry)
      std::this_thread::sleep_for(std::chrono::microseconds(10));
  });
  Executor executor(1);
  std::atomic<bool> hurry = false, finished = false, done = false;
  auto launch = makeLaunch(kernel, {10'000'000, 1, 1}, {1, 1, 1}, State{&hurry});
  launch->on_finished = [&](Launch &) {
    finished = true;
    executor.notify();
  };
  executor.submit(launch);
  executor.post([&] { done = true; });
  executor.helpUntil([&] { return done.load(); });
  EXPECT_FALSE(finished);
  hurry = true;
  executor.helpUntil([&] { return finished.load(); });
}

TEST(Executor, ManyHostThreads) {
  std::vector<int> data(32);
  std::vector<std::thread> hosts;
  for (int host = 0; host < 8; ++host)
    hosts.emplace_back([&] {
      for (int i = 0; i < 200; ++i)
        runKernel(kCountThreads, {4, 1, 1}, {8, 1, 1}, Counters{data.data()});
    });
  for (std::thread &host : hosts)
    host.join();
  EXPECT_EQ(data, std::vector<int>(32, 8 * 200));
}

TEST(Executor, TasksDoNotWaitForKernels) {
  // The only worker computes until a task sets the flag, and never yields.
  Executor executor(1);
  int flag = 0;
  auto kernel = blockKernel([](RaddleBlock *, const void *parameters) {
    while (!__atomic_load_n(parametersOf<Counters>(parameters).data, __ATOMIC_ACQUIRE)) {
    }
  });
  std::atomic<bool> finished = false;
  auto launch = makeLaunch(kernel, {1, 1, 1}, {1, 1, 1}, Counters{&flag});
  launch->on_finished = [&](Launch &) {
    finished = true;
    executor.notify();
  };
  executor.submit(launch);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  executor.post([&] { __atomic_store_n(&flag, 1, __ATOMIC_RELEASE); });
  executor.helpUntil([&] { return finished.load(); });
}

TEST(Executor, NotifyWakesAHelper) {
  std::atomic<bool> flag = false;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    flag = true;
    testExecutor().notify();
  });
  testExecutor().helpUntil([&] { return flag.load(); });
  other.join();
}

TEST(Executor, StartsBlocksInLaunchOrder) {
  // A block that takes a ticket when it starts: with one worker the order is exact.
  struct Tickets {
    int *next;
    int *order;
  };
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    const Tickets &tickets = parametersOf<Tickets>(parameters);
    tickets.order[thread->block->block_idx.x] = (*tickets.next)++;
  });
  Executor executor(1);
  int next = 0;
  std::vector<int> order(500);
  runLaunch(executor, makeLaunch(kernel, {500, 1, 1}, {1, 1, 1}, Tickets{&next, order.data()}));
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

// What the last launch has read last, the next one reads first; with one worker sums are the same every time.
TEST(Executor, BlocksInStepBeginAtEitherEndByTurns) {
  struct Tickets {
    std::atomic<int> *next;
    int *order;
  };
  RaddleKernel kernel = blockKernel([](RaddleBlock *block, const void *parameters) {
    const Tickets &tickets = parametersOf<Tickets>(parameters);
    tickets.order[block->block_idx.x] = (*tickets.next)++;
  });
  kernel.batch_entry = [](RaddleBlock *, const void *, void *, std::uint32_t) -> std::uint32_t { return 0; };
  kernel.batch_threads = 32;
  for (unsigned workers : {1u, 2u}) {
    Executor executor(workers);
    int from_begin = 0, from_end = 0;
    for (int launch = 0; launch < 20; ++launch) {
      std::atomic<int> next = 0;
      std::vector<int> order(500);
      runLaunch(executor, makeLaunch(kernel, {500, 1, 1}, {32, 1, 1}, Tickets{&next, order.data()}));
      ++(order.front() < order.back() ? from_begin : from_end);
    }
    if (workers == 1)
      EXPECT_EQ(from_begin, 20);
    EXPECT_GT(from_begin, 0);
    EXPECT_EQ(from_end > 0, workers == 2);
  }
}

TEST(Executor, NeverRunsMoreBlocksThanWorkersAtOnce) {
  struct State {
    std::atomic<int> *running;
    std::atomic<int> *most;
    std::atomic<unsigned> *sm_mask;
  };
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    const State &state = parametersOf<State>(parameters);
    const int running = ++*state.running;
    int most = *state.most;
    while (most < running && !state.most->compare_exchange_weak(most, running)) {
    }
    *state.sm_mask |= 1u << raddle_smid(thread);
    if (raddle_nsmid(thread) != 3)
      raddle_trap(thread);
    const std::uint64_t end = raddle_globaltimer() + 20'000;
    while (raddle_globaltimer() < end) {
    }
    --*state.running;
  });
  Executor executor(3);
  std::atomic<int> running = 0, most = 0;
  std::atomic<unsigned> sm_mask = 0;
  EXPECT_EQ(
      runLaunch(executor, makeLaunch(kernel, {500, 1, 1}, {1, 1, 1}, State{&running, &most, &sm_mask})).kind,
      FaultKind::kNone);
  EXPECT_LE(most, 3);
  EXPECT_EQ(sm_mask & ~7u, 0u);
}

TEST(Executor, ManyTasksNeedFewThreads) {
  constexpr int kTasks = 2000;
  std::mutex mutex;
  std::set<std::thread::id> threads;
  std::atomic<int> finished = 0;
  Executor executor(2);
  for (int task = 0; task < kTasks; ++task)
    executor.post([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(20));
      {
        std::lock_guard guard(mutex);
        threads.insert(std::this_thread::get_id());
      }
      if (++finished == kTasks)
        executor.notify();
    });
  executor.helpUntil([&] { return finished == kTasks; });
  EXPECT_LE(threads.size(), 8u + 1);
}

// All workers are taken by a kernel that waits for what a task does.
TEST(Executor, TasksRunWhileAllWorkersPoll) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    while (!__atomic_load_n(parametersOf<int *>(parameters), __ATOMIC_ACQUIRE))
      raddle_yield(thread);
  });
  Executor executor(2);
  for (int round = 0; round < 200; ++round) {
    int flag = 0;
    std::atomic<bool> finished = false;
    auto launch = makeLaunch(kernel, {2, 1, 1}, {32, 1, 1}, &flag);
    launch->on_finished = [&](Launch &) { finished = true; };
    executor.submit(launch);
    executor.post([&] { __atomic_store_n(&flag, 1, __ATOMIC_RELEASE); });
    while (!finished) // without helping
      std::this_thread::yield();
    EXPECT_EQ(faultOf(*launch).kind, FaultKind::kNone);
  }
}

// The one thread of the pool that is awake takes a kernel, at the moment when a task counts on it.
TEST(Executor, TasksRunWhoeverTakesALaunchMeanwhile) {
  using namespace std::chrono_literals;
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    while (!__atomic_load_n(parametersOf<int *>(parameters), __ATOMIC_ACQUIRE))
      raddle_yield(thread);
  });
  auto spinFor = [](std::chrono::nanoseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (std::chrono::steady_clock::now() < end)
      ;
  };
  for (unsigned workers : {1u, 2u}) {
    Executor executor(workers);
    for (int round = 0; round < 2000; ++round) {
      std::this_thread::sleep_for(200us); // and so do all of the pool, but those of these tasks
      for (int task = 0; task < round % 3; ++task)
        executor.post([] {});
      spinFor(round % 41 * 1us);
      int flag = 0;
      std::atomic<bool> finished = false;
      auto launch = makeLaunch(kernel, {1, 1, 1}, {1, 1, 1}, &flag);
      launch->on_finished = [&](Launch &) { finished = true; };
      executor.submit(launch);
      spinFor(round % 307 * 100ns); // for a while nobody takes it
      executor.post([&] { __atomic_store_n(&flag, 1, __ATOMIC_RELEASE); });
      while (!finished) // without helping
        std::this_thread::yield();
    }
  }
}

TEST(Executor, GridWithoutBlocksFinishes) {
  bool finished = false;
  auto launch = makeLaunch(kCountBlocks, {0, 1, 1}, {1, 1, 1}, Counters{});
  launch->on_finished = [&](Launch &) { finished = true; };
  testExecutor().submit(launch);
  EXPECT_TRUE(finished);
}

TEST(Executor, SharedMemoryIsSizedAndAligned) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    const RaddleBlock &block = *thread->block;
    if (reinterpret_cast<std::uintptr_t>(block.shared) % 128 || block.dynamic_shared_bytes != 200'000)
      raddle_trap(thread);
    // Static memory of 100 bytes, then dynamic memory from byte 112.
    block.shared[0] = block.shared[112] = block.shared[112 + 200'000 - 1] = 1;
    *parametersOf<Counters>(parameters).data = static_cast<int>(block.grid_id);
  });
  kernel.static_shared_bytes = 100;
  int first = 0, second = 0;
  for (int *id : {&first, &second}) {
    auto launch = makeLaunch(kernel, {1, 1, 1}, {1, 1, 1}, Counters{id});
    launch->dynamic_shared_bytes = 200'000;
    EXPECT_EQ(runLaunch(testExecutor(), launch).kind, FaultKind::kNone);
  }
  EXPECT_GT(second, first);
}

// Resident memory of this process in bytes.
std::size_t residentBytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t pages = 0;
  file >> pages >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

TEST(Executor, LargestBlocksStaySmallInMemory) {
#if defined(__SANITIZE_ADDRESS__) ||                                                                         \
    (defined(__has_feature) && (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer)))
  GTEST_SKIP() << "sanitizers keep memory of their own for every stack";
#endif
  auto kernel = threadKernel([](RaddleThread *thread, const void *) {
    for (int i = 0; i < 3; ++i)
      raddle_syncthreads(thread);
  });
  const std::size_t before = residentBytes();
  Executor executor(4);
  runLaunch(executor, makeLaunch(kernel, {64, 1, 1}, {1024, 1, 1}, Counters{}));
  EXPECT_LT(residentBytes() - before, std::size_t{100} << 20);
}

TEST(WorkerCount, FollowsTheEnvironment) {
  setenv("RADDLE_WORKERS", "3", 1);
  EXPECT_EQ(defaultWorkerCount(), 3u);
  setenv("RADDLE_WORKERS", "0", 1);
  EXPECT_EQ(defaultWorkerCount(), availableCores());
  unsetenv("RADDLE_WORKERS");
  EXPECT_GE(availableCores(), 1u);
}

TEST(Executor, CallsEachPieceOnce) {
  for (unsigned workers : {1u, 3u, 16u}) {
    Executor executor(workers);
    for (std::size_t count : {0u, 1u, 2u, 1000u}) {
      std::vector<std::atomic<int>> calls(count);
      executor.forEachPiece(count, [&](std::size_t piece) { ++calls[piece]; });
      EXPECT_EQ(std::count(calls.begin(), calls.end(), 1), static_cast<std::ptrdiff_t>(count));
    }
  }
}

// More tasks with pieces than threads, while every worker runs a kernel that waits for all of them.
TEST(Executor, TasksHavePiecesWhileKernelsWaitForThem) {
  struct Awaited {
    std::atomic<int> *pieces;
  };
  constexpr int kTasks = 50, kPieces = 100;
  const RaddleKernel kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    while (parametersOf<Awaited>(parameters).pieces->load() != kTasks * kPieces)
      raddle_yield(thread);
  });
  Executor executor(4);
  std::atomic<int> pieces = 0, ended = 0;
  auto launch = makeLaunch(kernel, {4, 1, 1}, {32, 1, 1}, Awaited{&pieces});
  std::atomic<bool> finished = false;
  launch->on_finished = [&](Launch &) {
    finished = true;
    executor.notify();
  };
  executor.submit(launch);
  for (int task = 0; task < kTasks; ++task)
    executor.post([&] {
      executor.forEachPiece(kPieces, [&](std::size_t) { ++pieces; });
      ++ended;
      executor.notify();
    });
  executor.helpUntil([&] { return finished.load() && ended.load() == kTasks; });
  EXPECT_EQ(pieces, kTasks * kPieces);
  EXPECT_EQ(faultOf(*launch).kind, FaultKind::kNone);
}

} // namespace
