#include "base/margin.h"

#include <array>
#include <gtest/gtest.h>

using namespace raddle;

namespace {

TEST(Margin, KnowsWhatWasWrittenOver) {
  std::array<std::byte, 1000> bytes{};
  fillMargin(bytes.data(), bytes.size());
  EXPECT_FALSE(findDamage(bytes.data(), bytes.size()));
  // All sizes and places are tried, also those that no word holds.
  for (std::size_t size : {1u, 7u, 8u, 63u, 64u, 65u, 1000u})
    for (std::size_t place = 0; place < size; place += 1 + size / 50) {
      bytes[place] = std::byte{0};
      const auto damage = findDamage(bytes.data(), size);
      ASSERT_TRUE(damage) << size << ' ' << place;
      EXPECT_EQ(damage->first, place);
      EXPECT_EQ(damage->last, place);
      EXPECT_EQ(damage->bytes, 1u);
      bytes[place] = std::byte{kMarginByte};
    }
  EXPECT_FALSE(findDamage(bytes.data(), 0));
}

TEST(Margin, SaysHowFarOffThatIs) {
  std::array<std::byte, 64> bytes{};
  fillMargin(bytes.data(), bytes.size());
  bytes[0] = bytes[3] = bytes[10] = std::byte{1};
  const auto damage = findDamage(bytes.data(), bytes.size());
  ASSERT_TRUE(damage);
  EXPECT_EQ(damage->bytes, 3u);
  EXPECT_EQ(distanceBehind(*damage), "at a distance of 0 to 10 bytes");
  EXPECT_EQ(distanceInFront(*damage, bytes.size()), "at a distance of 54 to 64 bytes");
  EXPECT_EQ(distanceInFront({63, 63, 1}, 64), "at a distance of 1 byte");
}

} // namespace
