#include "runtime/race/race_report.h"

#include "abi/race_flags.h"
#include "check/report.h"
#include "diagnostics/messages.h"
#include "diagnostics/stack_trace.h"
#include "runtime/race/memory_name.h"
#include "runtime/race/sites.h"

#include <fmt/format.h>

#include <set>
#include <mutex>
#include <tuple>

namespace raddle::runtime::race {

namespace {

using check::Rule;

// One of the two, in words.
struct Side {
  check::Access access;
  std::string text; // "write of 4 bytes"
  bool writes, is_atomic, is_copy;
};

const char *articleOf(const Side &side) { return side.text.starts_with("a") ? "an" : "a"; }

std::string textOf(const Site &site, bool writes, bool is_atomic) {
  const std::string bytes = site.bytes ? fmt::format(" of {}", plural(site.bytes, "byte")) : "";
  if (site.flags & kRaddleRaceIsCopy)
    return "asynchronous copy";
  if (is_atomic && site.flags & kRaddleRaceIsVolatile)
    return fmt::format("volatile {}{}", writes ? "write" : "read", bytes);
  if (is_atomic)
    return fmt::format("{}{}", !writes ? "atomic read" : site.flags & kRaddleRaceReads ? "atomic update" : "atomic write",
                       bytes);
  return fmt::format("{}{}", writes ? "write" : "read", bytes);
}

RaddleDim3 threadOf(unsigned warp, unsigned lane, const RaddleDim3 &dim) {
  const std::uint32_t linear = warp * kRaddleWarpSize + lane;
  return {linear % dim.x, linear / dim.x % dim.y, linear / dim.x / dim.y};
}

std::vector<check::Place> stackAt(std::uintptr_t call) {
  return call ? check::placesAt(call) : std::vector<check::Place>();
}

Side sideOf(const Conflict &conflict) {
  const Segment &segment = segmentAt(segmentOf(conflict.earlier));
  const LaunchRecord &launch = *segment.block->launch;
  const Site site = siteAt(siteOf(conflict.earlier));
  Side side{{},
            "",
            (conflict.earlier & kSlotWrites) != 0,
            (conflict.earlier & kSlotAtomic) != 0,
            (site.flags & kRaddleRaceIsCopy) != 0};
  side.text = textOf(site, side.writes, side.is_atomic);
  side.access.stack = stackAt(site.call);
  side.access.write = side.writes;
  side.access.bytes = static_cast<unsigned>(site.bytes);
  side.access.who.kernel = launch.kernel;
  side.access.who.launch = launch.number;
  if (!conflict.is_anonymous) {
    side.access.who.block = segment.block->index;
    side.access.who.thread = threadOf(segment.warp, laneOf(conflict.earlier), launch.block_dim);
    side.access.who.warp = segment.warp;
    side.access.who.lane = laneOf(conflict.earlier);
  }
  return side;
}

Side sideOf(const BlockState &state, const Conflict &conflict) {
  const Site site = siteAt(siteOf(conflict.access));
  Side side{{},
            "",
            (conflict.access & kSlotWrites) != 0,
            (conflict.access & kSlotAtomic) != 0,
            (site.flags & kRaddleRaceIsCopy) != 0};
  side.text = textOf(site, side.writes, side.is_atomic);
  side.access.stack = stackAt(site.call);
  side.access.write = side.writes;
  side.access.bytes = static_cast<unsigned>(site.bytes);
  side.access.who = {.kernel = state.launch().kernel,
                     .launch = state.launch().number,
                     .block = state.record().index,
                     .thread = threadOf(conflict.warp, conflict.lane, state.launch().block_dim),
                     .warp = conflict.warp,
                     .lane = conflict.lane};
  return side;
}

// Who the two are to each other.
enum class Distance { kWarp, kBlock, kCluster, kGrid };

Distance distanceOf(const BlockState &state, const Conflict &conflict) {
  const Segment &segment = segmentAt(segmentOf(conflict.earlier));
  if (conflict.is_anonymous)
    return conflict.earlier & kOtherBlocks  ? Distance::kGrid
           : conflict.earlier & kOtherWarps ? Distance::kBlock
                                            : Distance::kWarp;
  if (segment.block != &state.record())
    return segment.block->cluster == state.record().cluster ? Distance::kCluster : Distance::kGrid;
  return segment.warp == conflict.warp ? Distance::kWarp : Distance::kBlock;
}

Rule ruleOf(const BlockState &state, const Conflict &conflict, bool is_shared) {
  if (conflict.kind == Conflict::kLockStep)
    return Rule::kLockStep;
  if (conflict.kind == Conflict::kNarrow)
    return Rule::kRaceNarrowScope;
  if (conflict.is_same_value)
    return Rule::kRaceSameValue;
  const bool is_of_copy = siteAt(siteOf(conflict.earlier)).flags & kRaddleRaceIsCopy;
  if (!is_of_copy && !conflict.is_anonymous && !state.history().acquires.empty()) {
    const Segment &segment = segmentAt(segmentOf(conflict.earlier));
    const Stamp x{segment.epochs, segment.events, static_cast<std::uint8_t>(segment.warp),
                  static_cast<std::uint8_t>(laneOf(conflict.earlier))};
    const Stamp y = state.now(conflict.warp, conflict.lane);
    if (isReleasedTo(segment.block, x, &state.record(), state.history(), y, Demand::kAnyScope))
      return Rule::kRaceNarrowScope;
    if (isReleasedTo(segment.block, x, &state.record(), state.history(), y, Demand::kAnything))
      return Rule::kRaceMissingFence;
  }
  if (((conflict.earlier | conflict.access) & kSlotAtomic) != 0)
    return Rule::kRaceWithAtomic;
  return is_shared ? Rule::kRaceShared : Rule::kRaceGlobal;
}

// Whether two instructions of lanes of one warp follow each other, and nothing at all has come between that could order them.
bool reliesOnLockStep(const BlockState &state, const Conflict &conflict, Distance distance) {
  if (distance != Distance::kWarp || conflict.is_anonymous || siteOf(conflict.earlier) == siteOf(conflict.access))
    return false;
  return segmentAt(segmentOf(conflict.earlier)).events == state.history().warps[conflict.warp].count();
}

std::string orderFor(Distance distance) {
  switch (distance) {
  case Distance::kWarp:
    return "__syncwarp() between the two, with a mask that names both lanes";
  case Distance::kBlock:
    return "__syncthreads() between the two";
  case Distance::kCluster:
    return "cluster.sync() between the two";
  case Distance::kGrid:
    return "two launches, grid.sync(), or a flag that one block writes after __threadfence() and the other one reads";
  }
  return "";
}

// A thread that has started a copy waits for it; who is another thread has to wait for that one, too.
std::string orderForCopy(const Side &here, const Side &other, Distance distance) {
  const std::string waits = "a wait for the copy by the thread that has started it (__pipeline_wait_prior(), "
                            "cp.async.wait_group, cooperative_groups::wait(), consumer_wait())";
  const check::Who &one = here.access.who, &another = other.access.who;
  const bool is_own = one.warp == another.warp && one.lane == another.lane;
  return is_own ? waits : waits + ", and then " + orderFor(distance);
}

std::string objectAt(std::uintptr_t address, std::uintptr_t variable, const char *name, std::uint32_t element) {
  if (variable && name) {
    const std::uintptr_t offset = address - variable;
    return element ? fmt::format("{}[{}]", name, offset / element)
                   : fmt::format("byte {} of '{}'", offset, name);
  }
  return nameOfMemory(address);
}

// The later line comes first, and of one line the write, so that the report does not depend on who came first.
bool comesFirst(const Side &a, const Side &b) {
  const check::Place of_a = a.access.place(), of_b = b.access.place();
  if (std::tie(of_a.file, of_a.line, of_a.column) != std::tie(of_b.file, of_b.line, of_b.column))
    return std::tie(of_a.file, of_a.line, of_a.column) > std::tie(of_b.file, of_b.line, of_b.column);
  return a.writes && !b.writes;
}

void reportRace(const BlockState &state, const Conflict &conflict, std::uintptr_t variable, const char *name) {
  const Site here_site = siteAt(siteOf(conflict.access)), other_site = siteAt(siteOf(conflict.earlier));
  const bool is_shared = conflict.is_shared;
  const Rule rule = ruleOf(state, conflict, is_shared);
  const check::Sites sites{rule, here_site.call, other_site.call};
  if (check::countAgain(sites))
    return;
  Side here = sideOf(state, conflict), other = sideOf(conflict);
  const Distance distance = distanceOf(state, conflict);
  if (comesFirst(other, here))
    std::swap(here, other);
  check::Finding finding = check::Finding::of(rule, "");
  finding.object = objectAt(conflict.address, variable, name, here_site.flags >> kRaddleRaceElementShift);
  const char *memory = is_shared ? "shared" : "global";
  switch (rule) {
  case Rule::kRaceSameValue:
    finding.what = fmt::format("{} to {} memory at the same time as another one, of the same value", here.text, memory);
    break;
  case Rule::kRaceNarrowScope:
    finding.what = fmt::format("{} races with {} {}: the scope of an atomic operation or fence between them does "
                               "not hold both threads",
                               here.text, articleOf(other), other.text);
    break;
  case Rule::kRaceMissingFence:
    finding.what = fmt::format("{} races with a {}: there is no fence between the first one and the atomic operation "
                               "that tells of it",
                               here.text, other.text);
    break;
  case Rule::kLockStep:
    finding.what = fmt::format("{} and {} {} by lanes of one warp are ordered by nothing but lock step",
                               here.text, articleOf(other), other.text);
    break;
  case Rule::kRaceWithAtomic:
    finding.what = fmt::format("{} races with {} {}", here.text, articleOf(other), other.text);
    break;
  default:
    finding.what =
        fmt::format("{} to {} memory races with {} {}", here.text, memory, articleOf(other), other.text);
    break;
  }
  const bool is_of_copy = here.is_copy || other.is_copy;
  if (rule != Rule::kRaceSameValue && rule != Rule::kLockStep && !is_of_copy &&
      reliesOnLockStep(state, conflict, distance)) {
    finding.what += ": the code relies on lock step";
    finding.advice = "lanes of a warp run in lock step on no GPU since Volta; call __syncwarp() wherever one reads what another "
                     "one has written, or writes what another one has read";
  }
  finding.ordered_by = is_of_copy ? orderForCopy(here, other, distance) : orderFor(distance);
  here.access.address = conflict.address;
  other.access.what = fmt::format("the other access, {} {}", articleOf(other), other.text);
  if (conflict.is_anonymous)
    other.access.what += distance == Distance::kGrid    ? " of a thread of another block"
                         : distance == Distance::kBlock ? " of a thread of another warp"
                                                        : " of another lane";
  finding.here = std::move(here.access);
  finding.other = std::move(other.access);
  check::report(std::move(finding), &sites);
}

} // namespace

void reportRaces(Block &block, const BlockState &state, const std::vector<Conflict> &conflicts,
                 std::uintptr_t variable, const char *name) {
  block.worker->onHomeStack([&] {
    for (const Conflict &conflict : conflicts)
      reportRace(state, conflict, variable, name);
  });
}

} // namespace raddle::runtime::race
