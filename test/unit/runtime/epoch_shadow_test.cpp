// Random accesses to shared memory, against a list of all that have been made.

#include "runtime/race/epoch_shadow.h"

#include "abi/kernel_abi.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <vector>

using namespace raddle;
using namespace raddle::runtime::race;

namespace {

constexpr unsigned kWords = 96;
constexpr std::uint64_t kAtomic = kRaddleRaceIsAtomic | kRaddleRaceWrites;

struct Made {
  unsigned word, warp, lane, meetings; // how many meetings of the whole warp came before
  std::uint32_t flags;
};

bool areOrdered(const Made &a, const Made &b) {
  return a.warp == b.warp && (a.lane == b.lane || a.meetings != b.meetings);
}

bool doRace(const Made &a, const Made &b) {
  const bool are_atomic = a.flags & b.flags & kRaddleRaceIsAtomic;
  return a.word == b.word && (a.flags | b.flags) & kRaddleRaceWrites && !are_atomic && !areOrdered(a, b);
}

// The epoch's shadow keeps no plain reads beside atomic updates, but leaves that to the detector.
bool areOfBothKinds(const Made &a, const Made &b) {
  const auto isAtomic = [](const Made &made) { return (made.flags & kRaddleRaceIsAtomic) != 0; };
  return a.word == b.word && isAtomic(a) != isAtomic(b) && !((a.flags & b.flags) & kRaddleRaceWrites);
}

class EpochShadowTest : public testing::Test {
protected:
  void beginEpoch() {
    made_.clear();
    shadow_.beginEpoch();
  }

  // Whether the shadow says that nothing races, which the list has to say, too. Each lane makes `count` accesses, `step` words
  // apart.
  bool access(unsigned warp, std::uint32_t lanes, std::uint32_t flags, const std::vector<unsigned> &words,
              unsigned words_of_lane, unsigned count = 1, unsigned step = 0) {
    std::uint64_t addresses[kRaddleWarpSize] = {}, counts[kRaddleWarpSize] = {};
    std::vector<Made> now;
    for (std::uint32_t left = lanes; left; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      addresses[lane] = reinterpret_cast<std::uintptr_t>(&memory_[words[lane]]);
      counts[lane] = count;
      for (unsigned i = 0; i < count * words_of_lane; ++i)
        now.push_back({words[lane] + i / words_of_lane * step + i % words_of_lane, warp, lane,
                       history_[warp].meetings, flags});
    }
    bool races = false, is_of_both_kinds = false;
    for (std::size_t i = 0; i < now.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j)
        races |= doRace(now[i], now[j]);
      for (const Made &made : made_) {
        races |= doRace(now[i], made);
        is_of_both_kinds |= areOfBothKinds(now[i], made);
      }
    }
    made_.insert(made_.end(), now.begin(), now.end());
    const WarpAccess access{warp, lanes, 1, flags, words_of_lane * 4, nullptr};
    const Groups groups{counts, std::int64_t{step} * 4, 0, 0};
    const bool is_simple =
        shadow_.beginAccess(access, history_[warp]) &&
        (count == 1 ? shadow_.noteAll(addresses) : shadow_.noteGroups(addresses, groups));
    EXPECT_FALSE(is_simple && races);
    EXPECT_TRUE(is_simple || races || is_of_both_kinds);
    return is_simple;
  }

  void meet(unsigned warp) {
    ++history_[warp].meetings;
    history_[warp].events.push_back({~0u, 0, WarpEvent::kMeeting, 0});
    history_[warp].last_full = history_[warp].count();
  }

  void SetUp() override { shadow_.beginBlock(memory_, sizeof memory_); }

  EpochShadow shadow_;
  WarpHistory history_[4];
  std::uint32_t memory_[kWords] = {};
  std::vector<Made> made_;
  std::mt19937 random_{7};
};

TEST_F(EpochShadowTest, RandomAccessesAreJudgedAsByTheList) {
  const std::uint32_t kinds[] = {0, 0, kRaddleRaceWrites, kAtomic};
  unsigned simple = 0, all = 0;
  for (unsigned epoch = 0; epoch < 4000; ++epoch) {
    beginEpoch();
    bool goes_on = true;
    for (unsigned warp = 0; warp < 4 && goes_on; ++warp)
      for (unsigned number = 0; number < 3 && goes_on; ++number) {
        if (random_() % 2)
          meet(warp);
        const unsigned words_of_lane = 1u << random_() % 3, first = random_() % 32;
        const std::uint32_t lanes = random_() % 2 ? ~0u : random_() | 1;
        std::vector<unsigned> words(kRaddleWarpSize);
        const unsigned form = random_() % 5;
        for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane)
          words[lane] = form == 0   ? first
                        : form == 1 ? (first + lane * words_of_lane) % (kWords - 4)
                        : form == 2 ? (lane * 2 + first) % (kWords - 4)
                        : form == 3 ? first + lane / 8 * words_of_lane
                                    : static_cast<unsigned>(random_() % (kWords - 4));
        ++all;
        goes_on = access(warp, lanes, kinds[random_() % 4], words, words_of_lane);
        simple += goes_on;
      }
  }
  // Else nothing has been looked at.
  EXPECT_GT(simple, all / 3);
}

// What several warps have read has a short cut for further reads.
TEST_F(EpochShadowTest, TilesThatManyWarpsReadAreJudgedAsByTheList) {
  unsigned simple = 0, all = 0;
  for (unsigned epoch = 0; epoch < 500; ++epoch) {
    beginEpoch();
    bool goes_on = true;
    for (unsigned warp = 0; warp < 4 && goes_on; ++warp)
      for (unsigned number = 0; number < 2 && goes_on; ++number) {
        const bool writes = warp > 1 && random_() % 4 == 0;
        const unsigned words_of_lane = 1u << random_() % 2, count = 1u << random_() % 2;
        const std::uint32_t lanes = random_() % 4 ? ~0u : random_() | 1;
        const unsigned first = random_() % 2 ? 0 : random_() % 16, form = random_() % 3;
        std::vector<unsigned> words(kRaddleWarpSize);
        for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane)
          words[lane] = first + (form == 0   ? lane % 16 * words_of_lane
                                 : form == 1 ? lane / 16 * words_of_lane
                                             : lane * words_of_lane % 36);
        const unsigned step = form == 2 ? 16 : words_of_lane;
        ++all;
        goes_on = writes ? access(warp, lanes, kRaddleRaceWrites, words, words_of_lane)
                         : access(warp, lanes, 0, words, words_of_lane, count, count > 1 ? step : 0);
        simple += goes_on;
      }
  }
  EXPECT_GT(simple, all / 3);
}

TEST_F(EpochShadowTest, WordsReadByManyAreHandedOverOneByOne) {
  std::vector<unsigned> words(kRaddleWarpSize);
  for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane)
    words[lane] = lane;
  for (unsigned warp = 0; warp < 3; ++warp)
    ASSERT_TRUE(access(warp, ~0u, 0, words, 1));
  const auto word = shadow_.handOver(reinterpret_cast<std::uintptr_t>(&memory_[5]));
  ASSERT_TRUE(word && word->shared);
  EXPECT_TRUE(word->shared->has_other_warps);
  const WarpAccess again{3, ~0u, 1, 0, 4, nullptr};
  const auto begin = reinterpret_cast<std::uintptr_t>(&memory_[0]);
  EXPECT_FALSE(shadow_.beginAccess(again, history_[3]) && shadow_.noteRow(begin, 4));
  EXPECT_TRUE(shadow_.beginAccess(again, history_[3]) && shadow_.noteRow(begin + 64, 0));
}

TEST_F(EpochShadowTest, WordsThatAreHandedOverAreKnownToTheDetectorUntilTheEpochEnds) {
  std::vector<unsigned> words(kRaddleWarpSize);
  for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane)
    words[lane] = lane;
  ASSERT_TRUE(access(0, ~0u, kRaddleRaceWrites, words, 1));
  const auto word = shadow_.handOver(reinterpret_cast<std::uintptr_t>(&memory_[5]));
  ASSERT_TRUE(word && word->write);
  EXPECT_EQ(word->write->lane, 5u);
  EXPECT_FALSE(word->shared);
  EXPECT_FALSE(shadow_.handOver(reinterpret_cast<std::uintptr_t>(&memory_[5])));
  const std::uint64_t address = reinterpret_cast<std::uintptr_t>(&memory_[5]);
  const WarpAccess again{0, 1u << 5, 1, 0, 4, nullptr};
  EXPECT_FALSE(shadow_.beginAccess(again, history_[0]) && shadow_.noteRow(address - 20, 4));
  beginEpoch();
  EXPECT_TRUE(shadow_.beginAccess(again, history_[0]) && shadow_.noteRow(address - 20, 4));
}

TEST_F(EpochShadowTest, MeetingsOfSomeLanesAndWarpsThatTakeTurnsAreNotSimple) {
  std::vector<unsigned> words(kRaddleWarpSize);
  EXPECT_TRUE(access(0, 1, 0, words, 1));
  history_[0].events.push_back({3, 0, WarpEvent::kMeeting, 0});
  ++history_[0].meetings;
  const WarpAccess first{0, 1, 1, 0, 4, nullptr}, second{1, 1, 1, 0, 4, nullptr};
  EXPECT_FALSE(shadow_.beginAccess(first, history_[0]));
  meet(0);
  EXPECT_TRUE(shadow_.beginAccess(first, history_[0]));
  EXPECT_TRUE(shadow_.beginAccess(second, history_[1]));
  EXPECT_FALSE(shadow_.beginAccess(first, history_[0]));
}

} // namespace
