// RADDLE_CHECK=race: what kernels tell of their accesses, and of what orders them.

#include "abi/kernel_exports.h"
#include "abi/race_flags.h"
#include "diagnostics/stack_trace.h"
#include "runtime/block/block.h"
#include "runtime/race/block_state.h"
#include "runtime/race/detector.h"
#include "runtime/race/race_report.h"
#include "runtime/race/sites.h"

#include <bit>

using namespace raddle;
using namespace raddle::runtime;
using namespace raddle::runtime::race;

namespace {

Block &blockOf(RaddleThread *thread) { return *static_cast<Block *>(thread->block); }

void releaseIfAtomic(BlockState &state, const WarpAccess &access, unsigned lane, std::uintptr_t address) {
  if ((access.flags & kRaddleRaceIsAtomic) && (access.flags & kRaddleRaceWrites))
    state.release(access.warp, lane, address, access.flags);
}

// What check-races says of a read that no thread of the launch can race with.
constexpr uint64_t kUnwritten = 1;

// Other blocks of a cluster may arrive at an mbarrier, which asm takes for one of the block.
uint32_t flagsOf(const Block &block, const RaddleRaceSite &site, uint64_t bytes) {
  constexpr uint32_t kScopes = 3u << kRaddleRaceScopeShift;
  const bool may_be_barrier = block.cluster && (site.flags & kRaddleRaceIsAtomic) && bytes == 8 &&
                              (site.flags & kScopes) == kRaddleScopeBlock << kRaddleRaceScopeShift;
  return may_be_barrier ? (site.flags & ~kScopes) | kRaddleScopeCluster << kRaddleRaceScopeShift : site.flags;
}

WarpAccess accessOf(const Block &block, RaddleRaceSite &site, const ReadsOfSite &reads, uint32_t warp,
                    uint32_t lanes, std::uintptr_t call, const uint64_t *values) {
  return {warp,
          lanes,
          numberOf(site, call),
          flagsOf(block, site, reads.bytes),
          reads.bytes,
          reads.are_several || !(site.flags & kRaddleRaceHasValue) ? nullptr : values};
}

// For races with other launches. Shared memory does not count; other memory that is a thread's own is left out when the launch
// ends.
bool isNoted(const BlockState &state, const WarpAccess &access) {
  return state.touched() && !(access.flags & kRaddleRaceIsShared);
}

// `counts` accesses of each lane, `step` bytes apart.
void noteGroups(TouchedBytes &touched, const WarpAccess &access, const uint64_t *addresses,
                const uint64_t *counts, int64_t step) {
  const uint64_t bytes = access.bytes;
  for (uint32_t left = access.lanes; left; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const uint64_t first = addresses[lane], count = counts[lane];
    if (count && step == static_cast<int64_t>(bytes))
      touched.note(access.site, first, count * bytes);
    else
      for (uint64_t i = 0; i < count; ++i)
        touched.note(access.site, first + i * static_cast<uint64_t>(step), bytes);
  }
}

void noteValues(TouchedBytes &touched, const WarpAccess &access) {
  if ((access.flags & kRaddleRaceWrites) && !(access.flags & kRaddleRaceIsAtomic))
    touched.noteValues(access.site, access.lanes, access.values, access.bytes);
}

void noteRow(const BlockState &state, const WarpAccess &access, const ReadsOfSite &reads, uint64_t first,
             int64_t stride, const uint64_t *counts) {
  if (!isNoted(state, access))
    return;
  noteValues(*state.touched(), access);
  if (!reads.are_several)
    return state.touched()->noteRow(access.site, access.lanes, first, stride, access.bytes);
  uint64_t addresses[kRaddleWarpSize];
  for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane)
    addresses[lane] = first + static_cast<uint64_t>(stride * lane);
  noteGroups(*state.touched(), access, addresses, counts, reads.step);
}

void noteLanes(const BlockState &state, const WarpAccess &access, const ReadsOfSite &reads,
               const uint64_t *addresses, const uint64_t *counts) {
  if (!isNoted(state, access))
    return;
  noteValues(*state.touched(), access);
  if (reads.are_several)
    noteGroups(*state.touched(), access, addresses, counts, reads.step);
  else
    state.touched()->noteLanes(access.site, access.lanes, addresses, access.bytes);
}

// Whether there is nothing to be done.
bool isOver(const BlockState *state, uint64_t variable) {
  return !state || (variable == kUnwritten && !state->touched());
}

[[gnu::noinline]] void report(Block &block, const BlockState &state, const Detector &detector,
                              std::uintptr_t variable, const char *name) {
  reportRaces(block, state, detector.conflicts(), variable == kUnwritten ? 0 : variable, name);
}

// What a kernel has told of, by rows or by lanes, is looked at; `note` and `look` are functions for an EpochShadow and a Detector.
template <typename Note, typename Look>
void lookAt(Block &block, BlockState &state, const RaddleRaceSite &site, const WarpAccess &access,
            std::uintptr_t first, std::uintptr_t variable, Note note, Look look) {
  if (EpochShadow *shadow = state.epochShadow(access, first); shadow && note(*shadow)) {
    if (!(access.flags & kRaddleRaceIsAtomic))
      state.noteAccess(access.warp);
    return;
  }
  Detector detector(block, state, access);
  look(detector);
  if (!detector.conflicts().empty()) [[unlikely]]
    report(block, state, detector, variable, site.variable);
}

} // namespace

RADDLE_EXPORT void raddle_race_row(RaddleThread *thread, RaddleRaceSite *site, uint32_t warp, uint32_t lanes,
                                   uint64_t first, int64_t stride, uint64_t variable,
                                   const uint64_t *values) {
  Block &block = blockOf(thread);
  BlockState *state = BlockState::of(block);
  if (!lanes || isOver(state, variable))
    return;
  const ReadsOfSite reads(*site);
  const WarpAccess access = accessOf(block, *site, reads, warp, lanes, callSite(RADDLE_CALL_SITE), values);
  noteRow(*state, access, reads, first, stride, values);
  if (variable == kUnwritten)
    return;
  const std::uintptr_t begin = first + static_cast<uint64_t>(stride * std::countr_zero(lanes));
  if (reads.are_several) {
    const Groups groups{values, reads.step, variable, reads.extent};
    lookAt(
        block, *state, *site, access, begin, variable,
        [&](EpochShadow &shadow) { return shadow.noteGroups(first, stride, groups); },
        [&](Detector &detector) { detector.lookAtGroups(first, stride, groups); });
  } else {
    lookAt(
        block, *state, *site, access, begin, variable,
        [&](EpochShadow &shadow) { return shadow.noteRow(first, stride); },
        [&](Detector &detector) { detector.lookAtRow(first, stride); });
  }
  if (site->flags & kRaddleRaceIsAtomic && state->mayRelease(site->flags))
    for (uint32_t left = lanes; left; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      releaseIfAtomic(*state, access, lane, first + static_cast<uint64_t>(stride * lane));
    }
}

RADDLE_EXPORT void raddle_race_lanes(RaddleThread *thread, RaddleRaceSite *site, uint32_t warp,
                                     uint32_t lanes, const uint64_t *addresses, uint64_t variable,
                                     const uint64_t *values) {
  Block &block = blockOf(thread);
  BlockState *state = BlockState::of(block);
  if (!lanes || isOver(state, variable))
    return;
  const ReadsOfSite reads(*site);
  const WarpAccess access = accessOf(block, *site, reads, warp, lanes, callSite(RADDLE_CALL_SITE), values);
  noteLanes(*state, access, reads, addresses, values);
  if (variable == kUnwritten)
    return;
  const std::uintptr_t begin = addresses[std::countr_zero(lanes)];
  if (reads.are_several) {
    const Groups groups{values, reads.step, variable, reads.extent};
    lookAt(
        block, *state, *site, access, begin, variable,
        [&](EpochShadow &shadow) { return shadow.noteGroups(addresses, groups); },
        [&](Detector &detector) { detector.lookAtGroups(addresses, groups); });
  } else {
    lookAt(
        block, *state, *site, access, begin, variable,
        [&](EpochShadow &shadow) { return shadow.noteAll(addresses); },
        [&](Detector &detector) { detector.lookAtAll(addresses); });
  }
  if (site->flags & kRaddleRaceIsAtomic && state->mayRelease(site->flags))
    for (uint32_t left = lanes; left; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      releaseIfAtomic(*state, access, lane, addresses[lane]);
    }
}

RADDLE_EXPORT void raddle_race_thread(RaddleThread *thread, RaddleRaceSite *site, uint64_t address,
                                      uint64_t variable, uint64_t value) {
  Block &block = blockOf(thread);
  BlockState *state = BlockState::of(block);
  if (!address || isOver(state, variable))
    return;
  uint64_t values[kRaddleWarpSize];
  values[thread->lane] = value;
  const ReadsOfSite reads(*site);
  const WarpAccess access =
      accessOf(block, *site, reads, thread->warp, 1u << thread->lane, callSite(RADDLE_CALL_SITE), values);
  noteRow(*state, access, reads, address, 0, values);
  if (variable == kUnwritten)
    return;
  Detector detector(block, *state, access);
  if (reads.are_several)
    detector.lookAtGroups(address, 0, {values, reads.step, variable, reads.extent});
  else
    detector.lookAtOne(thread->lane, address);
  if (!detector.conflicts().empty()) [[unlikely]]
    report(block, *state, detector, variable, site->variable);
  if (site->flags & kRaddleRaceIsAtomic)
    releaseIfAtomic(*state, access, thread->lane, address);
}

RADDLE_EXPORT void raddle_race_range(RaddleThread *thread, uint64_t address, uint64_t bytes, uint32_t flags) {
  Block &block = blockOf(thread);
  BlockState *state = BlockState::of(block);
  if (!state || !bytes)
    return;
  // Only copies into shared memory are asynchronous.
  if (address - reinterpret_cast<std::uintptr_t>(block.shared) >= block.shared_bytes)
    flags &= ~kRaddleRaceIsCopy;
  const WarpAccess access{
      thread->warp, 1u << thread->lane, numberOf(callSite(RADDLE_CALL_SITE), flags), flags, bytes, nullptr};
  if (isNoted(*state, access))
    state->touched()->note(access.site, address, bytes);
  Detector detector(block, *state, access);
  detector.lookAtOne(thread->lane, address);
  if (!detector.conflicts().empty()) [[unlikely]]
    report(block, *state, detector, 0, nullptr);
}

RADDLE_EXPORT void raddle_race_acquire(RaddleThread *thread, uint32_t warp, uint32_t lanes,
                                       const uint64_t *addresses, uint32_t) {
  if (!haveSyncObjects())
    return;
  if (BlockState *state = BlockState::of(blockOf(thread)))
    for (uint32_t left = lanes; left; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      state->acquire(warp, lane, addresses[lane]);
    }
}

RADDLE_EXPORT void raddle_race_acquire_thread(RaddleThread *thread, uint64_t address, uint32_t) {
  if (!haveSyncObjects())
    return;
  if (BlockState *state = BlockState::of(blockOf(thread)))
    state->acquire(thread->warp, thread->lane, address);
}

RADDLE_EXPORT void raddle_race_event(RaddleThread *thread, uint32_t warp, uint32_t lanes, uint32_t event,
                                     uint32_t operand) {
  if (BlockState *state = BlockState::of(blockOf(thread)))
    state->event(warp, lanes, static_cast<RaddleRaceEvent>(event), operand);
}

RADDLE_EXPORT void raddle_race_events(RaddleThread *thread, uint32_t warp, uint32_t lanes, uint32_t event,
                                      const uint32_t *operands) {
  BlockState *state = BlockState::of(blockOf(thread));
  if (!state)
    return;
  while (lanes) {
    const auto first = static_cast<unsigned>(std::countr_zero(lanes));
    uint32_t same = 0;
    for (uint32_t left = lanes; left; left &= left - 1)
      if (const auto lane = static_cast<unsigned>(std::countr_zero(left)); operands[lane] == operands[first])
        same |= 1u << lane;
    state->event(warp, same, static_cast<RaddleRaceEvent>(event), operands[first]);
    lanes &= ~same;
  }
}
