#include "profile/access_counts.h"
#include "profile/lane_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>

using namespace raddle::profile;

namespace {

using Addresses = std::array<std::uint64_t, kRaddleWarpSize>;

constexpr std::uint32_t kAll = ~0u;
constexpr std::uint64_t kBase = 4096;

Addresses of(const std::function<std::uint64_t(std::uint64_t)> &offset) {
  Addresses addresses;
  for (std::uint64_t lane = 0; lane < addresses.size(); ++lane)
    addresses[lane] = kBase + offset(lane);
  return addresses;
}

Addresses row(std::uint64_t stride, std::uint64_t first = 0) {
  return of([=](std::uint64_t lane) { return first + lane * stride; });
}

void expectGlobal(const Addresses &addresses, std::uint32_t lanes, unsigned bytes, unsigned actual,
                  unsigned ideal) {
  const Cost cost = globalCost({addresses.data(), lanes, bytes});
  EXPECT_EQ(cost.actual, actual);
  EXPECT_EQ(cost.ideal, ideal);
}

void expectShared(const Addresses &addresses, std::uint32_t lanes, unsigned bytes, unsigned actual,
                  unsigned ideal) {
  const Cost cost = sharedCost({addresses.data(), lanes, bytes}, false);
  EXPECT_EQ(cost.actual, actual);
  EXPECT_EQ(cost.ideal, ideal);
}

} // namespace

TEST(Sectors, OfRows) {
  expectGlobal(row(4), kAll, 4, 4, 4);
  expectGlobal(row(4, 4), kAll, 4, 5, 4);
  expectGlobal(row(8), kAll, 8, 8, 8);
  expectGlobal(row(16), kAll, 16, 16, 16);
  expectGlobal(row(1), kAll, 1, 1, 1);
  expectGlobal(row(8), kAll, 4, 8, 4);
  expectGlobal(row(12), kAll, 4, 12, 4);
  expectGlobal(row(4096), kAll, 4, 32, 4);
  expectGlobal(row(static_cast<std::uint64_t>(-4)), kAll, 4, 5, 4);
}

TEST(Sectors, OfSharedAddresses) {
  expectGlobal(row(0), kAll, 4, 1, 1);
  expectGlobal(of([](std::uint64_t lane) { return lane % 2 * 64; }), kAll, 4, 2, 2);
}

TEST(Sectors, OfSomeLanes) {
  expectGlobal(row(4), 0xff, 4, 1, 1);
  expectGlobal(row(4), 0x01010101, 4, 4, 1);
  expectGlobal(row(4096), 1u << 31, 8, 1, 1);
}

TEST(Sectors, OfAnyOrder) {
  expectGlobal(of([](std::uint64_t lane) { return lane * 7 % 32 * 4; }), kAll, 4, 4, 4);
  expectGlobal(of([](std::uint64_t lane) { return lane * 7 % 32 * 32; }), kAll, 4, 32, 4);
  // Too far apart for the short way.
  expectGlobal(of([](std::uint64_t lane) { return lane * 7 % 32 << 45; }), kAll, 4, 32, 4);
  expectGlobal(of([](std::uint64_t lane) { return (lane * 7 % 4) << 45; }), kAll, 4, 4, 4);
}

// A lane whose bytes lie on both sides of a border.
TEST(Sectors, OfCrossingAccesses) {
  expectGlobal(row(64, 30), kAll, 4, 64, 4);
  expectGlobal(row(4, 2), kAll, 4, 5, 4);
}

TEST(Wavefronts, OfRows) {
  expectShared(row(4), kAll, 4, 1, 1);
  expectShared(row(8), kAll, 4, 2, 1);
  expectShared(row(12), kAll, 4, 1, 1);
  expectShared(row(128), kAll, 4, 32, 1);
  expectShared(row(132), kAll, 4, 1, 1);
  expectShared(row(0), kAll, 4, 1, 1);
  expectShared(row(1), kAll, 1, 1, 1);
  expectShared(row(2, 2), kAll, 2, 1, 1);
}

TEST(Wavefronts, OfWideAccesses) {
  expectShared(row(8), kAll, 8, 2, 2);
  expectShared(row(16), kAll, 8, 4, 2);
  expectShared(row(16), kAll, 16, 4, 4);
  expectShared(row(32), kAll, 16, 8, 4);
  expectShared(row(8), 0xffff, 8, 1, 1);
  expectShared(row(16), 0xff00, 16, 1, 1);
}

TEST(Wavefronts, WordsThatLanesShare) {
  expectShared(of([](std::uint64_t lane) { return lane / 4 * 4; }), kAll, 4, 1, 1);
  // Two words of one bank, in turns.
  expectShared(of([](std::uint64_t lane) { return lane % 2 * 128; }), kAll, 4, 2, 1);
  expectShared(of([](std::uint64_t lane) { return lane * 5 % 32 * 4; }), kAll, 4, 1, 1);
}

TEST(Wavefronts, OfUpdates) {
  const Addresses one = row(0), four = of([](std::uint64_t lane) { return lane % 4 * 4; });
  EXPECT_EQ(sharedCost({one.data(), kAll, 4}, true).actual, 32u);
  EXPECT_EQ(sharedCost({four.data(), kAll, 4}, true).actual, 8u);
  EXPECT_EQ(conflicts({one.data(), kAll, 4}), 31u);
  EXPECT_EQ(conflicts({four.data(), kAll, 4}), 28u);
  EXPECT_EQ(conflicts({four.data(), 0xf, 4}), 0u);
}

TEST(Counters, OfUnknownMemory) {
  // Lanes 16 to 31 in shared memory.
  const Addresses addresses =
      of([](std::uint64_t lane) { return lane < 16 ? lane * 4 : 1'000'000 + lane * 128; });
  std::uint64_t counters[2 * kCountersOfAccess] = {};
  countAccess(counters, {addresses.data(), kAll, 4}, 4, kBase + 1'000'000, 1 << 16);
  EXPECT_EQ(counters[kRequests], 1u);
  EXPECT_EQ(counters[kLanes], 16u);
  EXPECT_EQ(counters[kExtra], 1u);
  EXPECT_EQ(counters[kCountersOfAccess + kLanes], 16u);
  EXPECT_EQ(counters[kCountersOfAccess + kExtra], 15u);
  EXPECT_EQ(counters[kCountersOfAccess + kDistances], 128u);
}

// What is remembered of an access tells what one by other lanes at the same places costs.
TEST(Memos, KnowTheBanksOfLanes) {
  constexpr unsigned kFlags = 4 | kRaddleSpaceShared << kRaddleCountSpaceShift;
  const Addresses patterns[] = {row(4),
                                row(8),
                                row(132),
                                row(128),
                                of([](std::uint64_t lane) { return (lane + 1) % 32 * 4; }),
                                of([](std::uint64_t lane) { return 2 * lane - (lane & 3); })};
  unsigned remembered = 0;
  for (const Addresses &addresses : patterns) {
    alignas(64) std::uint64_t memo[kMemoNumbers] = {};
    std::uint64_t counters[kCountersOfAccess] = {}, expected[kCountersOfAccess] = {};
    std::copy(addresses.begin(), addresses.end(), memo);
    countAccess(expected, {addresses.data(), 0xffff, 4}, kFlags, 0, 0);
    countAndRemember(counters, memo, 0xffff, kFlags, 0, 0);
    EXPECT_TRUE(std::equal(std::begin(counters), std::end(counters), expected));
    if (!memo[kMemoWordKey])
      continue;
    ++remembered;
    std::uint32_t banks[kBanks];
    std::memcpy(banks, memo + kMemoBanks, sizeof banks);
    for (const std::uint32_t lanes : {0x1u, 0x8000ffffu, 0x0f0f0f0fu, kAll}) {
      int most = 0;
      for (const std::uint32_t of_bank : banks)
        most = std::max(most, std::popcount(of_bank & lanes));
      EXPECT_EQ(sharedCost({addresses.data(), lanes, 4}, false).actual, static_cast<unsigned>(most));
    }
  }
  EXPECT_EQ(remembered, 5u); // the last one is not of whole words
}

// Lanes that come one by one are the same as lanes that come together.
TEST(LaneGroups, PutsLanesTogether) {
  const Addresses addresses = row(4096);
  constexpr unsigned kFlags = 4 | kRaddleSpaceGlobal << kRaddleCountSpaceShift;
  std::uint64_t together[kCountersOfAccess] = {}, apart[kCountersOfAccess] = {}, block[2] = {},
                branch[1] = {};
  LaneGroups groups;
  for (std::uint32_t lane = 0; lane < kRaddleWarpSize; ++lane)
    for (const std::uint64_t path : {1, 2}) {
      groups.runBlock({block, path, 0, lane});
      groups.branch({branch, path, 0, lane}, path == 1 ? 0 : lane / 31);
      groups.access({apart, path, 0, lane}, addresses[lane], kFlags);
    }
  groups.flush(0, 0);
  countAccess(together, {addresses.data(), kAll, 4}, kFlags, 0, 0);
  countAccess(together, {addresses.data(), kAll, 4}, kFlags, 0, 0);
  for (unsigned i = 0; i < kCountersOfAccess; ++i)
    EXPECT_EQ(apart[i], together[i]) << i;
  EXPECT_EQ(block[0], 2u);
  EXPECT_EQ(block[1], 64u);
  EXPECT_EQ(branch[0], 1u);
}
