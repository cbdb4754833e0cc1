#include "run_kernel.h"

#include <vector>

using namespace raddle;
using namespace raddle::runtime;

namespace {

struct Results {
  std::uint32_t *data;
};

[[gnu::noinline]] std::uint32_t askHere(RaddleThread *thread) {
  std::uint32_t mask = raddle_activemask(thread);
  asm volatile(""); // no tail call: the return address is the place
  return mask;
}

[[gnu::noinline]] std::uint32_t askThere(RaddleThread *thread) {
  std::uint32_t mask = raddle_activemask(thread);
  asm volatile("" ::"r"(mask));
  return mask;
}

TEST(Activemask, NamesAllLanesOfTheBranch) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    std::uint32_t mask = thread->lane % 3 == 0 ? askHere(thread) : askThere(thread);
    parametersOf<Results>(parameters).data[linearThread(thread)] = mask;
  });
  std::vector<std::uint32_t> data(64);
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {64, 1, 1}, Results{data.data()}).kind, FaultKind::kNone);
  for (std::uint32_t i = 0; i < 64; ++i)
    ASSERT_EQ(data[i], i % 32 % 3 == 0 ? 0x49249249u : 0xb6db6db6u);
}

TEST(Activemask, CanBeUsedAsMask) {
  // Warp-aggregated increment, the usual reason to ask.
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    std::uint32_t *data = parametersOf<Results>(parameters).data;
    if (linearThread(thread) % 5 == 0)
      return;
    const std::uint32_t mask = askHere(thread);
    const std::uint32_t leader = static_cast<std::uint32_t>(__builtin_ctz(mask));
    std::uint32_t base = 0;
    if (thread->lane == leader)
      base = __atomic_fetch_add(&data[0], static_cast<std::uint32_t>(__builtin_popcount(mask)),
                                __ATOMIC_RELAXED);
    base = raddle_shfl_idx(thread, mask, base, leader, 0x1f);
    const std::uint32_t rank =
        static_cast<std::uint32_t>(__builtin_popcount(mask & ((1u << thread->lane) - 1)));
    __atomic_fetch_add(&data[1 + base + rank], 1, __ATOMIC_RELAXED);
  });
  std::vector<std::uint32_t> data(1 + 800);
  EXPECT_EQ(runKernel(kernel, {10, 1, 1}, {100, 1, 1}, Results{data.data()}).kind, FaultKind::kNone);
  EXPECT_EQ(data[0], 800u);
  for (std::size_t i = 1; i < data.size(); ++i)
    ASSERT_EQ(data[i], 1u);
}

// Some thread of the block can always run.
TEST(Activemask, DoesNotWaitForOtherWarps) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    std::uint32_t *data = parametersOf<Results>(parameters).data;
    if (thread->warp == 0)
      __atomic_fetch_or(&data[0], askHere(thread), __ATOMIC_RELAXED);
    else
      while (!__atomic_load_n(&data[0], __ATOMIC_RELAXED))
        raddle_syncwarp(thread, thread->lane < 5 ? 0x1f : ~0x1fu);
  });
  std::vector<std::uint32_t> data(1);
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {64, 1, 1}, Results{data.data()}).kind, FaultKind::kNone);
  EXPECT_EQ(data[0], 0xffffffffu);
}

TEST(Activemask, DoesNotWaitForLanesThatWait) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    std::uint32_t *data = parametersOf<Results>(parameters).data;
    if (thread->lane < 4)
      raddle_syncwarp(thread, 0x1f); // for lane 4, which comes after it has asked
    if (thread->lane >= 8)
      raddle_syncthreads(thread);
    if (thread->lane >= 4 && thread->lane < 8) {
      data[thread->lane] = askHere(thread);
      if (thread->lane == 4)
        raddle_syncwarp(thread, 0x1f);
    }
    if (thread->lane < 8)
      raddle_syncthreads(thread);
  });
  std::vector<std::uint32_t> data(32);
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {32, 1, 1}, Results{data.data()}).kind, FaultKind::kNone);
  for (std::uint32_t lane = 4; lane < 8; ++lane)
    EXPECT_EQ(data[lane], 0xf0u);
}

TEST(Activemask, DoesNotWaitForLanesThatPoll) {
  // Lanes 1..31 poll for a flag that lane 0 sets only after it has asked.
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    std::uint32_t *data = parametersOf<Results>(parameters).data;
    if (thread->lane == 0) {
      data[1] = askHere(thread);
      __atomic_store_n(&data[0], 1, __ATOMIC_RELEASE);
    } else {
      while (!__atomic_load_n(&data[0], __ATOMIC_ACQUIRE))
        raddle_yield(thread);
    }
  });
  std::vector<std::uint32_t> data(2);
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {32, 1, 1}, Results{data.data()}).kind, FaultKind::kNone);
  EXPECT_EQ(data[1], 1u);
}

TEST(Activemask, AnswersManyPlacesInTurn) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    std::uint32_t *data = parametersOf<Results>(parameters).data;
    std::uint32_t sum = 0;
    for (std::uint32_t round = 0; round <= thread->lane % 4; ++round)
      sum += static_cast<std::uint32_t>(__builtin_popcount(round % 2 ? askHere(thread) : askThere(thread)));
    data[thread->lane] = sum;
  });
  std::vector<std::uint32_t> data(32);
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {32, 1, 1}, Results{data.data()}).kind, FaultKind::kNone);
  EXPECT_EQ(data[0], 32u);
  EXPECT_EQ(data[1], 32u + 24u);
  EXPECT_EQ(data[3], 32u + 24u + 16u + 8u);
}

} // namespace
