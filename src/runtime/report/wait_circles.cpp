#include "runtime/report/wait_circles.h"

#include "diagnostics/messages.h"
#include "runtime/block/block.h"
#include "runtime/block/last_writes.h"
#include "runtime/report/polled_words.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace raddle::runtime {

namespace {

bool isSame(const RaddleDim3 &a, const RaddleDim3 &b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// What runs as one and cannot get on: a thread, a warp, or all of a block.
struct Party {
  const Block *block;
  const Fiber *fiber;
  bool polls; // else it waits for other threads of its block

  bool has(const RaddleDim3 &thread) const {
    if (!block->by_threads)
      return true;
    const std::uint32_t linear = (thread.z * block->block_dim.y + thread.y) * block->block_dim.x + thread.x;
    const std::uint32_t first = fiber->warp * kRaddleWarpSize + (block->lanes == 1 ? fiber->lane : 0);
    return linear - first < block->lanes;
  }

  std::string text() const {
    const std::string where = "block " + format(block->block_idx);
    if (!block->by_threads)
      return where;
    return where + (block->lanes == 1
                        ? fmt::format(", thread {}", fiber->warp * kRaddleWarpSize + fiber->lane)
                        : fmt::format(", warp {}", fiber->warp));
  }
};

// Who polls waits for whoever has changed the word last: mostly it holds a lock. Who waits at a barrier does so for those of its
// block that poll.
class WaitGraph {
public:
  explicit WaitGraph(std::span<const Block *const> blocks) {
    for (const Block *block : blocks) {
      for (const Fiber *fiber = block->ready.front(); fiber; fiber = block->ready.after(fiber))
        if (fiber->polled && fiber->polled_site == fiber->wait.site)
          parties_.push_back({block, fiber, true});
      for (const Fiber *fiber = block->fibers.first; fiber; fiber = fiber->sibling)
        if (fiber->wait.what)
          parties_.push_back({block, fiber, false});
    }
    seen_.resize(parties_.size());
  }

  std::string describeCircle() {
    for (std::size_t i = 0; i < parties_.size(); ++i)
      if (!seen_[i] && parties_[i].polls && findsCircleFrom(i))
        return describe();
    return "";
  }

private:
  // One of those is enough: a circle that leads through another one of them is as bad.
  std::optional<std::size_t> next(std::size_t number) const {
    const Party &party = parties_[number];
    if (party.polls) {
      const auto write = lastWriteTo(party.fiber->polled);
      if (!write || write->launch != party.block->run->id())
        return std::nullopt;
      return find([&](const Party &other) {
        return isSame(other.block->block_idx, write->block) && other.has(write->thread);
      });
    }
    return find([&](const Party &other) {
      return other.polls && other.block == party.block &&
             (!party.fiber->wait.mask || other.fiber->warp == party.fiber->warp);
    });
  }

  template <typename Predicate> std::optional<std::size_t> find(Predicate wanted) const {
    const auto found = std::ranges::find_if(parties_, wanted);
    if (found == parties_.end())
      return std::nullopt;
    return static_cast<std::size_t>(found - parties_.begin());
  }

  // Leaves it in `circle_`. Of one party alone it is none.
  bool findsCircleFrom(std::size_t first) {
    std::vector<std::size_t> way;
    for (std::optional<std::size_t> at = first; at; at = next(*at)) {
      if (const auto known = std::ranges::find(way, *at); known != way.end()) {
        circle_.assign(known, way.end());
        return circle_.size() > 1;
      }
      if (seen_[*at])
        return false;
      seen_[*at] = true;
      way.push_back(*at);
    }
    return false;
  }

  std::string describe() const {
    std::string text = "  they wait for each other in a circle:\n";
    for (std::size_t i = 0; i < circle_.size(); ++i) {
      const Party &party = parties_[circle_[i]], &other = parties_[circle_[(i + 1) % circle_.size()]];
      text += party.polls ? fmt::format("    {} polls {}, which {} has changed last\n", party.text(),
                                        describePolledObject(*party.block, *party.fiber), other.text())
                          : fmt::format("    {} waits at {} for {}\n", party.text(), party.fiber->wait.what,
                                        other.text());
    }
    return text;
  }

  std::vector<Party> parties_;
  std::vector<bool> seen_;
  std::vector<std::size_t> circle_;
};

} // namespace

std::string describeCircle(std::span<const Block *const> blocks) {
  return WaitGraph(blocks).describeCircle();
}

} // namespace raddle::runtime
