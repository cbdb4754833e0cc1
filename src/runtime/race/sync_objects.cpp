#include "runtime/race/sync_objects.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <ranges>
#include <set>
#include <unordered_map>

namespace raddle::runtime::race {

namespace {

// A search that has looked at so much gives up; then the accesses are taken for ordered.
constexpr std::size_t kMostSteps = 1u << 16;
// And what the searches of a launch may look at together; when that is used up, each has few steps left.
constexpr std::uint64_t kMostStepsOfLaunch = 1u << 24;
constexpr std::size_t kFewSteps = 1u << 9;
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

// Its thread's last one, as far as it is for threads of `to`.
const std::optional<Stamp> &fenceOf(const Release &release, const BlockRecord *to) {
  return release.block == to ? release.block_fence : release.device_fence;
}

// By the releasing thread's own fence.
bool covers(const History &history, const Stamp &x, const Release &release, const BlockRecord *to, Demand demand) {
  if (demand == Demand::kAnything)
    return history.isBefore(x, release.at);
  const std::optional<Stamp> &fence = fenceOf(release, to);
  return fence && history.isBefore(x, *fence);
}

// By that of another thread, in front of a barrier.
bool coversByOthers(const History &history, const Stamp &x, const Release &release, const BlockRecord *to) {
  return history.hasFenceBetween(x, release.at, release.block == to ? kRaddleScopeBlock : kRaddleScopeCluster);
}

class Search {
public:
  Search(BlockRecord *from, const Stamp &x, Demand demand) : from_(from), x_(x), demand_(demand) {
    if (from->launch->search_steps > kMostStepsOfLaunch)
      most_steps_ = kFewSteps;
  }
  Search(const Search &) = delete;
  Search &operator=(const Search &) = delete;
  ~Search() { from_->launch->search_steps += steps_; }

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
  // What a block knows: versions of an object, of which the first ones have been looked at before.
  struct Point {
    BlockRecord *block;
    SyncObject *object;
    std::uint32_t first, versions;
  };
  struct Known {
    std::uint32_t versions = 0;
    std::size_t point = 0; // its last one
  };

  // What threads of a block had acquired before `until`; of that, only what `release` tells `reader` of.
  void add(BlockRecord *block, const History &history, const Stamp &until, const Release *release = nullptr,
           const BlockRecord *reader = nullptr) {
    const std::size_t begin = points_.size();
    std::lock_guard guard(history.lock);
    steps_ += history.acquires.size();
    for (const Acquire &acquire : history.acquires) {
      // Most are of other warps.
      if (!history.isBefore(acquire.at, until))
        continue;
      Known &known = known_[{block, acquire.object}];
      if (known.versions >= acquire.version ||
          (release && !passesOn(history, acquire.at, *release, reader)))
        continue;
      if (known.versions && known.point >= begin) {
        points_[known.point].versions = acquire.version;
      } else {
        known.point = points_.size();
        points_.push_back({block, acquire.object, known.versions, acquire.version});
      }
      known.versions = acquire.version;
    }
  }

  bool passesOn(const History &history, const Stamp &acquired, const Release &release, const BlockRecord *reader) {
    return covers(history, acquired, release, reader, demand_) ||
           (history.has_fences &&
            (++passed_on_ > kMostLooks || coversByOthers(history, acquired, release, reader)));
  }

  // Of the releases by a block, which are in order.
  auto releasesAt(const Point &point, const std::vector<Release> &all) const {
    const auto after = [&](std::uint32_t version) {
      return std::ranges::lower_bound(all, version, {}, &Release::version);
    };
    return std::ranges::subrange(after(point.first), after(point.versions)) |
           std::views::filter([&](const Release &release) {
             return demand_ != Demand::kAll || hasScopeFor(release, release.scope, point.block);
           });
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
    auto all = releasesAt(point, found->second) | std::views::reverse;
    if (std::ranges::any_of(all, [&](const Release &release) {
          return covers(*history, x_, release, point.block, demand_);
        }))
      return true;
    if (demand_ == Demand::kAnything || !history->has_fences)
      return false;
    unsigned looks = 0;
    return std::ranges::any_of(all, [&](const Release &release) {
      return history->isBefore(x_, release.at) &&
             (++looks > kMostLooks || coversByOthers(*history, x_, release, point.block));
    });
  }

  // To what those knew who have released something there. True when that leads too far.
  bool goBack(const Point &point) {
    std::vector<Release> releases;
    {
      std::lock_guard guard(point.object->lock);
      for (const auto &[block, all] : point.object->releases)
        for (const Release &release : releasesAt(point, all))
          if (followed_.emplace(point.object, release.version).second)
            releases.push_back(release);
    }
    for (const Release &release : releases) {
      const History *history = release.block->history.load(std::memory_order_acquire);
      if (!history || !mayLeadBack(release, *history, point.block))
        continue;
      add(release.block, *history, release.at, &release, point.block);
      if (++steps_ > most_steps_)
        return true;
    }
    return false;
  }

  // Not where it tells of nothing, or came before `x`.
  bool mayLeadBack(const Release &release, const History &history, const BlockRecord *reader) const {
    std::lock_guard guard(history.lock);
    if (release.block == from_ && history.isBefore(release.at, x_))
      return false;
    return demand_ == Demand::kAnything || history.has_fences || fenceOf(release, reader);
  }

  BlockRecord *from_;
  const Stamp x_;
  const Demand demand_;
  std::size_t steps_ = 0, most_steps_ = kMostSteps;
  unsigned passed_on_ = 0;
  std::vector<Point> points_;
  std::map<std::pair<BlockRecord *, SyncObject *>, Known> known_;
  std::set<std::pair<SyncObject *, std::uint32_t>> followed_;
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

bool isReadBefore(std::uintptr_t address, const BlockRecord *from, const Stamp &x, const History &history,
                  const Stamp &y) {
  SyncObject *object = history.acquires.empty() ? nullptr : syncObjectAt(address, false);
  if (!object)
    return false;
  std::uint32_t versions = 0;
  {
    std::lock_guard guard(history.lock);
    for (const Acquire &acquire : history.acquires)
      if (acquire.object == object && acquire.version > versions && history.isBefore(acquire.at, y))
        versions = acquire.version;
  }
  const History *history_of_writer = from->history.load(std::memory_order_acquire);
  if (!versions || !history_of_writer)
    return false;
  std::lock_guard guard(object->lock);
  const auto found = object->releases.find(const_cast<BlockRecord *>(from));
  if (found == object->releases.end())
    return false;
  std::lock_guard guard_of_history(history_of_writer->lock);
  return std::ranges::any_of(found->second, [&](const Release &release) {
    return release.version < versions && release.at.warp == x.warp && release.at.lane == x.lane &&
           history_of_writer->isBefore(x, release.at);
  });
}

} // namespace raddle::runtime::race
