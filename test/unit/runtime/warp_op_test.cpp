// The results of warp intrinsics against formulas from the CUDA programming guide, not from PTX.
#include "runtime/block/warp_op.h"

#include <algorithm>
#include <bit>
#include <gtest/gtest.h>
#include <random>

using namespace raddle;
using namespace raddle::runtime;

namespace {

// Operand c of PTX shfl.sync as CUDA's headers build it from `width`.
std::uint32_t clampFor(Shuffle mode, int width) {
  std::uint32_t segment = static_cast<std::uint32_t>(32 - width) << 8;
  return segment | (mode == Shuffle::kUp ? 0 : 0x1f);
}

int expectedSource(Shuffle mode, int lane, int operand, int width) {
  const int segment = lane / width * width;
  switch (mode) {
  case Shuffle::kIdx:
    return segment + operand % width;
  case Shuffle::kUp:
    return lane - operand < segment ? lane : lane - operand;
  case Shuffle::kDown:
    return lane + operand >= segment + width ? lane : lane + operand;
  case Shuffle::kBfly:
    // May read from earlier segments, not from later ones.
    return (lane ^ operand) >= segment + width ? lane : lane ^ operand;
  }
  return -1;
}

TEST(WarpOp, ShuffleSourceForEveryModeWidthAndOperand) {
  for (Shuffle mode : {Shuffle::kUp, Shuffle::kDown, Shuffle::kBfly, Shuffle::kIdx})
    for (int width : {1, 2, 4, 8, 16, 32})
      for (int operand = 0; operand < 32; ++operand)
        for (int lane = 0; lane < 32; ++lane)
          ASSERT_EQ(shuffleSource(mode, static_cast<std::uint32_t>(lane), static_cast<std::uint32_t>(operand),
                                  clampFor(mode, width)),
                    static_cast<std::uint32_t>(expectedSource(mode, lane, operand, width)))
              << "mode " << static_cast<int>(mode) << " width " << width << " operand " << operand << " lane "
              << lane;
}

class RandomWarps : public ::testing::Test {
protected:
  void fill(std::uint64_t range) {
    for (auto &value : warp.value)
      value = random() % range;
    std::fill(std::begin(warp.result), std::end(warp.result), ~std::uint64_t{0});
    do
      lanes = static_cast<std::uint32_t>(random() & random());
    while (!lanes);
    if (random() % 8 == 0)
      lanes = ~0u;
  }
  bool takesPart(int lane) const { return lanes >> lane & 1; }

  std::mt19937_64 random{20240607};
  WarpOperands warp{};
  std::uint32_t lanes = 0;
};

TEST_F(RandomWarps, Votes) {
  for (int i = 0; i < 500; ++i) {
    fill(i % 3 == 0 ? 1 : 2);
    std::uint32_t ballot = 0;
    for (int lane = 0; lane < 32; ++lane)
      if (takesPart(lane) && warp.value[lane])
        ballot |= 1u << lane;
    const std::uint64_t all = ballot == lanes, any = ballot != 0, uni = all || !any;
    for (auto [op, expected] : {std::pair{WarpOp::raddle_vote_ballot, std::uint64_t{ballot}},
                                {WarpOp::raddle_vote_all, all},
                                {WarpOp::raddle_vote_any, any},
                                {WarpOp::raddle_vote_uni, uni}}) {
      compute(op, warp, lanes);
      for (int lane = 0; lane < 32; ++lane)
        if (takesPart(lane))
          ASSERT_EQ(warp.result[lane], expected) << spelling(op);
    }
  }
}

TEST_F(RandomWarps, Match) {
  for (int i = 0; i < 500; ++i) {
    fill(i % 4 == 0 ? 1 : 5);
    compute(WarpOp::raddle_match_any_64, warp, lanes);
    for (int lane = 0; lane < 32; ++lane) {
      if (!takesPart(lane))
        continue;
      std::uint32_t like = 0;
      for (int other = 0; other < 32; ++other)
        if (takesPart(other) && warp.value[other] == warp.value[lane])
          like |= 1u << other;
      ASSERT_EQ(warp.result[lane], like);
    }
    std::uint64_t first = warp.value[std::countr_zero(lanes)];
    bool same = true;
    for (int lane = 0; lane < 32; ++lane)
      same &= !takesPart(lane) || warp.value[lane] == first;
    compute(WarpOp::raddle_match_all_64, warp, lanes);
    ASSERT_EQ(warp.result[std::countr_zero(lanes)], same ? 1u : 0u);
  }
}

TEST_F(RandomWarps, ShuffleReadsZeroWhereNobodyAnswers) {
  for (int i = 0; i < 500; ++i) {
    fill(std::uint64_t{1} << 32);
    std::uint32_t values[32], sources[32];
    for (int lane = 0; lane < 32; ++lane) {
      values[lane] = static_cast<std::uint32_t>(warp.value[lane]);
      sources[lane] = static_cast<std::uint32_t>(random() % 32);
      warp.value[lane] = shuffleOperand(values[lane], sources[lane]);
    }
    compute(WarpOp::raddle_shfl_idx, warp, lanes);
    for (int lane = 0; lane < 32; ++lane)
      if (takesPart(lane))
        ASSERT_EQ(warp.result[lane], takesPart(sources[lane]) ? values[sources[lane]] : 0u);
      else
        ASSERT_EQ(warp.result[lane], ~std::uint64_t{0}) << "wrote the result of a lane that takes no part";
  }
}

TEST_F(RandomWarps, Redux) {
  for (int i = 0; i < 500; ++i) {
    fill(std::uint64_t{1} << 32);
    std::uint32_t add = 0, umin = ~0u, umax = 0, all_and = ~0u, all_or = 0, all_xor = 0;
    std::int32_t min = INT32_MAX, max = INT32_MIN;
    for (int lane = 0; lane < 32; ++lane) {
      if (!takesPart(lane))
        continue;
      auto value = static_cast<std::uint32_t>(warp.value[lane]);
      add += value;
      umin = std::min(umin, value);
      umax = std::max(umax, value);
      min = std::min(min, static_cast<std::int32_t>(value));
      max = std::max(max, static_cast<std::int32_t>(value));
      all_and &= value;
      all_or |= value;
      all_xor ^= value;
    }
    for (auto [op, expected] : {std::pair{WarpOp::raddle_redux_add, add},
                                {WarpOp::raddle_redux_umin, umin},
                                {WarpOp::raddle_redux_umax, umax},
                                {WarpOp::raddle_redux_min, static_cast<std::uint32_t>(min)},
                                {WarpOp::raddle_redux_max, static_cast<std::uint32_t>(max)},
                                {WarpOp::raddle_redux_and, all_and},
                                {WarpOp::raddle_redux_or, all_or},
                                {WarpOp::raddle_redux_xor, all_xor}}) {
      compute(op, warp, lanes);
      for (int lane = 0; lane < 32; ++lane)
        if (takesPart(lane))
          ASSERT_EQ(warp.result[lane], expected) << spelling(op);
    }
  }
}

} // namespace
