// What L1 takes for loads whose lanes are far apart, against what gpu-benches (gpu-strides) has measured on an A100 and an H200.
#include "tools/profile/l1_cycles.h"

#include <gtest/gtest.h>

namespace raddle::tools::profile {
namespace {

constexpr std::uint64_t kRequests = 1000;

Accesses loadsOf(unsigned bytes, std::uint64_t sectors) {
  Accesses loads;
  loads.requests = kRequests;
  loads.lanes = kRequests * 32;
  loads.bytes = loads.lanes * bytes;
  loads.units = kRequests * sectors;
  loads.distance_count = kRequests;
  return loads;
}

// Of each request, where all lanes are so far apart.
double cyclesAt(std::int64_t distance, unsigned bytes = 4) {
  Accesses loads = loadsOf(bytes, 32);
  loads.distances = kRequests * static_cast<std::uint64_t>(distance);
  loads.distance_squares = kRequests * static_cast<std::uint64_t>(distance * distance);
  return l1CyclesOfSpreadLoads(loads, bytes) / kRequests;
}

TEST(L1Cycles, BanksServeLanesOneAfterTheOther) {
  EXPECT_EQ(cyclesAt(16), 4);
  EXPECT_EQ(cyclesAt(32), 8);
  EXPECT_EQ(cyclesAt(64), 16);
  EXPECT_EQ(cyclesAt(128), 32);
  EXPECT_EQ(cyclesAt(8192), 32);
  EXPECT_EQ(cyclesAt(-128), 32);
  EXPECT_EQ(cyclesAt(64, 8), 16);
  EXPECT_EQ(cyclesAt(256, 8), 32);
}

TEST(L1Cycles, LinesAreLookedUpAFewAtATime) {
  EXPECT_NEAR(cyclesAt(12), 1.6, 0.2);
  EXPECT_NEAR(cyclesAt(36), 3.0, 0.1);
  EXPECT_NEAR(cyclesAt(68), 5.1, 0.2);
  EXPECT_NEAR(cyclesAt(132), 8.8, 0.1);
}

TEST(L1Cycles, ScatteredLoadsTakeTheirLines) {
  Accesses loads = loadsOf(4, 32);
  loads.distances = 12345;
  EXPECT_NEAR(l1CyclesOfSpreadLoads(loads, 4) / kRequests, 9.2, 0.5);
}

TEST(L1Cycles, FewLanesConflictLess) {
  Accesses loads = loadsOf(4, 4);
  loads.lanes = kRequests * 4;
  loads.distances = kRequests * 128;
  loads.distance_squares = kRequests * 128 * 128;
  EXPECT_EQ(l1CyclesOfSpreadLoads(loads, 4) / kRequests, 4);
}

TEST(L1Cycles, RowsAreLeftToTheirBytes) {
  Accesses loads = loadsOf(4, 4);
  loads.distance_count = 0;
  EXPECT_EQ(l1CyclesOfSpreadLoads(loads, 4), 0);
}

} // namespace
} // namespace raddle::tools::profile
