#include "runtime/block/sync_checks.h"

#include "check/report.h"
#include "diagnostics/messages.h"
#include "diagnostics/stack_trace.h"
#include "runtime/block/block.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace raddle::runtime {

namespace {

std::string placeAt(std::uintptr_t site) {
  return check::Access{.stack = check::placesAt(callSite(site))}.place().text();
}

// Whether two calls are one place in the source: the compiler copies loops and functions. Asked again and again.
bool areOnePlace(Block &block, std::uintptr_t one, std::uintptr_t other) {
  if (one == other)
    return true;
  static std::mutex mutex;
  static auto *const known = new std::map<std::pair<std::uintptr_t, std::uintptr_t>, bool>;
  std::lock_guard lock(mutex);
  const auto [entry, is_new] = known->try_emplace(std::minmax(one, other), false);
  if (is_new)
    block.worker->onHomeStack([&] { entry->second = placeAt(one) == placeAt(other); });
  return entry->second;
}

bool isShuffle(WarpOp op) {
  return op == WarpOp::raddle_shfl_up || op == WarpOp::raddle_shfl_down || op == WarpOp::raddle_shfl_bfly ||
         op == WarpOp::raddle_shfl_idx;
}

std::string threadsText(const std::vector<std::uint32_t> &threads) {
  return (threads.size() == 1 ? "thread " : "threads ") + formatRanges(threads);
}

// Threads that come to a barrier from one place.
struct Arrivals {
  std::uintptr_t site;
  const char *what;
  std::vector<std::uint32_t> threads;
  std::uint32_t warps = 0; // of which some thread is here
};

} // namespace

RaddleThread threadAt(const Block &block, std::uint32_t warp, std::uint32_t lane) {
  const RaddleDim3 &dim = block.block_dim;
  const std::uint32_t linear = warp * kRaddleWarpSize + lane;
  RaddleThread thread{};
  thread.thread_idx = {linear % dim.x, linear / dim.x % dim.y, linear / dim.x / dim.y};
  thread.lane = lane;
  thread.warp = warp;
  return thread;
}

void tellAt(Block &block, check::Rule rule, std::uintptr_t site, std::uintptr_t other,
            const RaddleThread *thread, const std::function<void(check::Finding &)> &describe) {
  const check::Sites sites{rule, site, other};
  if (check::countAgain(sites))
    return;
  block.worker->onHomeStack([&] {
    check::Finding finding = check::Finding::of(rule, "");
    finding.here.stack = check::placesAt(callSite(site));
    finding.here.who = {
        .kernel = kernelName(block.kernel()), .launch = block.run->launchNumber(), .block = block.block_idx};
    if (thread) {
      finding.here.who.thread = thread->thread_idx;
      finding.here.who.warp = thread->warp;
      finding.here.who.lane = thread->lane;
    }
    describe(finding);
    check::report(std::move(finding), &sites);
  });
}

void tellOf(Block &block, std::uint32_t warp, const AbsentRead &read, std::uintptr_t site) {
  const RaddleThread thread = threadAt(block, warp, read.lane);
  tellAt(block, check::Rule::kAbsentLane, site, read.is_discarded, &thread, [&](check::Finding &finding) {
    const bool is_named = read.mask >> read.source & 1, is_gone = read.returned >> read.source & 1;
    const bool exists = warp * kRaddleWarpSize + read.source < block.thread_count;
    finding.what = fmt::format("lane {} reads by {}({:#010x}) from lane {}, {}", read.lane, read.operation,
                               read.mask, read.source,
                               !exists     ? "which the block does not have"
                               : !is_named ? "which the mask does not name"
                               : is_gone   ? "which has returned"
                                           : "which does not take part");
    if (read.is_discarded) {
      finding.severity = check::Severity::kNote;
      finding.notes.push_back({"it does no harm where the value is not used; that depends on a condition"});
    }
  });
}

void SyncChecks::begin(std::uint32_t threads) {
  std::fill_n(lanes_.begin(), threads, Lane());
  arrivals_.fill(0);
}

void SyncChecks::tellOfOtherMask(Block &block, const Fiber &self, WarpOp op, std::uint32_t mask,
                                 std::uint32_t other) {
  const Lane &mine = laneOf(self);
  const std::uint32_t its_mask = lanes_[self.warp * kRaddleWarpSize + other].mask;
  tellAt(block, check::Rule::kDifferentMasks, mine.site, 0, &self, [&](check::Finding &finding) {
    finding.what =
        fmt::format("lane {} calls {} with mask {:#010x}, which names lane {}, but that calls it with "
                    "mask {:#010x}",
                    self.lane, spelling(op), mask, other, its_mask);
  });
}

void SyncChecks::arrive(Block &block, const Fiber &self, WarpOp op, std::uint32_t mask, std::uintptr_t site) {
  const Warp &warp = *self.own_warp;
  Lane &mine = laneOf(self);
  mine.times = mine.site == site ? mine.times + 1 : 1;
  mine.site = site;
  mine.mask = mask;
  // Neither could ever go on.
  for (std::uint32_t rest = warp.open; rest; rest &= rest - 1) {
    const Warp::Group &group = warp.groups[std::countr_zero(rest)];
    const std::uint32_t waiting = warp.arrivedAt(group);
    if (group.mask == mask || !(group.mask >> self.lane & 1) || !(mask & waiting))
      continue;
    const auto other = static_cast<std::uint32_t>(std::countr_zero(mask & waiting));
    const Lane &its = lanes_[self.warp * kRaddleWarpSize + other];
    Fault fault;
    fault.kind = FaultKind::kIllegalInstruction;
    fault.rule = check::Rule::kDifferentMasks;
    fault.text = fmt::format("lane {} calls {} with mask {:#010x}, which names lane {}, but that waits at {} "
                             "with mask {:#010x}",
                             self.lane, spelling(op), mask, other, spelling(group.op), group.mask);
    fault.site = callSite(site);
    fault.thread = self;
    fault.notes.push_back({fmt::format("lane {} waits here", other), callSite(its.site)});
    raiseFault(block, std::move(fault));
  }
  // Some may have come and gone before.
  for (std::uint32_t gone = mask & warp.exited; gone; gone &= gone - 1) {
    const auto other = static_cast<std::uint32_t>(std::countr_zero(gone));
    if (leftWithOtherMask(self.warp, other, site, mask) &&
        lanes_[self.warp * kRaddleWarpSize + other].times == mine.times)
      tellOfOtherMask(block, self, op, mask, other);
  }
}

void SyncChecks::exit(Block &block, const Fiber &self) {
  const Warp &warp = *self.own_warp;
  const Lane &mine = laneOf(self);
  for (std::uint32_t rest = warp.open; rest; rest &= rest - 1) {
    const Warp::Group &group = warp.groups[std::countr_zero(rest)];
    if (!(group.missing >> self.lane & 1) || mine.mask == group.mask)
      continue;
    const Fiber &waiting = *group.waiting.front();
    const Lane &its = laneOf(waiting);
    if (its.site == mine.site && its.times == mine.times)
      tellOfOtherMask(block, waiting, group.op, group.mask, self.lane);
  }
}

void SyncChecks::shuffle(Block &block, const Warp &warp, WarpOp op, std::uint32_t mask, std::uint32_t lanes) {
  if (!isShuffle(op))
    return;
  const auto index = static_cast<std::uint32_t>(&warp - block.warps);
  for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    Lane &its = lanes_[index * kRaddleWarpSize + lane];
    const bool is_discarded = std::exchange(its.discards, false);
    const auto source = static_cast<std::uint32_t>(warp.operands.value[lane] >> 32);
    // Where the masks differ, that is what has been told.
    if (!(lanes >> source & 1) && !(mask >> source & 1 && leftWithOtherMask(index, source, its.site, mask)))
      tellOf(block, index, {spelling(op), mask, lane, source, warp.exited, is_discarded}, its.site);
  }
}

void SyncChecks::meet(Block &block, const FiberQueue &waiting, const Fiber *last, const char *what,
                      std::uintptr_t site) {
  const Fiber *first = last ? last : waiting.front();
  const std::uintptr_t usual = last ? site : first ? first->wait.site : 0;
  bool is_one = true;
  for (const Fiber *fiber = waiting.front(); fiber && is_one; fiber = waiting.after(fiber))
    is_one = areOnePlace(block, fiber->wait.site, usual);
  if (is_one)
    return;
  std::vector<Arrivals> places;
  auto add = [&](const Fiber &fiber, const char *called, std::uintptr_t from) {
    auto place = std::ranges::find_if(
        places, [&](const Arrivals &other) { return areOnePlace(block, other.site, from); });
    if (place == places.end())
      place = places.insert(places.end(), {from, called, {}});
    place->warps |= 1u << fiber.warp;
    const std::uint32_t thread = fiber.warp * kRaddleWarpSize + (block.lanes == 1 ? fiber.lane : 0);
    for (std::uint32_t i = 0; i < block.lanes && thread + i < block.thread_count; ++i)
      place->threads.push_back(thread + i);
  };
  for (const Fiber *fiber = waiting.front(); fiber; fiber = waiting.after(fiber))
    add(*fiber, fiber->wait.what, fiber->wait.site);
  if (last)
    add(*last, what, site);
  for (Arrivals &place : places)
    std::ranges::sort(place.threads);
  // The place that comes first in the source, which on the other engine is found first, too.
  block.worker->onHomeStack([&] {
    std::ranges::sort(places, {}, [](const Arrivals &place) {
      const check::Place at = check::Access{.stack = check::placesAt(callSite(place.site))}.place();
      return std::tuple(at.file, at.line, at.column);
    });
  });
  const Arrivals &here = places[0], &there = places[1];
  const std::uint32_t divided = here.warps & there.warps;
  auto nameOthers = [&](check::Finding &finding) {
    for (const Arrivals &place : std::span(places).subspan(1)) {
      const std::vector<check::Place> stack = check::placesAt(callSite(place.site));
      finding.notes.push_back({fmt::format("{} {} to {} here", threadsText(place.threads),
                                           place.threads.size() == 1 ? "comes" : "come", place.what),
                               check::Access{.stack = stack}.place()});
    }
  };
  tellAt(block, divided ? check::Rule::kDivergentBarrier : check::Rule::kDifferentBarriers, here.site,
         there.site, nullptr, [&](check::Finding &finding) {
           finding.what =
               fmt::format("{} {} to {}, and meet{} {} at another barrier in the source",
                           threadsText(here.threads), here.threads.size() == 1 ? "comes" : "come", here.what,
                           divided ? " threads of the same warp," : "", threadsText(there.threads));
           if (std::string_view(here.what) != there.what)
             finding.severity = check::Severity::kError;
           nameOthers(finding);
         });
}

void SyncChecks::end(Block &block) {
  for (std::uint32_t id = 0; id < arrivals_.size(); ++id) {
    const Barrier &barrier = block.barriers[id];
    if (!(block.open_barriers >> id & 1) || !arrivals_[id] || !barrier.waiting.empty())
      continue;
    const std::uint32_t arrived = (barrier.expected - barrier.missing) * block.lanes;
    tellAt(block, check::Rule::kArriveWithoutWait, arrivals_[id], 0, nullptr, [&](check::Finding &finding) {
      finding.what =
          fmt::format("{} of {} threads have arrived at barrier {}, and nobody waits there any more", arrived,
                      barrier.expected * block.lanes, id);
    });
  }
}

} // namespace raddle::runtime
