#include "run_kernel.h"

#include <vector>

using namespace raddle;
using namespace raddle::runtime;

namespace {

constexpr std::uint32_t kFull = 0xffffffff;

struct Results {
  std::uint32_t *data;
};

TEST(Warp, ShuffleReducesEveryWarp) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    std::uint32_t value = linearThread(thread) * linearThread(thread);
    for (std::uint32_t offset = 16; offset; offset /= 2)
      value += raddle_shfl_down(thread, kFull, value, offset, 0x1f);
    value = raddle_shfl_idx(thread, kFull, value, 0, 0x1f);
    parametersOf<Results>(parameters).data[linearThread(thread)] = value;
  });
  std::vector<std::uint32_t> data(8 * 8 * 4);
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {8, 8, 4}, Results{data.data()}).kind, FaultKind::kNone);
  for (std::uint32_t i = 0; i < data.size(); ++i) {
    std::uint32_t sum = 0;
    for (std::uint32_t j = i / 32 * 32; j < i / 32 * 32 + 32; ++j)
      sum += j * j;
    ASSERT_EQ(data[i], sum);
  }
}

TEST(Warp, LanesMeetFromDifferentPlaces) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    std::uint32_t result;
    if (thread->lane % 2) {
      raddle_syncwarp(thread, 0xaaaaaaaa);
      result = raddle_shfl_bfly(thread, kFull, thread->lane * 10, 1, 0x1f);
    } else {
      result = raddle_shfl_bfly(thread, kFull, thread->lane * 100, 1, 0x1f) + 1;
    }
    parametersOf<Results>(parameters).data[thread->lane] = result;
  });
  std::vector<std::uint32_t> data(32);
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {32, 1, 1}, Results{data.data()}).kind, FaultKind::kNone);
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    ASSERT_EQ(data[lane], lane % 2 ? (lane - 1) * 100 : (lane + 1) * 10 + 1);
}

TEST(Warp, PartialMasksWaitOnlyForTheirLanes) {
  // Each group of four has its own mask and makes a different number of rounds.
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    const std::uint32_t group = thread->lane / 4;
    const std::uint32_t mask = 0xfu << group * 4;
    std::uint32_t value = thread->lane;
    for (std::uint32_t round = 0; round <= group; ++round)
      value = raddle_redux_add(thread, mask, value);
    parametersOf<Results>(parameters).data[thread->lane] = value;
  });
  std::vector<std::uint32_t> data(32);
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {32, 1, 1}, Results{data.data()}).kind, FaultKind::kNone);
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    const std::uint32_t group = lane / 4;
    ASSERT_EQ(data[lane], (group * 16 + 6) << 2 * group);
  }
}

// Each lane but the first waits with a mask of its own, for the first, which comes to one after the other.
TEST(Warp, MasksWithTheSameLowestLane) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    std::uint32_t *data = parametersOf<Results>(parameters).data;
    if (thread->lane != 0) {
      data[thread->lane] = raddle_redux_add(thread, 1u << thread->lane | 1, 1000);
      return;
    }
    for (std::uint32_t lane = 31; lane > 0; --lane)
      data[0] += raddle_redux_add(thread, 1u << lane | 1, lane);
  });
  std::vector<std::uint32_t> data(32);
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {32, 1, 1}, Results{data.data()}).kind, FaultKind::kNone);
  EXPECT_EQ(data[0], 31 * 1000 + 496u);
  for (std::uint32_t lane = 1; lane < 32; ++lane)
    ASSERT_EQ(data[lane], 1000 + lane);
}

// A block is used again, with what the one before has left.
TEST(Warp, AbandonedGroupsAreForgotten) {
  auto stuck = threadKernel([](RaddleThread *thread, const void *) {
    if (thread->lane % 2)
      raddle_syncwarp(thread, 3u << (thread->lane - 1));
    else
      raddle_syncthreads(thread);
  });
  auto sound = threadKernel([](RaddleThread *thread, const void *parameters) {
    parametersOf<Results>(parameters).data[thread->block->block_idx.x * 32 + thread->lane] =
        raddle_shfl_idx(thread, 3u << (thread->lane & ~1u), thread->lane, 0, 0x1f);
    raddle_syncthreads(thread);
  });
  std::vector<std::uint32_t> data(64);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(runKernel(stuck, {2, 1, 1}, {32, 1, 1}, Results{nullptr}).kind, FaultKind::kDeadlock);
    EXPECT_EQ(runKernel(sound, {2, 1, 1}, {32, 1, 1}, Results{data.data()}).kind, FaultKind::kNone);
  }
  EXPECT_EQ(data[1], 0u);
  EXPECT_EQ(data[33], 0u);
}

TEST(Warp, ExitedAndMissingLanesCountAsArrived) {
  // The last warp has 13 lanes; in every warp odd lanes return, some before and some after the others wait.
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    if (thread->lane % 2)
      return;
    parametersOf<Results>(parameters).data[linearThread(thread)] = raddle_vote_ballot(thread, kFull, 1);
  });
  std::vector<std::uint32_t> data(77);
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {77, 1, 1}, Results{data.data()}).kind, FaultKind::kNone);
  for (std::uint32_t i = 0; i < 77; ++i)
    ASSERT_EQ(data[i], i % 2 ? 0 : i < 64 ? 0x55555555 : 0x1555);
}

TEST(Warp, AllIntrinsicsReachTheirOperation) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    const std::uint32_t lane = thread->lane;
    std::uint32_t *out = parametersOf<Results>(parameters).data + lane * 32;
    std::int32_t predicate = -1;
    *out++ = static_cast<std::uint32_t>(raddle_vote_all(thread, kFull, 256));
    *out++ = static_cast<std::uint32_t>(raddle_vote_any(thread, kFull, lane == 9));
    *out++ = static_cast<std::uint32_t>(raddle_vote_uni(thread, kFull, lane == 9));
    *out++ = raddle_vote_ballot(thread, kFull, lane < 4);
    *out++ = raddle_match_any_32(thread, kFull, lane & 1);
    *out++ = raddle_match_any_64(thread, kFull, std::uint64_t{lane >= 16} << 40);
    *out++ = raddle_match_all_32(thread, kFull, 5, &predicate);
    *out++ = static_cast<std::uint32_t>(predicate);
    *out++ = raddle_match_all_64(thread, kFull, lane, &predicate);
    *out++ = static_cast<std::uint32_t>(predicate);
    *out++ = raddle_shfl_up(thread, kFull, lane, 1, 0);
    *out++ = raddle_shfl_down(thread, kFull, lane, 1, 0x1f);
    *out++ = raddle_shfl_bfly(thread, kFull, lane, 3, 0x1f);
    *out++ = raddle_shfl_idx(thread, kFull, lane, 7, 0x1f);
    *out++ = raddle_redux_add(thread, kFull, lane);
    *out++ = raddle_redux_umin(thread, kFull, lane - 1);
    *out++ = raddle_redux_umax(thread, kFull, lane - 1);
    *out++ = raddle_redux_min(thread, kFull, lane - 1);
    *out++ = raddle_redux_max(thread, kFull, lane - 1);
    *out++ = raddle_redux_and(thread, kFull, lane | 64);
    *out++ = raddle_redux_or(thread, kFull, lane);
    *out++ = raddle_redux_xor(thread, kFull, 1u << lane);
  });
  std::vector<std::uint32_t> data(32 * 32);
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {32, 1, 1}, Results{data.data()}).kind, FaultKind::kNone);
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    const std::vector<std::uint32_t> expected = {1,
                                                 1,
                                                 0,
                                                 0xf,
                                                 lane & 1 ? 0xaaaaaaaa : 0x55555555,
                                                 lane < 16 ? 0xffff : 0xffff0000,
                                                 kFull,
                                                 1,
                                                 0,
                                                 0,
                                                 lane ? lane - 1 : 0,
                                                 lane < 31 ? lane + 1 : 31,
                                                 lane ^ 3,
                                                 7,
                                                 496,
                                                 0,
                                                 kFull,
                                                 kFull,
                                                 30,
                                                 64,
                                                 31,
                                                 kFull};
    const std::vector<std::uint32_t> got(&data[lane * 32], &data[lane * 32] + expected.size());
    ASSERT_EQ(got, expected) << "lane " << lane;
  }
}

// A thread that runs ahead must not disturb the results of lanes that have not read theirs yet.
TEST(Warp, ResultsSurviveLanesThatRunAhead) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *parameters) {
    std::uint32_t wrong = 0;
    for (std::uint32_t round = 0; round < 200; ++round) {
      const std::uint32_t own = thread->lane * 1000 + round;
      wrong += raddle_shfl_bfly(thread, kFull, own, 1 + round % 31, 0x1f) !=
               (thread->lane ^ (1 + round % 31)) * 1000 + round;
      if (round % 3 == 0)
        wrong +=
            raddle_redux_umax(thread, 3u << (thread->lane & ~1u), own) != (thread->lane | 1u) * 1000 + round;
    }
    parametersOf<Results>(parameters).data[linearThread(thread)] = wrong;
  });
  std::vector<std::uint32_t> data(128, 1);
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {128, 1, 1}, Results{data.data()}).kind, FaultKind::kNone);
  EXPECT_EQ(data, std::vector<std::uint32_t>(128, 0));
}

TEST(Warp, RefusesLaneOutsideItsMask) {
  auto kernel = threadKernel(
      [](RaddleThread *thread, const void *) { raddle_shfl_idx(thread, 0x0000fff0, 0, 4, 0x1f); });
  expectFault(runKernel(kernel, {1, 1, 1}, {32, 1, 1}, Results{}), FaultKind::kIllegalInstruction,
              {"lane 0 calls __shfl_sync with mask 0x0000fff0, which does not name it",
               "note: block (0,0,0), thread (0,0,0), warp 0, lane 0"});
}

TEST(Warp, RefusesDifferentIntrinsicsWithOneMask) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *) {
    if (thread->lane == 5)
      raddle_vote_ballot(thread, kFull, 1);
    else
      raddle_syncwarp(thread, kFull);
  });
  expectFault(
      runKernel(kernel, {1, 1, 1}, {32, 1, 1}, Results{}), FaultKind::kIllegalInstruction,
      {"lane 5 calls __ballot_sync with mask 0xffffffff while lane 0 waits at __syncwarp with the same mask",
       "note: lane 0 waits here"});
}

TEST(Warp, DifferentIntrinsicsWithDifferentMasksAreFine) {
  auto kernel = threadKernel([](RaddleThread *thread, const void *) {
    if (thread->lane < 16)
      raddle_vote_ballot(thread, 0x0000ffff, 1);
    else
      raddle_syncwarp(thread, 0xffff0000);
  });
  EXPECT_EQ(runKernel(kernel, {1, 1, 1}, {32, 1, 1}, Results{}).kind, FaultKind::kNone);
}

TEST(Warp, ReportsLanesThatNeverCome) {
  // Each lane waits for the next one with a mask of its own: nobody can ever be released.
  auto kernel = threadKernel([](RaddleThread *thread, const void *) {
    raddle_syncwarp(thread, 1u << thread->lane | 1u << (thread->lane + 1) % 4);
  });
  expectFault(runKernel(kernel, {1, 1, 1}, {4, 1, 1}, Results{}), FaultKind::kDeadlock,
              {"warp 0: lane 0 waits at __syncwarp(0x00000003) for lane 1\n",
               "warp 0: lane 3 waits at __syncwarp(0x00000009) for lane 0\n"});
}

} // namespace
