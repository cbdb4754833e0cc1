#include "profile/access_counts.h"

#include <algorithm>
#include <array>
#include <bit>

namespace raddle::profile {

namespace {

constexpr unsigned kWarp = kRaddleWarpSize;

template <typename Visit> void forEachLane(std::uint32_t lanes, Visit visit) {
  for (; lanes; lanes &= lanes - 1)
    visit(static_cast<unsigned>(std::countr_zero(lanes)));
}

// Which of `count` numbers, up to kLargest, are those of an earlier one.
constexpr std::uint32_t kLargest = ~std::uint32_t{0} - kWarp;
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
__attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif
unsigned
countRepeated(const std::uint32_t *numbers, unsigned count) {
  // Behind `before` stand the numbers; what is added to them is different from all.
  std::uint32_t padded[2 * kWarp], repeated[kWarp] = {};
  for (unsigned i = 0; i < kWarp; ++i) {
    padded[i] = ~std::uint32_t{0};
    padded[kWarp + i] = i < count ? numbers[i] : kLargest + 1 + i;
  }
  for (unsigned distance = 1; distance < kWarp; ++distance)
    for (unsigned i = 0; i < kWarp; ++i)
      repeated[i] |= padded[kWarp + i] == padded[kWarp + i - distance];
  unsigned sum = 0;
  for (unsigned i = 0; i < kWarp; ++i)
    sum += repeated[i];
  return sum;
}

// How many of the numbers of these lanes are not those of an earlier one. Numbers mostly grow from lane to lane.
unsigned countDistinct(const std::uint64_t *numbers, std::uint32_t lanes) {
  unsigned distinct = 0;
  bool grows = true;
  std::uint64_t last = 0;
  forEachLane(lanes, [&](unsigned lane) {
    grows &= distinct == 0 || numbers[lane] >= last;
    distinct += distinct == 0 || numbers[lane] != last;
    last = numbers[lane];
  });
  if (grows)
    return distinct;
  std::uint64_t least = ~std::uint64_t{0}, most = 0;
  std::array<std::uint64_t, kWarp> sorted;
  unsigned count = 0;
  forEachLane(lanes, [&](unsigned lane) {
    least = std::min(least, numbers[lane]);
    most = std::max(most, numbers[lane]);
    sorted[count++] = numbers[lane];
  });
  if (most - least < kLargest) {
    std::array<std::uint32_t, kWarp> small;
    for (unsigned i = 0; i < count; ++i)
      small[i] = static_cast<std::uint32_t>(sorted[i] - least);
    return count - countRepeated(small.data(), count);
  }
  std::sort(sorted.begin(), sorted.begin() + count);
  return static_cast<unsigned>(std::unique(sorted.begin(), sorted.begin() + count) - sorted.begin());
}

// Wavefronts of lanes that go together: the most words of one bank.
unsigned wavefrontsOf(const WarpAccess &access, std::uint32_t lanes, bool is_atomic) {
  std::array<std::uint64_t, kWarp * 5> words;
  unsigned count = 0;
  std::uint64_t before = ~std::uint64_t{0};
  bool grows = true;
  forEachLane(lanes, [&](unsigned lane) {
    const std::uint64_t first = access.addresses[lane] / kBankBytes,
                        last = (access.addresses[lane] + access.bytes - 1) / kBankBytes;
    for (std::uint64_t word = first; word <= last; ++word) {
      if (word == before && !is_atomic)
        continue;
      grows &= count == 0 || word > before;
      words[count++] = before = word;
    }
  });
  if (!grows && !is_atomic) {
    std::sort(words.begin(), words.begin() + count);
    count = static_cast<unsigned>(std::unique(words.begin(), words.begin() + count) - words.begin());
  }
  std::array<std::uint8_t, kBanks> by_bank{};
  unsigned most = 0;
  for (unsigned i = 0; i < count; ++i)
    most = std::max<unsigned>(most, ++by_bank[words[i] % kBanks]);
  return most;
}

// From the first to the last lane, per lane; 0 for one lane, or where that is no whole number.
std::int64_t distanceOf(const WarpAccess &access) {
  const unsigned first = static_cast<unsigned>(std::countr_zero(access.lanes)),
                 last = kWarp - 1 - static_cast<unsigned>(std::countl_zero(access.lanes));
  if (first == last)
    return 0;
  const auto way = static_cast<std::int64_t>(access.addresses[last] - access.addresses[first]);
  return way % static_cast<std::int64_t>(last - first) ? 0 : way / static_cast<std::int64_t>(last - first);
}

void add(std::uint64_t *counters, const WarpAccess &access, const Cost &cost) {
  const unsigned excessive = cost.actual - cost.ideal;
  counters[kExtra] += cost.actual - 1;
  counters[kExcessive] += excessive;
  if (excessive < 2)
    return;
  const auto distance = static_cast<std::uint64_t>(distanceOf(access));
  counters[kDistances] += distance;
  counters[kDistanceSquares] += distance * distance;
  ++counters[kDistanceCount];
}

void countIn(std::uint64_t *counters, const WarpAccess &access, unsigned space, bool is_atomic) {
  if (space == kRaddleSpaceLocal)
    return;
  add(counters, access, space == kRaddleSpaceShared ? sharedCost(access, is_atomic) : globalCost(access));
  if (is_atomic)
    counters[kConflicts] += conflicts(access);
}

} // namespace

Cost globalCost(const WarpAccess &access) {
  std::array<std::uint64_t, 2 * kWarp> sectors;
  bool crosses = false;
  forEachLane(access.lanes, [&](unsigned lane) {
    sectors[lane] = access.addresses[lane] / kSectorBytes;
    sectors[lane + kWarp] = (access.addresses[lane] + access.bytes - 1) / kSectorBytes;
    crosses |= sectors[lane] != sectors[lane + kWarp];
  });
  Cost cost;
  if (crosses) {
    unsigned count = 0;
    std::array<std::uint64_t, 2 * kWarp> all;
    forEachLane(access.lanes, [&](unsigned lane) {
      all[count++] = sectors[lane];
      all[count++] = sectors[lane + kWarp];
    });
    std::sort(all.begin(), all.begin() + count);
    cost.actual = static_cast<unsigned>(std::unique(all.begin(), all.begin() + count) - all.begin());
  } else {
    cost.actual = countDistinct(sectors.data(), access.lanes);
  }
  const unsigned bytes = static_cast<unsigned>(std::popcount(access.lanes)) * access.bytes;
  cost.ideal = std::min(cost.actual, (bytes + kSectorBytes - 1) / kSectorBytes);
  return cost;
}

Cost sharedCost(const WarpAccess &access, bool is_atomic) {
  const unsigned groups = access.bytes <= 4 ? 1 : access.bytes <= 8 ? 2 : 4, lanes = kWarp / groups;
  const std::uint32_t together = lanes == kWarp ? ~0u : (1u << lanes) - 1;
  Cost cost;
  for (unsigned group = 0; group < groups; ++group)
    if (const std::uint32_t active = access.lanes & together << group * lanes) {
      cost.actual += wavefrontsOf(access, active, is_atomic);
      ++cost.ideal;
    }
  return cost;
}

unsigned conflicts(const WarpAccess &access) {
  return static_cast<unsigned>(std::popcount(access.lanes)) - countDistinct(access.addresses, access.lanes);
}

void countAccess(std::uint64_t *counters, const WarpAccess &access, unsigned flags, std::uint64_t shared,
                 std::uint64_t shared_bytes) {
  if (!access.lanes)
    return;
  const unsigned space = flags >> kRaddleCountSpaceShift & 0xff;
  const bool is_atomic = flags & kRaddleCountAtomic;
  if (space)
    return countIn(counters, access, space, is_atomic);
  std::uint32_t in_shared = 0;
  forEachLane(access.lanes, [&](unsigned lane) {
    if (access.addresses[lane] - shared < shared_bytes)
      in_shared |= 1u << lane;
  });
  const std::pair<unsigned, std::uint32_t> parts[] = {{kRaddleSpaceGlobal, access.lanes & ~in_shared},
                                                      {kRaddleSpaceShared, in_shared}};
  for (const auto &[kind, lanes] : parts) {
    if (lanes) {
      counters[kRequests] += 1;
      counters[kLanes] += static_cast<std::uint64_t>(std::popcount(lanes));
      countIn(counters, {access.addresses, lanes, access.bytes}, kind, is_atomic);
    }
    counters += kCountersOfAccess;
  }
}

} // namespace raddle::profile
