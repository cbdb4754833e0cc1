#include "run_kernel.h"

#include <thread>
#include <vector>

using namespace raddle;
using namespace raddle::runtime;

namespace {

struct Flags {
  int *data;
};

TEST(Polling, LowerThreadsWaitForHigherOnes) {
  // Thread i polls until thread i+1 has set its flag; the last one needs nobody.
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    int *data = parametersOf<Flags>(parameters).data;
    const auto self = thread->thread_idx.x;
    while (!__atomic_load_n(&data[self + 1], __ATOMIC_ACQUIRE))
      raddle_yield(thread);
    __atomic_store_n(&data[self], 1, __ATOMIC_RELEASE);
  });
  std::vector<int> data(1025);
  data[1024] = 1;
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {1024, 1, 1}, Flags{data.data()}).kind, FaultKind::kNone);
  EXPECT_EQ(data[0], 1);
}

TEST(Polling, SpinLockInsideOneWarp) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    int *data = parametersOf<Flags>(parameters).data;
    int free = 0;
    while (!__atomic_compare_exchange_n(&data[0], &free, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
      free = 0;
      raddle_yield(thread);
    }
    const int count = data[1];
    raddle_yield(thread);
    data[1] = count + 1;
    __atomic_store_n(&data[0], 0, __ATOMIC_RELEASE);
  });
  int data[2] = {0, 0};
  EXPECT_EQ(runKernel(kernel, {8, 1, 1}, {64, 1, 1}, Flags{data}).kind, FaultKind::kNone);
  EXPECT_EQ(data[1], 8 * 64);
}

// More blocks than workers, each waits for the next one: only works when a worker holds several blocks.
void blocksWaitForTheNext(unsigned workers, std::uint32_t blocks, std::uint32_t threads) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    int *data = parametersOf<Flags>(parameters).data;
    const auto self = thread->block->block_idx.x;
    if (thread->thread_idx.x == 0)
      while (!__atomic_load_n(&data[self + 1], __ATOMIC_ACQUIRE))
        raddle_nanosleep(thread, 20);
    raddle_syncthreads(thread);
    if (thread->thread_idx.x == thread->block->block_dim.x - 1)
      __atomic_store_n(&data[self], 1, __ATOMIC_RELEASE);
  });
  std::vector<int> data(blocks + 1);
  data[blocks] = 1;
  Executor executor(workers);
  EXPECT_EQ(runLaunch(executor, makeLaunch(kernel, {blocks, 1, 1}, {threads, 1, 1}, Flags{data.data()})).kind,
            FaultKind::kNone);
  EXPECT_EQ(data[0], 1);
}

TEST(Polling, BlocksOfOneWorkerTakeTurns) { blocksWaitForTheNext(1, 32, 64); }
TEST(Polling, BlocksOfManyWorkersTakeTurns) { blocksWaitForTheNext(8, 100, 64); }

TEST(Polling, CooperativeLaunchesAreHeldWhole) {
  // A barrier over all 100 blocks of one worker, twice.
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    int *data = parametersOf<Flags>(parameters).data;
    for (int round = 1; round <= 2; ++round) {
      raddle_syncthreads(thread);
      if (thread->thread_idx.x == 0) {
        __atomic_add_fetch(data, 1, __ATOMIC_ACQ_REL);
        while (__atomic_load_n(data, __ATOMIC_ACQUIRE) < round * 100)
          raddle_yield(thread);
      }
      raddle_syncthreads(thread);
    }
  });
  int data = 0;
  Executor executor(1);
  auto launch = makeLaunch(kernel, {100, 1, 1}, {64, 1, 1}, Flags{&data});
  launch->cooperative = true;
  EXPECT_EQ(runLaunch(executor, launch).kind, FaultKind::kNone);
  EXPECT_EQ(data, 200);
}

TEST(Polling, HostCanRelease) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    while (!__atomic_load_n(parametersOf<Flags>(parameters).data, __ATOMIC_ACQUIRE))
      raddle_yield(thread);
  });
  int flag = 0;
  auto launch = makeLaunch(kernel, {2, 1, 1}, {64, 1, 1}, Flags{&flag});
  std::atomic<bool> finished = false;
  launch->on_finished = [&](Launch &) {
    finished = true;
    testExecutor().notify();
  };
  testExecutor().submit(launch);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_FALSE(finished);
  __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
  testExecutor().helpUntil([&] { return finished.load(); });
  EXPECT_EQ(faultOf(*launch).kind, FaultKind::kNone);
}

// A host thread that helps is let go when what it waits for is done, although the kernel it works on polls
// for something that only the host thread will do.
TEST(Polling, HelperIsNotHeldByAnotherLaunch) {
  Executor executor(1);
  auto poll = threadKernel([](RaddleThread *thread, const void *parameters) {
    while (!__atomic_load_n(parametersOf<Flags>(parameters).data, __ATOMIC_ACQUIRE))
      raddle_yield(thread);
  });
  auto nothing = threadKernel([](RaddleThread *, const void *) {});
  int flag = 0;
  std::atomic<bool> first = false, second = false;
  auto polling = makeLaunch(poll, {1, 1, 1}, {32, 1, 1}, Flags{&flag});
  polling->on_finished = [&](Launch &) {
    first = true;
    executor.notify();
  };
  auto quick = makeLaunch(nothing, {1, 1, 1}, {32, 1, 1}, Flags{&flag});
  quick->on_finished = [&](Launch &) {
    second = true;
    executor.notify();
  };
  executor.submit(polling);
  executor.submit(quick);
  executor.helpUntil([&] { return second.load(); });
  EXPECT_FALSE(first);
  __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
  executor.helpUntil([&] { return first.load(); });
}

TEST(Polling, ForeverIsReported) {
  // RADDLE_HANG_SECONDS is 1 in this test's environment.
  setenv("RADDLE_HANG_SECONDS", "1", 1);
  Executor executor(2);
  auto kernel = threadKernel(
      [](RaddleThread *thread, const void *parameters) {
        if (thread->warp == 1)
          raddle_syncthreads(thread);
        while (!__atomic_load_n(parametersOf<Flags>(parameters).data, __ATOMIC_ACQUIRE))
          raddle_yield(thread);
      },
      "_Z4waitPi");
  int flag = 0;
  expectFault(
      runLaunch(executor, makeLaunch(kernel, {3, 1, 1}, {64, 1, 1}, Flags{&flag})), FaultKind::kDeadlock,
      {"raddle: error: kernel 'wait(int*)' made no progress for 1 seconds\n", "threads 0-31 poll memory",
       "threads 32-63 wait at __syncthreads(), 32 of 64\n", "RADDLE_HANG_SECONDS"});
}

TEST(Polling, IsNoHangWhileTheHostIsFree) {
  setenv("RADDLE_HANG_SECONDS", "1", 1);
  Executor executor(1);
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    while (!__atomic_load_n(parametersOf<Flags>(parameters).data, __ATOMIC_ACQUIRE))
      raddle_yield(thread);
  });
  int flag = 0;
  auto launch = makeLaunch(kernel, {1, 1, 1}, {32, 1, 1}, Flags{&flag});
  std::atomic<bool> finished = false;
  launch->on_finished = [&](Launch &) {
    finished = true;
    executor.notify();
  };
  executor.submit(launch);
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  EXPECT_FALSE(finished);
  __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
  executor.helpUntil([&] { return finished.load(); });
  EXPECT_EQ(faultOf(*launch).kind, FaultKind::kNone);
}

TEST(Polling, ALoopThatMovesIsNoHang) {
  // Reads volatile memory for two seconds, which looks like polling, while it counts.
  setenv("RADDLE_HANG_SECONDS", "1", 1);
  Executor executor(1);
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    const std::uint64_t end = raddle_globaltimer() + 2'000'000'000;
    int count = 0;
    while (raddle_globaltimer() < end) {
      ++count;
      raddle_yield(thread);
    }
    *parametersOf<Flags>(parameters).data = count;
  });
  int count = 0;
  EXPECT_EQ(runLaunch(executor, makeLaunch(kernel, {1, 1, 1}, {1, 1, 1}, Flags{&count})).kind,
            FaultKind::kNone);
  EXPECT_GT(count, 100'000) << "such a loop must not be slept on";
}

TEST(Polling, NanosleepSleeps) {
  struct Times {
    std::uint64_t *data;
  };
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    const std::uint64_t begin = raddle_globaltimer();
    raddle_nanosleep(thread, 300'000);
    parametersOf<Times>(parameters).data[thread->lane] = raddle_globaltimer() - begin;
  });
  std::vector<std::uint64_t> times(32);
  runKernel(kernel, {1, 1, 1}, {32, 1, 1}, Times{times.data()});
  for (std::uint64_t time : times)
    EXPECT_GE(time, 300'000u);
}

} // namespace
