#include "runtime/barrier.h"

#include "runtime/block.h"
#include "runtime/fault.h"
#include "runtime/kernel_exports.h"

#include <fmt/format.h>

namespace raddle::runtime {

namespace {

void release(Block &block, std::uint32_t id) {
  Barrier &barrier = block.barriers[id];
  block.writeHeldOutput();
  if (barrier.expected == 0 && !barrier.passed) {
    // Every thread that lives has waited here, so none of them waits for anything any more.
    for (std::uint32_t warp = 0; warp < block.warpCount(); ++warp)
      block.warps[warp].blocked = 0;
  } else {
    for (Fiber *fiber = barrier.waiting.front(); fiber; fiber = fiber->next)
      block.warps[fiber->warp].blocked &= ~(1u << fiber->lane);
  }
  barrier.arrived = 0;
  barrier.passed = false;
  ++barrier.releases;
  barrier.released_voters = barrier.voters;
  barrier.released_votes = barrier.votes;
  barrier.voters = barrier.votes = 0;
  block.ready.splice(barrier.waiting);
  block.open_barriers &= ~(std::uint64_t{1} << id);
}

bool complete(const Block &block, const Barrier &barrier) {
  return barrier.arrived == (barrier.expected ? barrier.expected : block.live);
}

[[noreturn, gnu::noinline]] void raiseUnknownBarrier(Block &block, const Fiber &self, std::uint32_t id,
                                                     std::uintptr_t site) {
  Fault fault;
  fault.kind = FaultKind::kIllegalInstruction;
  fault.text = fmt::format("barrier {} does not exist; a block has barriers 0 to {}", id, kNamedBarriers - 1);
  fault.site = callSite(site);
  fault.thread = self;
  raiseFault(block, std::move(fault));
}

[[noreturn, gnu::noinline]] void raiseDifferentCount(Block &block, const Fiber &self, std::uint32_t id,
                                                     std::uint32_t expected, std::uintptr_t site) {
  auto threads = [&](std::uint32_t count) { return count ? count : block.thread_count; };
  Fault fault;
  fault.kind = FaultKind::kIllegalInstruction;
  std::string name = id < kNamedBarriers ? fmt::format("barrier {}", id) : "the barrier of a tile";
  fault.text = fmt::format("{} is used for {} threads while others wait there for {}", name,
                           threads(expected), threads(block.barriers[id].expected));
  fault.site = callSite(site);
  fault.thread = self;
  raiseFault(block, std::move(fault));
}

void refuseUnknownBarrier(RaddleThread *thread, std::uint32_t id, std::uintptr_t site) {
  if (id >= kNamedBarriers) [[unlikely]]
    raiseUnknownBarrier(*static_cast<Block *>(thread->block), *static_cast<Fiber *>(thread), id, site);
}

// `expected` is the number of threads that release the barrier, 0 for all that have not exited.
inline Barrier &arrive(Block &block, const Fiber &self, std::uint32_t id, std::uint32_t expected,
                       std::uintptr_t site) {
  Barrier &barrier = block.barriers[id];
  if (barrier.arrived == 0) {
    barrier.expected = expected;
    block.open_barriers |= std::uint64_t{1} << id;
  } else if (barrier.expected != expected) [[unlikely]] {
    raiseDifferentCount(block, self, id, expected, site);
  }
  ++barrier.arrived;
  return barrier;
}

[[gnu::always_inline]] inline Barrier &sync(RaddleThread *thread, std::uint32_t id, std::uint32_t expected,
                                            const char *what, std::uintptr_t site, bool votes = false,
                                            std::uint32_t in_favour = 0) {
  Fiber &self = *static_cast<Fiber *>(thread);
  Block &block = *static_cast<Block *>(thread->block);
  Barrier &barrier = arrive(block, self, id, expected, site);
  if (votes) {
    ++barrier.voters;
    barrier.votes += in_favour;
  }
  if (complete(block, barrier)) {
    block.noteProgress();
    release(block, id);
    return barrier;
  }
  self.wait = {what, 0, site};
  barrier.waiting.push(&self);
  Warp &warp = block.warps[thread->warp];
  warp.blocked |= 1u << thread->lane;
  warp.laneBlocked(block);
  block.wait(self);
  return barrier;
}

} // namespace

void releaseBarriersAfterExit(Block &block) {
  for (std::uint64_t open = block.open_barriers; open; open &= open - 1) {
    std::uint32_t id = static_cast<std::uint32_t>(__builtin_ctzll(open));
    if (block.barriers[id].expected == 0 && complete(block, block.barriers[id]))
      release(block, id);
  }
}

} // namespace raddle::runtime

using namespace raddle::runtime;

namespace {

constexpr const char *kBarrierNames[kNamedBarriers] = {
    "barrier 0",  "barrier 1",  "barrier 2",  "barrier 3", "barrier 4",  "barrier 5",
    "barrier 6",  "barrier 7",  "barrier 8",  "barrier 9", "barrier 10", "barrier 11",
    "barrier 12", "barrier 13", "barrier 14", "barrier 15"};

// Barrier 0 for as many threads as the block has is __syncthreads(), and may be mixed with it.
std::uint32_t expectedThreads(const RaddleThread *thread, std::uint32_t id, std::uint32_t threads) {
  const Block &block = *static_cast<const Block *>(thread->block);
  if (id == 0 && threads == block.thread_count)
    return 0;
  // A warp arrives as one, and counts as 32 threads on a GPU too.
  return (threads + block.lanes - 1) / block.lanes;
}

} // namespace

RADDLE_EXPORT void raddle_syncthreads(RaddleThread *thread) {
  sync(thread, 0, 0, "__syncthreads()", RADDLE_CALL_SITE);
}

RADDLE_EXPORT int32_t raddle_syncthreads_count(RaddleThread *thread, int32_t predicate) {
  const Barrier &barrier =
      sync(thread, 0, 0, "__syncthreads_count()", RADDLE_CALL_SITE, true, predicate != 0);
  return static_cast<int32_t>(barrier.released_votes);
}

RADDLE_EXPORT int32_t raddle_warp_syncthreads_count(RaddleThread *thread, int32_t count) {
  const Barrier &barrier =
      sync(thread, 0, 0, "__syncthreads_count()", RADDLE_CALL_SITE, true, static_cast<uint32_t>(count));
  return static_cast<int32_t>(barrier.released_votes);
}

RADDLE_EXPORT int32_t raddle_syncthreads_and(RaddleThread *thread, int32_t predicate) {
  const Barrier &barrier = sync(thread, 0, 0, "__syncthreads_and()", RADDLE_CALL_SITE, true, predicate != 0);
  return barrier.released_votes == barrier.released_voters;
}

RADDLE_EXPORT int32_t raddle_syncthreads_or(RaddleThread *thread, int32_t predicate) {
  const Barrier &barrier = sync(thread, 0, 0, "__syncthreads_or()", RADDLE_CALL_SITE, true, predicate != 0);
  return barrier.released_votes != 0;
}

RADDLE_EXPORT void raddle_barrier_sync(RaddleThread *thread, uint32_t id, uint32_t threads) {
  refuseUnknownBarrier(thread, id, RADDLE_CALL_SITE);
  const char *what = kBarrierNames[id];
  sync(thread, id, expectedThreads(thread, id, threads), what, RADDLE_CALL_SITE);
}

RADDLE_EXPORT void raddle_barrier_arrive(RaddleThread *thread, uint32_t id, uint32_t threads) {
  refuseUnknownBarrier(thread, id, RADDLE_CALL_SITE);
  Fiber &self = *static_cast<Fiber *>(thread);
  Block &block = *static_cast<Block *>(thread->block);
  block.noteProgress();
  Barrier &barrier = arrive(block, self, id, expectedThreads(thread, id, threads), RADDLE_CALL_SITE);
  barrier.passed = true;
  if (complete(block, barrier))
    release(block, id);
}

RADDLE_EXPORT uint32_t raddle_barrier_count(RaddleThread *thread, uint32_t id, uint32_t threads,
                                            uint32_t votes) {
  refuseUnknownBarrier(thread, id, RADDLE_CALL_SITE);
  const char *what = kBarrierNames[id];
  const Barrier &barrier =
      sync(thread, id, expectedThreads(thread, id, threads), what, RADDLE_CALL_SITE, true, votes);
  return barrier.released_votes;
}

RADDLE_EXPORT void raddle_barrier_tile(RaddleThread *thread, uint32_t tile, uint32_t threads) {
  sync(thread, kNamedBarriers + tile, expectedThreads(thread, kNamedBarriers + tile, threads),
       "the barrier of a tile", RADDLE_CALL_SITE);
}

RADDLE_EXPORT uint32_t raddle_tile_phase(RaddleThread *thread, uint32_t tile) {
  return static_cast<const Block *>(thread->block)->barriers[kNamedBarriers + tile].releases & 1;
}
