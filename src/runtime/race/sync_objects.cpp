#include "runtime/race/sync_objects.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <ranges>
#include <unordered_map>

namespace raddle::runtime::race {

namespace {

// A search that has looked at so much gives up; then the accesses are taken for ordered.
constexpr std::size_t kMostSteps = 1u << 16;
constexpr unsigned kMostLooks = 64;

struct Shard {
  SpinLock lock;
  std::unordered_map<std::uintptr_t, std::unique_ptr<SyncObject>> objects;
};
std::array<Shard, 64> &shards() {
  static auto *const all = new std::array<Shard, 64>;
  return *all;
}
std::atomic<bool> have_any = false;

// The reader is of `to`.
bool hasScopeFor(const Release &release, unsigned scope, const BlockRecord *to) {
  if (scope >= kRaddleScopeBlock)
    return release.block == to;
  return scope != kRaddleScopeCluster ||
         (release.block->launch == to->launch && release.block->cluster == to->cluster);
}

// By the releasing thread's own fence.
bool covers(const History &history, const Stamp &x, const Release &release, const BlockRecord *to, Demand demand) {
  if (demand == Demand::kAnything)
    return history.isBefore(x, release.at);
  const std::optional<Stamp> &fence = release.block == to ? release.block_fence : release.device_fence;
  return fence && history.isBefore(x, *fence);
}

// By that of another thread, in front of a barrier.
bool coversByOthers(const History &history, const Stamp &x, const Release &release, const BlockRecord *to) {
  return history.hasFenceBetween(x, release.at, release.block == to ? kRaddleScopeBlock : kRaddleScopeCluster);
}

class Search {
public:
  Search(BlockRecord *from, const Stamp &x, Demand demand) : from_(from), x_(x), demand_(demand) {}

  bool reaches(BlockRecord *to, const History &history, const Stamp &y) {
    add(to, history, y);
    // Most often it is only one step.
    for (const Point &point : points_)
      if (isReleasedAt(point))
        return true;
    const std::size_t first = points_.size();
    for (std::size_t next = 0; next < points_.size(); ++next) {
      const Point point = points_[next];
      if ((next >= first && isReleasedAt(point)) || goBack(point))
        return true;
    }
    return false;
  }

private:
  // What a block knows: a version of an object.
  struct Point {
    BlockRecord *block;
    SyncObject *object;
    std::uint32_t versions;
  };

  void add(BlockRecord *block, const History &history, const Stamp &until) {
    std::vector<Acquire> acquires;
    {
      std::lock_guard guard(history.lock);
      for (const Acquire &acquire : history.acquires)
        if (known_[{block, acquire.object}] < acquire.version && history.isBefore(acquire.at, until))
          acquires.push_back(acquire);
    }
    for (const Acquire &acquire : acquires) {
      std::uint32_t &known = known_[{block, acquire.object}];
      if (known >= acquire.version)
        continue;
      known = acquire.version;
      points_.push_back({block, acquire.object, acquire.version});
    }
  }

  bool counts(const Release &release, const Point &point) const {
    return release.version < point.versions &&
           (demand_ != Demand::kAll || hasScopeFor(release, release.scope, point.block));
  }

  // By the block that `x` is of.
  bool isReleasedAt(const Point &point) const {
    const History *history = from_->history.load(std::memory_order_acquire);
    if (!history)
      return false;
    std::lock_guard guard(point.object->lock);
    const auto found = point.object->releases.find(from_);
    if (found == point.object->releases.end())
      return false;
    std::lock_guard guard_of_history(history->lock);
    // The last ones know most.
    const auto all = found->second | std::views::reverse;
    if (std::ranges::any_of(all, [&](const Release &release) {
          return counts(release, point) && covers(*history, x_, release, point.block, demand_);
        }))
      return true;
    if (demand_ == Demand::kAnything || !history->has_fences)
      return false;
    unsigned looks = 0;
    return std::ranges::any_of(all, [&](const Release &release) {
      return counts(release, point) && history->isBefore(x_, release.at) &&
             (++looks > kMostLooks || coversByOthers(*history, x_, release, point.block));
    });
  }

  // To what those knew who have released something there. True when that leads too far.
  bool goBack(const Point &point) {
    std::vector<Release> releases;
    {
      std::lock_guard guard(point.object->lock);
      for (const auto &[block, all] : point.object->releases)
        for (const Release &release : all)
          if (counts(release, point))
            releases.push_back(release);
    }
    steps_ += releases.size();
    if (steps_ > kMostSteps || points_.size() > kMostSteps)
      return true;
    for (const Release &release : releases)
      if (const History *history = release.block->history.load(std::memory_order_acquire))
        add(release.block, *history, release.at);
    return false;
  }

  BlockRecord *from_;
  const Stamp x_;
  const Demand demand_;
  std::size_t steps_ = 0;
  std::vector<Point> points_;
  std::map<std::pair<BlockRecord *, SyncObject *>, std::uint32_t> known_;
};

} // namespace

bool haveSyncObjects() { return have_any.load(std::memory_order_acquire); }

SyncObject *syncObjectAt(std::uintptr_t address, bool create) {
  if (!create && !haveSyncObjects())
    return nullptr;
  Shard &shard = shards()[(address >> 2 ^ address >> 12) % shards().size()];
  std::lock_guard guard(shard.lock);
  if (!create) {
    const auto found = shard.objects.find(address);
    return found == shard.objects.end() ? nullptr : found->second.get();
  }
  std::unique_ptr<SyncObject> &object = shard.objects[address];
  if (!object)
    object = std::make_unique<SyncObject>();
  have_any.store(true, std::memory_order_release);
  return object.get();
}

void forgetSyncObjects() {
  if (!haveSyncObjects())
    return;
  for (Shard &shard : shards()) {
    std::lock_guard guard(shard.lock);
    shard.objects.clear();
  }
  have_any.store(false);
}

bool isReleasedTo(BlockRecord *from, const Stamp &x, BlockRecord *to, const History &history, const Stamp &y,
                  Demand demand) {
  if (history.acquires.empty())
    return false;
  return Search(from, x, demand).reaches(to, history, y);
}

} // namespace raddle::runtime::race
