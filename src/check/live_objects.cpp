#include "check/live_objects.h"

#include "base/margin.h"
#include "check/pools.h"
#include "check/report.h"

#include <deque>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace raddle::check {

namespace {

struct LiveObjects {
  std::mutex mutex;
  std::map<const void *, Lifetime> live, gone;
  std::deque<const void *> order_of_gone;
};

// Reports of uses after the end want to know those that are gone.
constexpr std::size_t kMostGone = 4096;

LiveObjects &liveObjects() {
  static auto *const kObjects = new LiveObjects;
  return *kObjects;
}

const char *kindOf(Rule leak) {
  switch (leak) {
  case Rule::kLeakStream:
    return "stream";
  case Rule::kLeakEvent:
    return "event";
  case Rule::kLeakTexture:
    return "texture or surface object";
  case Rule::kLeakGraph:
    return "graph";
  case Rule::kLeakMemoryPool:
    return "memory pool";
  default:
    return "array";
  }
}

// Those that one call has made.
struct Group {
  const Lifetime *first;
  std::size_t count = 0, bytes = 0;
};

void report(const Group &group) {
  const Lifetime &first = *group.first;
  std::string what = fmt::format("{} {}{} made here {} never {}", group.count, kindOf(first.leak),
                                 group.count == 1 ? "" : "s", group.count == 1 ? "was" : "were",
                                 first.bytes ? "freed" : "destroyed");
  if (group.bytes)
    what += ": " + plural(group.bytes, "byte");
  Finding finding = Finding::of(first.leak, std::move(what));
  finding.here.stack = placesOf(first.made);
  finding.count = group.count;
  finding.words_of_sanitizer =
      group.bytes ? fmt::format("Leaked {} bytes in {} allocations", group.bytes, group.count)
                  : fmt::format("Leaked {} {}s", group.count, kindOf(first.leak));
  report(std::move(finding));
}

} // namespace

void noteMade(const void *object, Rule leak, int device, std::size_t bytes, std::uintptr_t caller) {
  if (!enabled())
    return;
  Lifetime lifetime{leak, device, bytes, {}, {}};
  captureStack(callSite(caller), lifetime.made);
  LiveObjects &all = liveObjects();
  std::lock_guard lock(all.mutex);
  all.live[object] = lifetime;
}

void noteGone(const void *object, std::uintptr_t caller) {
  if (!enabled())
    return;
  StackTrace stack;
  captureStack(callSite(caller), stack);
  LiveObjects &all = liveObjects();
  std::lock_guard lock(all.mutex);
  auto node = all.live.extract(object);
  if (node.empty())
    return;
  node.mapped().gone = stack;
  forgetPools(object, node.mapped().bytes);
  if (all.gone.insert_or_assign(object, node.mapped()).second)
    all.order_of_gone.push_back(object);
  if (all.order_of_gone.size() > kMostGone) {
    all.gone.erase(all.order_of_gone.front());
    all.order_of_gone.pop_front();
  }
}

std::optional<Lifetime> lifetimeOf(const void *object) {
  LiveObjects &all = liveObjects();
  std::lock_guard lock(all.mutex);
  for (const auto *objects : {&all.live, &all.gone})
    if (const auto found = objects->find(object); found != objects->end())
      return found->second;
  return std::nullopt;
}

void reportLeaks(int device) {
  if (!enabled(Detector::kMemory) || !options().leaks)
    return;
  std::map<const void *, Lifetime> leaked;
  {
    LiveObjects &all = liveObjects();
    std::lock_guard lock(all.mutex);
    for (auto entry = all.live.begin(); entry != all.live.end();)
      if (auto next = std::next(entry); device < 0 || entry->second.device == device) {
        leaked.insert(all.live.extract(entry));
        entry = next;
      } else {
        entry = next;
      }
  }
  std::map<std::pair<Rule, std::vector<std::uintptr_t>>, Group> groups;
  for (const auto &[object, lifetime] : leaked) {
    const StackTrace &made = lifetime.made;
    Group &group = groups[{lifetime.leak, {made.sites.begin(), made.sites.begin() + made.count}}];
    group.first = &lifetime;
    ++group.count;
    group.bytes += lifetime.bytes;
  }
  for (const auto &[place, group] : groups)
    report(group);
}

} // namespace raddle::check
