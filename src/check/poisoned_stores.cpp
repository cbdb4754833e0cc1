#include "check/poisoned_stores.h"

#include "check/shadow.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace raddle::check {

namespace {

// Of one place; after that it is not put down any more where it stores.
constexpr std::size_t kMostIntervals = 4096;

struct Intervals {
  std::map<std::uintptr_t, std::uintptr_t> intervals; // begin and end; none meets another one

  void add(std::uintptr_t begin, std::uintptr_t end) {
    auto next = intervals.upper_bound(begin);
    if (next != intervals.begin())
      if (const auto before = std::prev(next); before->second >= begin) {
        begin = before->first;
        end = std::max(end, before->second);
        next = intervals.erase(before);
      }
    while (next != intervals.end() && next->first <= end) {
      end = std::max(end, next->second);
      next = intervals.erase(next);
    }
    if (intervals.size() < kMostIntervals)
      intervals.emplace_hint(next, begin, end);
  }

  void remove(std::uintptr_t begin, std::uintptr_t end) {
    auto next = intervals.upper_bound(begin);
    if (next != intervals.begin())
      --next;
    while (next != intervals.end() && next->first < end) {
      const auto [first, last] = *next;
      next = last > begin ? intervals.erase(next) : std::next(next);
      if (last <= begin)
        continue;
      if (first < begin)
        intervals.emplace(first, begin);
      if (last > end)
        intervals.emplace(end, last);
    }
  }

  bool meet(std::uintptr_t begin, std::uintptr_t end) const {
    const auto next = intervals.lower_bound(end);
    return next != intervals.begin() && std::prev(next)->second > begin;
  }
};

struct Stores {
  Finding finding;
  Intervals intervals;
};

struct AllStores {
  std::mutex mutex;
  std::map<StorePlace, Stores> by_place;
  Intervals for_host;
};

AllStores &allStores() {
  static auto *const kStores = new AllStores;
  return *kStores;
}

} // namespace

bool isNoted(const StorePlace &place) {
  AllStores &all = allStores();
  std::lock_guard lock(all.mutex);
  return all.by_place.contains(place);
}

void noteStore(const StorePlace &place, std::uintptr_t begin, std::size_t bytes,
               const std::function<Finding()> &describe) {
  AllStores &all = allStores();
  std::lock_guard lock(all.mutex);
  const auto [entry, is_new] =
      all.by_place.try_emplace(place, Stores{Finding::of(Rule::kUninitialisedGlobal, ""), {}});
  if (is_new)
    entry->second.finding = describe();
  entry->second.intervals.add(begin, begin + bytes);
}

void noteWritten(const void *memory, std::size_t bytes) {
  if (!hasShadow())
    return;
  unpoison(memory, bytes);
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  AllStores &all = allStores();
  std::lock_guard lock(all.mutex);
  all.for_host.remove(begin, begin + bytes);
  for (auto &[place, stores] : all.by_place)
    stores.intervals.remove(begin, begin + bytes);
}

void noteStoreForHost(std::uintptr_t begin, std::size_t bytes) {
  AllStores &all = allStores();
  std::lock_guard lock(all.mutex);
  all.for_host.add(begin, begin + bytes);
}

void unpoisonStoresForHost() {
  AllStores &all = allStores();
  Intervals taken;
  {
    std::lock_guard lock(all.mutex);
    std::swap(taken, all.for_host);
  }
  for (const auto &[begin, end] : taken.intervals)
    unpoison(reinterpret_cast<const void *>(begin), end - begin);
}

std::vector<FoundStore> storesIn(std::uintptr_t begin, std::size_t bytes) {
  std::vector<FoundStore> found;
  AllStores &all = allStores();
  std::lock_guard lock(all.mutex);
  for (const auto &[place, stores] : all.by_place)
    if (stores.intervals.meet(begin, begin + bytes))
      found.push_back({place, stores.finding});
  return found;
}

} // namespace raddle::check
