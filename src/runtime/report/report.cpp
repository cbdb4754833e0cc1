// Reports on launches that cannot get on: who waits where.
#include "runtime/report/report.h"
#include "diagnostics/messages.h"
#include "diagnostics/stack_trace.h"
#include "runtime/report/polled_words.h"

#include "base/checks.h"
#include "check/report.h"
#include "diagnostics/symbolizer.h"
#include "runtime/block/block.h"
#include "runtime/block/multi_grid.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace raddle::runtime {

namespace {

// More groups than this would bury the fact that matters.
constexpr std::size_t kMaxLines = 16;

// Threads that wait for the same thing at the same place.
struct Group {
  std::uint32_t warp = 0; // of warp intrinsics
  std::uint32_t mask = 0; // of warp intrinsics; 0: a block-wide wait
  std::string_view what;
  std::uintptr_t site = 0;
  std::vector<std::uint32_t> threads; // linear indices, ascending
  std::uint32_t gone = 0;             // of warp intrinsics: lanes of the warp that have returned
  bool all_but_returned = false;      // instead of `threads`, where nobody knows which have returned

  auto place() const { return std::tie(warp, mask, what, site); }
};

using Groups = std::vector<Group>;

// The lanes that the first warp of a fiber has in the block.
std::uint32_t existingLanes(const Block &block, const Fiber &fiber) {
  const std::uint32_t count =
      std::min<std::uint32_t>(block.thread_count - fiber.warp * kRaddleWarpSize, kRaddleWarpSize);
  return ~std::uint32_t{0} >> (kRaddleWarpSize - count);
}

// The warps run one after the other, and the block as a whole waits for others.
bool standsForBlock(const Block &block, const Fiber &fiber) {
  return !block.by_threads && block.spanning && !fiber.live_lanes;
}

// The threads that are such lanes of a fiber's warp, or of several warps that run as one.
void appendLanes(std::vector<std::uint32_t> &threads, const Block &block, const Fiber &fiber,
                 std::uint32_t lanes) {
  const std::uint32_t first = fiber.warp * kRaddleWarpSize;
  for (std::uint32_t i = 0; i < block.lanes && first + i < block.thread_count; ++i)
    if (lanes >> i % kRaddleWarpSize & 1)
      threads.push_back(first + i);
}

// The threads that stand where the fiber does: all, one, or lanes of its warp.
void appendThreads(std::vector<std::uint32_t> &threads, const Block &block, const Fiber &fiber) {
  if (standsForBlock(block, fiber)) {
    threads.resize(block.thread_count);
    std::iota(threads.begin(), threads.end(), 0);
    return;
  }
  if (block.lanes == 1)
    threads.push_back(fiber.warp * kRaddleWarpSize + fiber.lane);
  else
    appendLanes(threads, block, fiber, fiber.lanes_here ? fiber.lanes_here : existingLanes(block, fiber));
}

// Threads of the block that have returned. Of a warp that runs as one it is known where it waits.
std::uint32_t returnedThreads(const Block &block) {
  // Warps that run one after the other are at a barrier, have not come there yet, or have returned; nobody keeps a record of
  // that, but it is known of a warp that cannot get on.
  if (!block.by_threads) {
    const Fiber *fiber = block.fibers.first;
    if (!fiber || fiber->sibling || !fiber->live_lanes || block.warpCount() > 1)
      return 0;
    return static_cast<std::uint32_t>(std::popcount(existingLanes(block, *fiber) & ~fiber->live_lanes));
  }
  if (block.lanes == 1)
    return block.thread_count - block.live;
  std::uint32_t returned = 0;
  for (std::uint32_t first = 0; first < block.thread_count; first += block.lanes)
    if (block.warps[first / kRaddleWarpSize].exited & 1)
      returned += std::min(block.lanes, block.thread_count - first);
  for (const Fiber *fiber = block.fibers.first; fiber; fiber = fiber->sibling) {
    const std::uint32_t live = fiber->live_lanes ? fiber->live_lanes : fiber->lanes_here;
    if (fiber->wait.what && live)
      returned += static_cast<std::uint32_t>(std::popcount(existingLanes(block, *fiber) & ~live)) *
                  (block.lanes / kRaddleWarpSize);
  }
  return returned;
}

Group &groupAt(Groups &groups, Group where, const Block &block, const Fiber &fiber) {
  auto group =
      std::find_if(groups.begin(), groups.end(), [&](const Group &g) { return g.place() == where.place(); });
  if (group == groups.end())
    group = groups.insert(groups.end(), std::move(where));
  const std::uint32_t exited = block.warps[fiber.warp].exited;
  group->gone = fiber.live_lanes ? ~fiber.live_lanes : exited;
  return *group;
}

void add(Groups &groups, Group where, const Block &block, const Fiber &fiber) {
  Group &group = groupAt(groups, std::move(where), block, fiber);
  group.all_but_returned = standsForBlock(block, fiber) && !fiber.lanes_here;
  appendThreads(group.threads, block, fiber);
}

Group groupOf(const WaitPlace &wait, const Fiber &fiber) {
  return {wait.mask ? fiber.warp : 0, wait.mask, wait.what, wait.site, {}};
}

// Whether such lanes of a warp whose lanes run in lockstep wait for others, if only before the place where they do.
bool waitForOthers(const PartedLanes &parted, const Fiber &fiber) {
  return parted.knows_whom &&
         (!parted.next.mask || (parted.next.mask & fiber.live_lanes & ~parted.lanes) != 0);
}

// Warp intrinsics first, in the order of the threads.
void sort(Groups &groups) {
  for (Group &group : groups)
    std::sort(group.threads.begin(), group.threads.end());
  std::sort(groups.begin(), groups.end(), [](const Group &a, const Group &b) {
    return std::pair(a.mask == 0, a.threads.front()) < std::pair(b.mask == 0, b.threads.front());
  });
}

Groups waitingGroups(const Block &block) {
  Groups groups;
  for (const Fiber *fiber = block.fibers.first; fiber; fiber = fiber->sibling) {
    if (const WaitPlace &wait = fiber->wait; wait.what)
      add(groups, groupOf(wait, *fiber), block, *fiber);
    if (!fiber->live_lanes)
      continue;
    for (const PartedLanes &parted : block.parted)
      if (waitForOthers(parted, *fiber))
        appendLanes(groupAt(groups, groupOf(parted.next, *fiber), block, *fiber).threads, block, *fiber,
                    parted.lanes);
  }
  sort(groups);
  return groups;
}

std::uint32_t laneMask(const std::vector<std::uint32_t> &threads) {
  std::uint32_t lanes = 0;
  for (std::uint32_t thread : threads)
    lanes |= 1u << thread % kRaddleWarpSize;
  return lanes;
}

std::string atPlace(const std::string &place) { return place.empty() ? "" : fmt::format(" [{}]", place); }

std::vector<std::string> placesOf(const Groups &groups) {
  std::vector<std::uintptr_t> sites;
  for (const Group &group : groups)
    if (sites.size() < kMaxLines)
      sites.push_back(callSite(group.site));
  return symbolize(sites);
}

// A call that the compiler has copied is one place in the source.
void joinCopies(Groups &groups, std::vector<std::string> &places) {
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = places.size() - 1; j > i; --j) {
      Group &group = groups[i], &copy = groups[j];
      if (places[i].empty() || places[i] != places[j] || group.what != copy.what || group.mask != copy.mask ||
          group.warp != copy.warp)
        continue;
      group.threads.insert(group.threads.end(), copy.threads.begin(), copy.threads.end());
      std::sort(group.threads.begin(), group.threads.end());
      groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(j));
      places.erase(places.begin() + static_cast<std::ptrdiff_t>(j));
    }
}

bool isSyncChecked(const Block &block) {
  return block.run->launch().checked && check::enabled(check::Detector::kSync);
}

// Whom such threads wait for at a barrier: those that are known to be elsewhere, or how many.
std::string awaitedAtBarrier(const Block &block, const Group &group, const Groups &groups) {
  for (const Barrier &barrier : block.barriers)
    for (const Fiber *fiber = barrier.waiting.front(); fiber && barrier.expected && barrier.missing;
         fiber = barrier.waiting.after(fiber))
      if (fiber->wait.site == group.site)
        return fmt::format(", for {}", plural(barrier.missing * block.lanes, "more thread"));
  std::vector<std::uint32_t> others;
  for (const Group &other : groups)
    if (&other != &group)
      others.insert(others.end(), other.threads.begin(), other.threads.end());
  std::sort(others.begin(), others.end());
  if (others.empty())
    return "";
  return fmt::format(", for {} {}", others.size() == 1 ? "thread" : "threads", formatRanges(others));
}

// One line for each group of threads that wait for the same thing at the same place.
std::string describeWaiting(const Block &block) {
  std::string text;
  Groups groups = waitingGroups(block);
  std::vector<std::string> places = placesOf(groups);
  joinCopies(groups, places);
  const std::uint32_t returned = returnedThreads(block);
  std::size_t line = 0;
  for (const Group &group : groups) {
    if (line == places.size()) {
      text += fmt::format("  ... and {} more groups of threads\n", groups.size() - line);
      break;
    }
    const std::string place = atPlace(places[line++]);
    const std::vector<std::uint32_t> &threads = group.threads;
    const bool single = threads.size() == 1;
    const char *verb = single ? "waits" : "wait";
    if (group.all_but_returned) {
      text += fmt::format("  all threads that have not returned wait at {}{}\n", group.what, place);
    } else if (group.mask) {
      std::uint32_t here = laneMask(threads);
      std::uint32_t missing = group.mask & ~here & ~group.gone;
      text += fmt::format("  warp {}: {} {} at {}({:#010x}){} for {}\n", group.warp, formatLanes(here), verb,
                          group.what, group.mask, place, formatLanes(missing));
    } else {
      text += fmt::format("  {} {} {} at {}{}, {} of {}{}\n", single ? "thread" : "threads",
                          formatRanges(threads), verb, group.what, place, threads.size(),
                          block.thread_count - returned,
                          isSyncChecked(block) ? awaitedAtBarrier(block, group, groups) : "");
    }
  }
  if (returned)
    text += fmt::format("  {} of {} threads have returned\n", returned, block.thread_count);
  return text;
}

// The lanes of a warp that would go on, did they not run in lockstep with those that wait.
std::string describeOtherLanes(const Block &block, const Fiber &fiber) {
  const std::uint32_t existing = existingLanes(block, fiber);
  std::uint32_t parted = existing & fiber.live_lanes & ~fiber.lanes_here;
  std::string text;
  auto waitInFront = [&](std::uint32_t lanes, const std::string &of) {
    if (lanes)
      text += fmt::format("  warp {}: {} {} until those go on{}\n", fiber.warp, formatLanes(lanes),
                          std::has_single_bit(lanes) ? "waits" : "wait", of);
  };
  for (const PartedLanes &some : block.parted) {
    parted &= ~some.lanes;
    if (waitForOthers(some, fiber))
      continue;
    std::string of = some.next.what ? fmt::format(", to {}", some.next.what) : "";
    if (some.next.mask)
      of += fmt::format("({:#010x})", some.next.mask);
    waitInFront(some.lanes, of + atPlace(symbolize({callSite(some.next.site)})[0]));
  }
  waitInFront(parted, "");
  if (const std::uint32_t returned = existing & ~fiber.live_lanes)
    text += fmt::format("  warp {}: {} {} returned\n", fiber.warp, formatLanes(returned),
                        std::has_single_bit(returned) ? "has" : "have");
  return text;
}

// For the checker: which rule was broken, and how, where it is more than that nobody can go on.
class BrokenRule {
public:
  explicit BrokenRule(const Block &block)
      : block_(block), groups_(waitingGroups(block)), places_(placesOf(groups_)) {}

  void describe(Fault &fault) const {
    if (!describeMask(fault))
      describeDividedWarp(fault);
  }

private:
  // Lanes wait for others of their warp, which are not on their way to the same operation.
  bool describeMask(Fault &fault) const {
    for (const Group &group : groups_) {
      const std::uint32_t here = group.mask ? laneMask(group.threads) : 0,
                          missing = group.mask & ~here & ~group.gone;
      if (!missing)
        continue;
      const bool others_differ = comeWithOtherMask(group, missing);
      fault.rule = others_differ ? check::Rule::kDifferentMasks : check::Rule::kMissingLanes;
      fault.site = callSite(group.site);
      fault.finding = fmt::format("{} of warp {} {} at {}({:#010x}) for {}, which {}", formatLanes(here),
                                  group.warp, std::has_single_bit(here) ? "waits" : "wait", group.what,
                                  group.mask, formatLanes(missing),
                                  others_differ                  ? "called it with another mask"
                                  : std::has_single_bit(missing) ? "does not come there"
                                                                 : "do not come there");
      return true;
    }
    return false;
  }

  bool comeWithOtherMask(const Group &group, std::uint32_t missing) const {
    for (const PartedLanes &parted : block_.parted)
      if (parted.lanes & missing && parted.next.what && parted.next.what == group.what &&
          !parted.knows_whom &&
          symbolize({callSite(parted.next.site)})[0] == symbolize({callSite(group.site)})[0])
        return true;
    if (!block_.sync_checks || block_.lanes != 1)
      return false;
    for (std::uint32_t rest = missing; rest; rest &= rest - 1)
      if (block_.sync_checks->leftWithOtherMask(
              group.warp, static_cast<std::uint32_t>(std::countr_zero(rest)), group.site, group.mask))
        return true;
    return false;
  }

  // Threads of one warp are at different barriers of the block.
  void describeDividedWarp(Fault &fault) const {
    for (std::uint32_t warp = 0; warp < block_.warpCount(); ++warp) {
      std::vector<std::size_t> at;
      for (std::size_t i = 0; i < places_.size(); ++i)
        if (groups_[i].mask == 0 && isSpelledAsWholeBlock(groups_[i].what) && hasThreadOf(warp, groups_[i]))
          at.push_back(i);
      if (at.size() < 2)
        continue;
      std::ranges::sort(at, {}, [&](std::size_t i) {
        const check::Place place = check::Access{.stack = check::placesAt(callSite(groups_[i].site))}.place();
        return std::tuple(place.file, place.line, place.column);
      });
      const Group &first = groups_[at[0]], &second = groups_[at[1]];
      fault.rule = check::Rule::kDivergentBarrier;
      fault.site = callSite(first.site);
      fault.finding =
          fmt::format("threads {} come to {}, and others of warp {} are at another barrier: threads {}{}",
                      formatRanges(first.threads), first.what, warp, formatRanges(second.threads),
                      atPlace(places_[at[1]]));
      return;
    }
  }

  static bool isSpelledAsWholeBlock(std::string_view what) { return what.starts_with("__syncthreads"); }
  static bool hasThreadOf(std::uint32_t warp, const Group &group) {
    return std::ranges::any_of(group.threads,
                               [&](std::uint32_t thread) { return thread / kRaddleWarpSize == warp; });
  }

  const Block &block_;
  const Groups groups_;
  const std::vector<std::string> places_;
};

// Whether all that wait do so at barriers of the block, but not at the same one in the source.
bool waitAtDifferentBarriers(const Block &block) {
  const Groups groups = waitingGroups(block);
  return groups.size() > 1 &&
         std::all_of(groups.begin(), groups.end(), [](const Group &group) { return group.mask == 0; });
}

} // namespace

std::uintptr_t firstWait(const Block &block) {
  // Where some poll, others may wait for those.
  if (const Fiber *polling = block.ready.front(); polling && polling->wait.site)
    return callSite(polling->wait.site);
  for (const Group &group : waitingGroups(block))
    if (group.site)
      return callSite(group.site);
  return 0;
}

std::uintptr_t firstWait(const Run &run, const Cohort &cohort) {
  std::uintptr_t site = 0;
  cohort.visit([&](std::span<const Cohort::Member> members) {
    for (const Cohort::Member &member : members)
      if (!site && member.block && member.block->run.get() == &run)
        site = firstWait(*member.block);
  });
  return site;
}

Fault describeDeadlock(const Block &block) {
  Fault fault;
  fault.kind = FaultKind::kDeadlock;
  fault.verbatim = true;
  fault.site = firstWait(block);
  fault.text = fmt::format("raddle: error: kernel '{}' cannot make progress in block {}",
                           kernelName(block.kernel()), format(block.block_idx));
  if (block.out_of_stacks)
    fault.text += ": no address space is left for the stacks of its threads\n";
  else
    fault.text += '\n' + describeWaiting(block);
  const bool is_about_barriers = waitAtDifferentBarriers(block);
  for (const Fiber *fiber = block.fibers.first; fiber; fiber = fiber->sibling)
    if (fiber->live_lanes)
      fault.text +=
          describeOtherLanes(block, *fiber) +
          (is_about_barriers ? ""
                             : "note: here the lanes of a warp run in lockstep; RADDLE_LANES=1 lets them "
                               "wait for each other in different places\n");
  if (is_about_barriers)
    fault.text +=
        "note: all threads of a block that have not returned must come to the same barrier; one in a branch "
        "that not all of them take belongs after it\n";
  if (isSyncChecked(block) && !block.out_of_stacks)
    BrokenRule(block).describe(fault);
  return fault;
}

namespace {

bool comesBefore(const RaddleDim3 &a, const RaddleDim3 &b) {
  return std::tie(a.z, a.y, a.x) < std::tie(b.z, b.y, b.x);
}

bool alike(const Groups &a, const Groups &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Group &x, const Group &y) {
    return x.place() == y.place() && x.threads == y.threads;
  });
}

// Blocks whose threads wait in the same way.
struct BlockGroup {
  Groups waiting;
  std::vector<const Block *> blocks;
};

std::vector<BlockGroup> groupAlike(std::vector<const Block *> blocks) {
  std::sort(blocks.begin(), blocks.end(),
            [](const Block *a, const Block *b) { return comesBefore(a->block_idx, b->block_idx); });
  std::vector<BlockGroup> groups;
  for (const Block *block : blocks) {
    Groups waiting = waitingGroups(*block);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const BlockGroup &g) {
      return alike(g.waiting, waiting) && g.blocks[0]->live == block->live;
    });
    if (group == groups.end())
      group = groups.insert(groups.end(), {std::move(waiting), {}});
    group->blocks.push_back(block);
  }
  return groups;
}

// "block (0,0,0)", "blocks (0,0,0), (1,0,0) and 5 more"
std::string formatBlocks(const std::vector<RaddleDim3> &blocks) {
  constexpr std::size_t kMaxBlocks = 8;
  std::string text = blocks.size() == 1 ? "block " : "blocks ";
  for (std::size_t i = 0; i < std::min(blocks.size(), kMaxBlocks); ++i)
    text += (i ? ", " : "") + format(blocks[i]);
  if (blocks.size() > kMaxBlocks)
    text += fmt::format(" and {} more", blocks.size() - kMaxBlocks);
  return text;
}

std::string indented(const std::string &lines) {
  std::string text;
  for (std::size_t start = 0; start < lines.size();) {
    const std::size_t end = lines.find('\n', start) + 1;
    text += "  " + lines.substr(start, end - start);
    start = end;
  }
  return text;
}

std::string describeBlocks(std::vector<const Block *> blocks) {
  std::string text;
  const std::vector<BlockGroup> groups = groupAlike(std::move(blocks));
  for (std::size_t i = 0; i < std::min(groups.size(), kMaxLines); ++i) {
    std::vector<RaddleDim3> indices;
    for (const Block *block : groups[i].blocks)
      indices.push_back(block->block_idx);
    text += fmt::format("  {}:\n{}", formatBlocks(indices), indented(describeWaiting(*groups[i].blocks[0])));
  }
  if (groups.size() > kMaxLines)
    text += fmt::format("  ... and {} more groups of blocks\n", groups.size() - kMaxLines);
  return text;
}

} // namespace

std::string describeStuck(const Run &run, const Cohort &cohort) {
  std::vector<const Block *> waiting;
  std::map<std::uint32_t, std::vector<RaddleDim3>> returned; // by grid
  std::size_t returned_count = 0;
  std::string waits;
  cohort.visit([&](std::span<const Cohort::Member> members) {
    for (const Cohort::Member &member : members)
      if (!member.block) {
        returned[member.grid_rank].push_back(member.block_idx);
        ++returned_count;
      } else if (member.block->run.get() == &run)
        waiting.push_back(member.block);
    waits = describeBlocks(std::move(waiting));
  });
  const MultiGrid *grids = run.multiGrid();
  auto ofGrid = [&](const char *preposition, std::uint32_t rank) {
    return grids ? fmt::format(" {} grid {} of {}", preposition, rank, grids->size) : std::string();
  };
  std::string text =
      fmt::format("raddle: error: kernel '{}' cannot make progress{}: all its blocks wait for others",
                  kernelName(run.kernel()), ofGrid("in", run.launch().extras().grid_rank));
  if (returned_count)
    text += fmt::format(", of which {} {} returned", returned_count, returned_count == 1 ? "has" : "have");
  text += '\n' + waits;
  for (auto &[rank, blocks] : returned) {
    std::sort(blocks.begin(), blocks.end(), comesBefore);
    text += fmt::format("  {}{} {} returned\n", formatBlocks(blocks), ofGrid("of", rank),
                        blocks.size() == 1 ? "has" : "have");
  }
  if (std::uint64_t unstarted = cohort.unstarted())
    text += fmt::format("  {} {} never started\n", unstarted, unstarted == 1 ? "block" : "blocks");
  return text;
}

std::string describeSuspended(const Run &run, const Cohort &cohort) {
  std::string text;
  cohort.visit([&](std::span<const Cohort::Member> members) {
    std::vector<const Block *> waiting;
    for (const Cohort::Member &member : members)
      if (member.waits && member.block->run.get() == &run)
        waiting.push_back(member.block);
    text = describeBlocks(std::move(waiting));
  });
  return text;
}

// The word that the first of those threads polls: mostly they all poll the same.
static std::string describePolledWordOf(const Block &block, const Group &group) {
  for (const Fiber *fiber = block.ready.front(); fiber; fiber = block.ready.after(fiber))
    if (fiber->wait.site == group.site)
      return describePolledWord(block, *fiber, "  ");
  return "";
}

std::string describePolling(const Block &block) {
  Groups groups;
  for (const Fiber *fiber = block.ready.front(); fiber; fiber = block.ready.after(fiber))
    add(groups, {0, 0, "", fiber->wait.site, {}}, block, *fiber);
  sort(groups);

  std::string text;
  const std::vector<std::string> places = placesOf(groups);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::vector<std::uint32_t> &threads = groups[i].threads;
    const bool single = threads.size() == 1;
    text +=
        fmt::format("  block {}: {} {} {} memory{}\n", format(block.block_idx), single ? "thread" : "threads",
                    formatRanges(threads), single ? "polls" : "poll", atPlace(places[i]));
    if (isSyncChecked(block))
      text += describePolledWordOf(block, groups[i]);
  }
  for (const Fiber *fiber = block.ready.front(); fiber; fiber = block.ready.after(fiber))
    if (const std::uint32_t others = existingLanes(block, *fiber) & ~fiber->lanes_here;
        block.lanes != 1 && fiber->lanes_here && others)
      text += fmt::format("  warp {}: {} wait for those, unless they have returned\n", fiber->warp,
                          formatLanes(others));
  // They run up to a barrier one after the other.
  if (!block.by_threads && block.warpCount() > 1)
    text += "  the other warps of the block run before or after that one\n";
  return text + describeWaiting(block);
}

std::string describeSharedOverrun(const Block &block, const SharedMemory::Overrun &overrun) {
  std::string text;
  auto add = [&](const Damage &damage, bool in_front) {
    text += fmt::format(
        "raddle: {}: kernel '{}' overwrote {} {} the shared memory of a block, which has {}, {}\n",
        checks().lenient ? "warning" : "error", kernelName(block.kernel()), plural(damage.bytes, "byte"),
        in_front ? "before" : "past", block.describeShared(),
        in_front ? distanceInFront(damage, SharedMemory::kFrontMargin) : distanceBehind(damage));
  };
  if (overrun.front)
    add(*overrun.front, true);
  if (overrun.rear)
    add(*overrun.rear, false);
  return text + "note: this was found when blocks had ended\n";
}

} // namespace raddle::runtime
