// Which accesses of two pieces of work that nothing orders race.
#include "check/footprint.h"

#include "abi/kernel_abi.h"

#include <gtest/gtest.h>

namespace raddle::check {
namespace {

Footprint of(std::initializer_list<TouchedRange> ranges) {
  Footprint footprint;
  for (const TouchedRange &range : ranges)
    footprint.add(range);
  footprint.seal();
  return footprint;
}

constexpr Touch kRead{.call = 1, .bytes = 4, .reads = true}, kWrite{.call = 2, .bytes = 4, .writes = true};
constexpr Touch kUpdate{.call = 3, .bytes = 4, .writes = true, .is_atomic = true, .scope = kRaddleScopeDevice};
constexpr Touch kPoll{.call = 4, .bytes = 4, .reads = true, .is_atomic = true, .scope = kRaddleScopeDevice};

TEST(Footprint, JoinsNeighboursOfOnePlace) {
  const Footprint footprint = of({{8, 12, kRead}, {0, 4, kRead}, {4, 8, kRead}, {4, 8, kWrite}});
  ASSERT_EQ(footprint.ranges().size(), 2u);
  EXPECT_EQ(footprint.ranges()[0].begin, 0u);
  EXPECT_EQ(footprint.ranges()[0].end, 12u);
}

TEST(Footprint, ForgetsTheMiddleOfARange) {
  Footprint footprint = of({{0, 100, kWrite}});
  footprint.forget(40, 60);
  EXPECT_TRUE(clashesOf(footprint, of({{40, 60, kRead}}), true).empty());
  EXPECT_EQ(clashesOf(footprint, of({{59, 61, kRead}}), true).size(), 1u);
  EXPECT_EQ(clashesOf(footprint, of({{39, 40, kRead}}), true).size(), 1u);
}

TEST(Clashes, AreOfBytesThatOneOfTheTwoWrites) {
  EXPECT_TRUE(clashesOf(of({{0, 8, kRead}}), of({{4, 8, kRead}}), true).empty());
  EXPECT_TRUE(clashesOf(of({{0, 4, kWrite}}), of({{4, 8, kRead}}), true).empty());
  const auto clashes = clashesOf(of({{0, 6, kWrite}}), of({{5, 8, kRead}}), true);
  ASSERT_EQ(clashes.size(), 1u);
  EXPECT_EQ(clashes[0].address, 5u);
}

TEST(Clashes, AreToldOnceForEachPairOfPlaces) {
  const auto clashes =
      clashesOf(of({{0, 4, kWrite}, {8, 12, kWrite}}), of({{0, 4, kRead}, {8, 12, kRead}}), true);
  EXPECT_EQ(clashes.size(), 1u);
}

TEST(Clashes, OfAtomicAccessesDependOnTheScope) {
  EXPECT_TRUE(clashesOf(of({{0, 4, kUpdate}}), of({{0, 4, kUpdate}}), true).empty());
  const auto clashes = clashesOf(of({{0, 4, kUpdate}}), of({{0, 4, kUpdate}}), false);
  ASSERT_EQ(clashes.size(), 1u);
  EXPECT_TRUE(clashes[0].is_narrow);
  EXPECT_EQ(clashesOf(of({{0, 4, kUpdate}}), of({{0, 4, kRead}}), true).size(), 1u);
}

TEST(Clashes, AreNoneWhereOneMayTellTheOther) {
  const Footprint producer = of({{0, 4, kWrite}, {64, 68, kUpdate}});
  EXPECT_EQ(clashesOf(producer, of({{0, 4, kRead}}), true).size(), 1u);
  EXPECT_TRUE(clashesOf(producer, of({{0, 4, kRead}, {64, 68, kPoll}}), true).empty());
}

} // namespace
} // namespace raddle::check
