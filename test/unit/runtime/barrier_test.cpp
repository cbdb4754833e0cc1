#include "run_kernel.h"

#include <vector>

using namespace raddle;
using namespace raddle::runtime;

namespace {

struct Buffer {
  int *data;
};

TEST(Barrier, OrdersWritesOfOneBlock) {
  // Every thread reads what its mirror image wrote before the barrier.
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    int *data = parametersOf<Buffer>(parameters).data;
    int *shared = reinterpret_cast<int *>(thread->block->shared);
    const auto size = thread->block->block_dim.x;
    const auto self = thread->thread_idx.x;
    shared[self] = static_cast<int>(self * 3);
    raddle_syncthreads(thread);
    data[thread->block->block_idx.x * size + self] = shared[size - 1 - self];
  });
  kernel.static_shared_bytes = 4096;
  for (std::uint32_t size : {1u, 31u, 32u, 33u, 256u, 1024u}) {
    std::vector<int> data(size * 7, -1);
    EXPECT_EQ(runKernel(kernel, {7, 1, 1}, {size, 1, 1}, Buffer{data.data()}).kind, FaultKind::kNone);
    for (std::uint32_t i = 0; i < data.size(); ++i)
      ASSERT_EQ(data[i], static_cast<int>((size - 1 - i % size) * 3));
  }
}

TEST(Barrier, CanBePassedManyTimes) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    int *data = parametersOf<Buffer>(parameters).data;
    const auto self = thread->thread_idx.x;
    for (int round = 0; round < 100; ++round) {
      if (self == static_cast<std::uint32_t>(round % 64))
        ++*data;
      raddle_syncthreads(thread);
      if (*data != round + 1)
        data[1] = 1;
      raddle_syncthreads(thread);
    }
  });
  int data[2] = {0, 0};
  runKernel(kernel, {1, 1, 1}, {64, 1, 1}, Buffer{data});
  EXPECT_EQ(data[0], 100);
  EXPECT_EQ(data[1], 0);
}

TEST(Barrier, CountsOnlyThreadsThatHaveNotExited) {
  // In every round one more thread returns; some leave before the others arrive, some after.
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    int *data = parametersOf<Buffer>(parameters).data;
    const auto self = thread->thread_idx.x;
    for (std::uint32_t round = 0; round < 40; ++round) {
      if (self == round || self == 99 - round)
        return;
      raddle_syncthreads(thread);
      __atomic_add_fetch(&data[round], 1, __ATOMIC_RELAXED);
      raddle_syncthreads(thread);
      if (data[round] != static_cast<int>(100 - 2 * (round + 1)))
        data[63] = 1;
    }
  });
  std::vector<int> data(64);
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {100, 1, 1}, Buffer{data.data()}).kind, FaultKind::kNone);
  EXPECT_EQ(data[63], 0);
  EXPECT_EQ(data[39], 20);
}

TEST(Barrier, CountsVotesOfAllThreads) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    int *data = parametersOf<Buffer>(parameters).data;
    const auto self = thread->thread_idx.x;
    const bool last = self == thread->block->block_dim.x - 1;
    int count = raddle_syncthreads_count(thread, self % 3 == 0);
    int all = raddle_syncthreads_and(thread, 5);
    int not_all = raddle_syncthreads_and(thread, self != 7);
    int any = raddle_syncthreads_or(thread, last ? 4 : 0);
    int none = raddle_syncthreads_or(thread, 0);
    data[self] = count * 10000 + all * 1000 + not_all * 100 + any * 10 + none;
  });
  std::vector<int> data(100);
  runKernel(kernel, {1, 1, 1}, {100, 1, 1}, Buffer{data.data()});
  for (int value : data)
    ASSERT_EQ(value, 34 * 10000 + 1000 + 10);
}

TEST(Barrier, NamedBarriersSyncParts) {
  // Two halves with a barrier each; the first produces for the second through a third one.
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    int *data = parametersOf<Buffer>(parameters).data;
    int *shared = reinterpret_cast<int *>(thread->block->shared);
    const auto self = thread->thread_idx.x;
    if (self < 64) {
      shared[self] = static_cast<int>(self);
      raddle_barrier_sync(thread, 1, 64);
      shared[64 + self] = shared[63 - self] * 2;
      raddle_barrier_arrive(thread, 3, 128);
    } else {
      raddle_barrier_sync(thread, 2, 64);
      raddle_barrier_sync(thread, 3, 128);
      data[self - 64] = shared[self];
    }
  });
  kernel.static_shared_bytes = 1024;
  std::vector<int> data(64);
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {128, 1, 1}, Buffer{data.data()}).kind, FaultKind::kNone);
  for (int i = 0; i < 64; ++i)
    ASSERT_EQ(data[static_cast<std::size_t>(i)], (63 - i) * 2);
}

TEST(Barrier, ZeroMixesWithSyncthreads) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *) {
    if (thread->warp == 0)
      raddle_syncthreads(thread);
    else
      raddle_barrier_sync(thread, 0, 64);
  });
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {64, 1, 1}, Buffer{}).kind, FaultKind::kNone);
}

TEST(Barrier, RefusesDifferentCounts) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *) {
    raddle_barrier_sync(thread, 4, thread->warp == 0 ? 64 : 32);
  });
  expectFault(
      runKernel(kernel, {1, 1, 1}, {96, 1, 1}, Buffer{}), FaultKind::kIllegalInstruction,
      {"barrier 4 is used for 32 threads while others wait there for 64", "thread (32,0,0), warp 1, lane 0"});
}

TEST(Barrier, RefusesUnknownBarrier) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *) { raddle_barrier_sync(thread, 16, 32); });
  expectFault(runKernel(kernel, {1, 1, 1}, {32, 1, 1}, Buffer{}), FaultKind::kIllegalInstruction,
              {"barrier 16 does not exist"});
}

TEST(Barrier, ReportsWhoWaitsForWhom) {
  auto kernel = threadKernel(
      [](RaddleThread *thread, const void *) {
        if (thread->block->block_idx.x != 2)
          return;
        if (thread->warp == 3 && thread->lane < 16)
          raddle_syncwarp(thread, 0xffffffff);
        else if (thread->warp != 1)
          raddle_syncthreads(thread);
      },
      "_Z4sortPfi");
  expectFault(runKernel(kernel, {3, 1, 1}, {128, 1, 1}, Buffer{}), FaultKind::kDeadlock,
              {"raddle: error: kernel 'sort(float*, int)' cannot make progress in block (2,0,0)\n",
               "  warp 3: lanes 0-15 wait at __syncwarp(0xffffffff) for lanes 16-31\n",
               "  threads 0-31,64-95,112-127 wait at __syncthreads(), 80 of 96\n",
               "  32 of 128 threads have returned\n"});
}

} // namespace
