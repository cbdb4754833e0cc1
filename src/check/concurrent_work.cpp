#include "check/concurrent_work.h"

#include "check/concurrency_report.h"
#include "check/report.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <vector>

namespace raddle::check {

namespace {

// Of a chain that nobody waits for, so much work is kept; ranges are so many in all.
constexpr std::size_t kMostOfChain = 256, kMostRanges = std::size_t{1} << 21;
// Between two calls so many are looked at.
constexpr std::size_t kMostUnawaitedRanges = std::size_t{1} << 13;

struct ConcurrentWork {
  std::mutex mutex;
  WorkOrder order;
  Past known_to_host;
  std::vector<std::shared_ptr<Work>> running; // begun and not ended
  std::vector<std::shared_ptr<Work>> ended;   // what may be compared with others yet
  std::size_t ranges = 0;                     // of these
  std::atomic<bool> is_expected = false;
  std::atomic<std::uint64_t> begun = 0, version = 0;
};

ConcurrentWork &concurrentWork() {
  static auto *const all = new ConcurrentWork;
  return *all;
}

// With the mutex.
void dropAt(ConcurrentWork &all, std::size_t index) {
  all.ranges -= all.ended[index]->footprint.ranges().size();
  all.ended.erase(all.ended.begin() + static_cast<std::ptrdiff_t>(index));
}

// With the mutex. What the host has waited for comes before all that is still to begin.
void dropSettled(ConcurrentWork &all) {
  const auto isSettled = [&](const std::shared_ptr<Work> &work) {
    return all.known_to_host.holds(work->place) && std::ranges::all_of(all.running, [&](const auto &other) {
             return other->past.holds(work->place);
           });
  };
  std::erase_if(all.ended, [&](const std::shared_ptr<Work> &work) {
    const bool is_settled = isSettled(work);
    if (is_settled)
      all.ranges -= work->footprint.ranges().size();
    return is_settled;
  });
  std::vector<std::uint64_t> over;
  const auto isOf = [](std::uint64_t chain) {
    return [chain](const std::shared_ptr<Work> &work) { return work->place.chain == chain; };
  };
  for (const auto &[chain, last] : all.order.ends())
    if (all.known_to_host.holds({chain, last}) && std::ranges::none_of(all.ended, isOf(chain)) &&
        std::ranges::none_of(all.running, isOf(chain)))
      over.push_back(chain);
  for (const std::uint64_t chain : over)
    all.order.forget(chain);
  all.known_to_host.drop([&](std::uint64_t chain) { return all.order.isOver(chain); });
}

// With the mutex. The oldest goes first where there is too much.
void dropSurplus(ConcurrentWork &all, std::uint64_t chain) {
  const auto isOfChain = [&](const std::shared_ptr<Work> &work) { return work->place.chain == chain; };
  if (static_cast<std::size_t>(std::ranges::count_if(all.ended, isOfChain)) > kMostOfChain)
    dropAt(all, static_cast<std::size_t>(std::ranges::find_if(all.ended, isOfChain) - all.ended.begin()));
  while (all.ranges > kMostRanges && all.ended.size() > 1)
    dropAt(all, 0);
}

// With the mutex.
void beginAt(ConcurrentWork &all, const std::shared_ptr<Work> &work) {
  work->past.add(all.known_to_host);
  work->place = all.order.placeAfter(work->past);
  if (work->past.isOpen())
    work->may_be_told = true;
  work->is_watched = all.is_expected.load(std::memory_order_relaxed);
  all.running.push_back(work);
  ++all.begun;
  ++all.version;
}

bool areOrdered(const Work &a, const Work &b) { return a.past.holds(b.place) || b.past.holds(a.place); }

// With the mutex of neither.
void compare(Work &work, Work &other) {
  if (work.may_be_told || other.may_be_told)
    return;
  if ((work.kind == Work::Kind::kHost && other.may_tell_host) ||
      (other.kind == Work::Kind::kHost && work.may_tell_host))
    return;
  std::vector<Clash> clashes;
  {
    std::scoped_lock lock(work.mutex, other.mutex);
    clashes = clashesOf(work.footprint, other.footprint, work.device == other.device);
  }
  for (const Clash &clash : clashes)
    reportConcurrent(work, other, clash);
}

} // namespace

void expectConcurrentWork() {
  if (ordersWork())
    concurrentWork().is_expected.store(true, std::memory_order_relaxed);
}

void begin(const std::shared_ptr<Work> &work, const Past &past) {
  ConcurrentWork &all = concurrentWork();
  work->past = past;
  std::lock_guard lock(all.mutex);
  beginAt(all, work);
}

void beginAfterAll(const std::shared_ptr<Work> &work) {
  ConcurrentWork &all = concurrentWork();
  std::lock_guard lock(all.mutex);
  work->past = all.order.everything();
  beginAt(all, work);
}

void end(const std::shared_ptr<Work> &work) {
  ConcurrentWork &all = concurrentWork();
  std::vector<std::shared_ptr<Work>> others;
  {
    std::lock_guard lock(all.mutex);
    if (--work->unfinished != 0)
      return;
    {
      std::lock_guard own(work->mutex);
      work->footprint.seal();
    }
    std::erase(all.running, work);
    ++all.version;
    if (work->footprint.ranges().empty())
      return;
    for (const std::shared_ptr<Work> &other : all.ended)
      if (!areOrdered(*work, *other))
        others.push_back(other);
    all.ended.push_back(work);
    all.ranges += work->footprint.ranges().size();
    dropSurplus(all, work->place.chain);
    // Whatever the host has waited for already.
    if (all.running.empty())
      dropSettled(all);
  }
  for (const std::shared_ptr<Work> &other : others)
    compare(*work, *other);
}

void hostKnows(const Past &past) {
  if (!ordersWork())
    return;
  ConcurrentWork &all = concurrentWork();
  std::lock_guard lock(all.mutex);
  const bool is_new = std::ranges::any_of(past.entries(), [&](const Past::Entry &entry) {
    return !all.order.isOver(entry.chain) && !all.known_to_host.holds({entry.chain, entry.number});
  });
  if (!is_new)
    return;
  all.known_to_host.add(past);
  all.known_to_host.close();
  ++all.version;
  dropSettled(all);
}

void hostAccessed(const std::shared_ptr<Work> &work) {
  ConcurrentWork &all = concurrentWork();
  {
    std::lock_guard lock(all.mutex);
    beginAt(all, work);
    all.known_to_host.add(work->place);
  }
  end(work);
}

std::uint64_t workBegun() { return concurrentWork().begun.load(std::memory_order_relaxed); }

bool isWorkRunning() {
  ConcurrentWork &all = concurrentWork();
  std::lock_guard lock(all.mutex);
  return !all.running.empty();
}

std::uint64_t versionOfWork() { return concurrentWork().version.load(); }

std::optional<std::vector<TouchedRange>> touchedByUnawaitedWork() {
  ConcurrentWork &all = concurrentWork();
  std::lock_guard lock(all.mutex);
  if (!all.running.empty())
    return std::nullopt;
  std::vector<TouchedRange> touched;
  for (const std::shared_ptr<Work> &work : all.ended) {
    if (work->kind == Work::Kind::kHost || work->may_be_told || work->may_tell_host ||
        all.known_to_host.holds(work->place))
      continue;
    if (touched.size() + work->footprint.ranges().size() > kMostUnawaitedRanges)
      return std::nullopt;
    std::ranges::copy_if(work->footprint.ranges(), std::back_inserter(touched),
                         [](const TouchedRange &range) { return !range.how.is_atomic; });
  }
  return touched;
}

void hostKnows(const Work &work) { hostKnows(work.past); }

void forgetTouches(const void *memory, std::size_t bytes) {
  if (!ordersWork())
    return;
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  ConcurrentWork &all = concurrentWork();
  std::lock_guard lock(all.mutex);
  all.ranges = 0;
  ++all.version;
  for (const std::shared_ptr<Work> &work : all.ended) {
    std::lock_guard own(work->mutex);
    work->footprint.forget(begin, begin + bytes);
    all.ranges += work->footprint.ranges().size();
  }
}

} // namespace raddle::check
