#include "profile/access_counts.h"

#include "base/for_each_processor.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

namespace raddle::profile {

namespace {

constexpr unsigned kWarp = kRaddleWarpSize;

template <typename Visit> void forEachLane(std::uint32_t lanes, Visit visit) {
  for (; lanes; lanes &= lanes - 1)
    visit(static_cast<unsigned>(std::countr_zero(lanes)));
}

// Numbers of 32 lanes. Those of lanes that are not active are the same as that of one that is, and so change nothing.
using Numbers = std::array<std::int32_t, kWarp>;

// The addresses in units of 1 << shift bytes, counted from a border of 128 bytes. False where they are too far apart.
RADDLE_FOR_EACH_PROCESSOR bool numbersOf(const std::uint64_t *addresses, std::uint32_t lanes, unsigned shift,
                                         std::int32_t *numbers) {
  const std::uint64_t first = addresses[std::countr_zero(lanes)], base = first & ~std::uint64_t{127};
  std::uint64_t far = 0;
  for (unsigned lane = 0; lane < kWarp; ++lane) {
    const std::uint64_t address = lanes >> lane & 1 ? addresses[lane] : first;
    const std::int64_t distance = static_cast<std::int64_t>(address - base);
    far |= static_cast<std::uint64_t>(distance + (std::int64_t{1} << 31)) >> 32;
    numbers[lane] = static_cast<std::int32_t>(distance) >> shift;
  }
  return far == 0;
}

// How many different ones there are. Mostly they grow from lane to lane.
RADDLE_FOR_EACH_PROCESSOR unsigned countDistinct(const std::int32_t *numbers) {
  std::int32_t changes = 0, falls = 0;
  for (unsigned i = 1; i < kWarp; ++i) {
    changes += numbers[i] != numbers[i - 1];
    falls |= numbers[i] < numbers[i - 1];
  }
  if (!falls)
    return static_cast<unsigned>(changes) + 1;
  // In front of the numbers stand some that are different from all.
  std::int32_t repeated[kWarp] = {};
  std::int32_t padded[2 * kWarp];
  for (unsigned i = 0; i < kWarp; ++i) {
    padded[i] = std::numeric_limits<std::int32_t>::min();
    padded[kWarp + i] = numbers[i];
  }
  for (unsigned distance = 1; distance < kWarp; ++distance)
    for (unsigned i = 0; i < kWarp; ++i)
      repeated[i] |= padded[kWarp + i] == padded[kWarp + i - distance];
  std::int32_t sum = 0;
  for (unsigned i = 0; i < kWarp; ++i)
    sum += repeated[i];
  return kWarp - static_cast<unsigned>(sum);
}

// For addresses that are far apart, or accesses that cross borders: the units that each lane touches.
unsigned countDistinctUnits(const WarpAccess &access, std::uint64_t unit) {
  std::array<std::uint64_t, 17 * kWarp> units;
  std::size_t count = 0;
  forEachLane(access.lanes, [&](unsigned lane) {
    const std::uint64_t last = (access.addresses[lane] + access.bytes - 1) / unit;
    for (std::uint64_t each = access.addresses[lane] / unit; each <= last; ++each)
      units[count++] = each;
  });
  std::sort(units.begin(), units.begin() + count);
  return static_cast<unsigned>(std::unique(units.begin(), units.begin() + count) - units.begin());
}

bool isAligned(const WarpAccess &access) {
  if (!std::has_single_bit(access.bytes))
    return false;
  std::uint64_t together = 0;
  forEachLane(access.lanes, [&](unsigned lane) { together |= access.addresses[lane]; });
  return (together & (access.bytes - 1)) == 0;
}

// Wavefronts of words: in each, every bank gives one word to all lanes that want it.
unsigned wavefrontsOf(const std::uint64_t *words, unsigned count) {
  std::array<std::uint64_t, kBanks> given;
  std::array<std::uint64_t, 5 * kWarp> left;
  unsigned wavefronts = 0;
  while (count) {
    ++wavefronts;
    for (unsigned i = 0; i < count; ++i)
      given[words[i] % kBanks] = words[i];
    unsigned more = 0;
    for (unsigned i = 0; i < count; ++i) {
      left[more] = words[i];
      more += given[words[i] % kBanks] != words[i];
    }
    words = left.data();
    count = more;
  }
  return wavefronts;
}

// The most of 32 numbers that are the same. Those of lanes that are not active are different from all others.
RADDLE_FOR_EACH_PROCESSOR unsigned mostAlike(const std::uint8_t *numbers) {
  std::uint8_t padded[2 * kWarp], alike[kWarp] = {};
  for (unsigned i = 0; i < kWarp; ++i) {
    padded[i] = std::numeric_limits<std::uint8_t>::max();
    padded[kWarp + i] = numbers[i];
  }
  for (unsigned distance = 1; distance < kWarp; ++distance)
    for (unsigned i = 0; i < kWarp; ++i)
      alike[i] = static_cast<std::uint8_t>(alike[i] + (padded[kWarp + i] == padded[kWarp + i - distance]));
  std::uint8_t most = 0;
  for (unsigned i = 0; i < kWarp; ++i)
    most = std::max(most, alike[i]);
  return most + 1u;
}

// Wavefronts of updates of words, each of which lies in one bank.
RADDLE_FOR_EACH_PROCESSOR unsigned wavefrontsOfUpdates(const std::uint64_t *addresses, std::uint32_t lanes) {
  std::uint8_t banks[kWarp];
  for (unsigned lane = 0; lane < kWarp; ++lane)
    banks[lane] =
        static_cast<std::uint8_t>(lanes >> lane & 1 ? addresses[lane] / kBankBytes % kBanks : kBanks + lane);
  return mostAlike(banks);
}

// Those of lanes that go together. Updates are made one by one.
unsigned wavefrontsOf(const WarpAccess &access, std::uint32_t lanes, bool is_atomic) {
  std::array<std::uint64_t, 5 * kWarp> words;
  std::array<std::uint8_t, kBanks> by_bank{};
  unsigned count = 0, most = 0;
  forEachLane(lanes, [&](unsigned lane) {
    const std::uint64_t last = (access.addresses[lane] + access.bytes - 1) / kBankBytes;
    for (std::uint64_t word = access.addresses[lane] / kBankBytes; word <= last; ++word) {
      words[count++] = word;
      if (is_atomic)
        most = std::max<unsigned>(most, ++by_bank[word % kBanks]);
    }
  });
  return is_atomic ? most : wavefrontsOf(words.data(), count);
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

using LanesOfBanks = std::array<std::uint32_t, kBanks>;

// See kMemoWordDistances. To be called while the memo has the addresses. False where lanes share words, or access several.
bool rememberBanks(std::uint64_t *memo, unsigned bytes, LanesOfBanks &banks) {
  Numbers distances;
  banks = {};
  memo[kMemoWordKey] = 0;
  for (unsigned lane = 0; lane < kWarp; ++lane) {
    const std::uint64_t address = memo[lane], word = address / kBankBytes;
    if (address % kBankBytes + bytes > kBankBytes)
      return false;
    std::uint32_t &of_bank = banks[word % kBanks];
    for (std::uint32_t others = of_bank; others; others &= others - 1)
      if (memo[std::countr_zero(others)] / kBankBytes == word)
        return false;
    of_bank |= 1u << lane;
    distances[lane] = static_cast<std::int32_t>(address - memo[0]);
  }
  std::memcpy(memo + kMemoWordDistances, distances.data(), sizeof distances);
  std::memcpy(memo + kMemoBanks, banks.data(), sizeof banks);
  memo[kMemoWordKey] = (memo[0] & 127) << 32 | std::uint64_t{1} << 63;
  return true;
}

// Wavefronts of lanes whose words are all different.
unsigned mostInBank(const LanesOfBanks &banks, std::uint32_t lanes) {
  int most = 0;
  for (const std::uint32_t of_bank : banks)
    most = std::max(most, std::popcount(of_bank & lanes));
  return static_cast<unsigned>(most);
}

} // namespace

Cost globalCost(const WarpAccess &access) {
  Numbers sectors;
  Cost cost;
  cost.actual = isAligned(access) && numbersOf(access.addresses, access.lanes, 5, sectors.data())
                    ? countDistinct(sectors.data())
                    : countDistinctUnits(access, kSectorBytes);
  const unsigned bytes = static_cast<unsigned>(std::popcount(access.lanes)) * access.bytes;
  cost.ideal = std::min(cost.actual, (bytes + kSectorBytes - 1) / kSectorBytes);
  return cost;
}

Cost sharedCost(const WarpAccess &access, bool is_atomic) {
  if (is_atomic && access.bytes <= kBankBytes && access.lanes && isAligned(access))
    return {wavefrontsOfUpdates(access.addresses, access.lanes), 1};
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
  Numbers addresses;
  const unsigned distinct = numbersOf(access.addresses, access.lanes, 0, addresses.data())
                                ? countDistinct(addresses.data())
                                : countDistinctUnits({access.addresses, access.lanes, 1}, 1);
  return static_cast<unsigned>(std::popcount(access.lanes)) - distinct;
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

void countAndRemember(std::uint64_t *counters, std::uint64_t *memo, std::uint32_t lanes, unsigned flags,
                      std::uint64_t shared, std::uint64_t shared_bytes) {
  if (!lanes)
    return;
  std::uint64_t counted[kCountersOfAccess] = {};
  const bool is_of_words =
      (flags >> kRaddleCountSpaceShift & 0xff) == kRaddleSpaceShared && !(flags & kRaddleCountAtomic);
  if (LanesOfBanks banks; is_of_words && rememberBanks(memo, flags & 0xff, banks))
    add(counted, {memo, lanes, flags & 0xff}, {mostInBank(banks, lanes), 1});
  else
    countAccess(counted, {memo, lanes, flags & 0xff}, flags, shared, shared_bytes);
  for (unsigned i = 0; i < kCountersOfAccess; ++i)
    counters[i] += counted[i];
  const std::uint64_t first = memo[std::countr_zero(lanes)];
  for (unsigned lane = 0; lane < kWarp; ++lane)
    memo[lane] = lanes >> lane & 1 ? memo[lane] - first : 0;
  memo[kMemoKey] = lanes | (first & 127) << 32 | std::uint64_t{1} << 63;
  std::copy(std::begin(counted), std::end(counted), memo + kMemoCounted);
}

} // namespace raddle::profile
