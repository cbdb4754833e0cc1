// The barriers of a block, as kernels call them.
#include "diagnostics/stack_trace.h"
#include "runtime/block/block.h"
#include "runtime/block/fault.h"
#include "runtime/block/spelling.h"
#include "runtime/calls/waiting_function.h"

#include <fmt/format.h>

using namespace raddle;
using namespace raddle::runtime;

namespace {

[[noreturn, gnu::noinline]] void raiseUnknownBarrier(Block &block, const Fiber &self, std::uint32_t id,
                                                     std::uintptr_t site) {
  Fault fault;
  fault.kind = FaultKind::kIllegalInstruction;
  fault.rule = check::Rule::kInvalidBarrier;
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
  fault.rule = check::Rule::kInvalidBarrier;
  std::string name = id < kNamedBarriers ? fmt::format("barrier {}", id) : Spelling::raddle_barrier_tile;
  fault.text = fmt::format("{} is used for {} threads while others wait there for {}", name,
                           threads(expected), threads(block.barriers[id].expected));
  fault.site = callSite(site);
  fault.thread = self;
  raiseFault(block, std::move(fault));
}

// A GPU counts whole warps. Here it is only told where the checker is asked to, as both engines count differently.
[[gnu::noinline]] void tellOfCount(RaddleThread *thread, std::uint32_t id, std::uint32_t threads,
                                   std::uintptr_t site) {
  Block &block = *static_cast<Block *>(thread->block);
  if (!block.sync_checks)
    return;
  Fault fault;
  fault.kind = FaultKind::kIllegalInstruction;
  fault.rule = check::Rule::kInvalidBarrier;
  fault.text = fmt::format("barrier {} is used for {} threads, which are no whole warps", id, threads);
  fault.site = callSite(site);
  fault.thread = *thread;
  raiseFault(block, std::move(fault));
}

void refuseWrongUse(RaddleThread *thread, std::uint32_t id, std::uint32_t threads, std::uintptr_t site) {
  if (id >= kNamedBarriers) [[unlikely]]
    raiseUnknownBarrier(*static_cast<Block *>(thread->block), *static_cast<Fiber *>(thread), id, site);
  if (threads % kRaddleWarpSize != 0) [[unlikely]]
    tellOfCount(thread, id, threads, site);
}

// `expected` is the number of threads that release the barrier, 0 for all that have not exited. Returns how many are
// missing without the caller.
[[gnu::always_inline]] inline std::uint32_t arrive(Block &block, const Fiber &self, std::uint32_t id,
                                                   std::uint32_t expected, std::uintptr_t site) {
  Barrier &barrier = block.barriers[id];
  if (barrier.missing == 0) {
    barrier.missing = expected ? expected : block.live;
    barrier.expected = expected;
    block.open_barriers |= std::uint64_t{1} << id;
  } else if (barrier.expected != expected) [[unlikely]] {
    raiseDifferentCount(block, self, id, expected, site);
  }
  return --barrier.missing;
}

// A function of its own, for the sake of threads that wait.
[[gnu::noinline]] Fiber *completeBy(Block &block, Fiber &self, std::uint32_t id, const char *what,
                                    std::uintptr_t site) {
  block.leaveIfAborted(self);
  if (block.sync_checks && id == 0) [[unlikely]]
    block.sync_checks->meet(block, block.barriers[id].waiting, &self, what, site);
  block.releaseBarrier(id);
  return nullptr;
}

// Returns the fiber to be resumed while the caller waits, or null where it need not.
[[gnu::always_inline]] inline Fiber *sync(RaddleThread *thread, std::uint32_t id, std::uint32_t expected,
                                          const char *what, std::uintptr_t site) {
  Fiber &self = *static_cast<Fiber *>(thread);
  Block &block = *static_cast<Block *>(thread->block);
  if (arrive(block, self, id, expected, site) == 0)
    return completeBy(block, self, id, what, site);
  self.wait = {what, 0, site};
  block.barriers[id].waiting.push(&self);
  return block.turnFrom(self);
}

// The same with a vote, whose outcome is one of the barrier's members.
[[gnu::always_inline]] inline Fiber *syncAndVote(RaddleThread *thread, std::uint32_t id,
                                                 std::uint32_t expected, std::uint32_t in_favour,
                                                 std::uint64_t Barrier::*outcome, const char *what,
                                                 std::uintptr_t site) {
  Barrier &barrier = static_cast<Block *>(thread->block)->barriers[id];
  ++barrier.voters;
  barrier.votes += in_favour;
  static_cast<Fiber *>(thread)->result = &(barrier.*outcome);
  return sync(thread, id, expected, what, site);
}

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

Fiber *arriveAtSyncthreads(RaddleThread *thread, std::uintptr_t site) {
  return sync(thread, 0, 0, Spelling::raddle_syncthreads, site);
}

Fiber *arriveAtCount(RaddleThread *thread, std::int32_t predicate, std::uintptr_t site) {
  return syncAndVote(thread, 0, 0, predicate != 0, &Barrier::count, Spelling::raddle_syncthreads_count, site);
}

Fiber *arriveAtAnd(RaddleThread *thread, std::int32_t predicate, std::uintptr_t site) {
  return syncAndVote(thread, 0, 0, predicate != 0, &Barrier::all, Spelling::raddle_syncthreads_and, site);
}

Fiber *arriveAtOr(RaddleThread *thread, std::int32_t predicate, std::uintptr_t site) {
  return syncAndVote(thread, 0, 0, predicate != 0, &Barrier::any, Spelling::raddle_syncthreads_or, site);
}

Fiber *arriveAtCountOfWarp(RaddleThread *thread, std::int32_t count, std::uintptr_t site) {
  return syncAndVote(thread, 0, 0, static_cast<std::uint32_t>(count), &Barrier::count,
                     Spelling::raddle_warp_syncthreads_count, site);
}

Fiber *arriveAtBarrier(RaddleThread *thread, std::uint32_t id, std::uint32_t threads, std::uintptr_t site) {
  refuseWrongUse(thread, id, threads, site);
  return sync(thread, id, expectedThreads(thread, id, threads), kBarrierNames[id], site);
}

Fiber *arriveAtBarrierCount(RaddleThread *thread, std::uint32_t id, std::uint32_t threads,
                            std::uint32_t votes, std::uintptr_t site) {
  refuseWrongUse(thread, id, threads, site);
  return syncAndVote(thread, id, expectedThreads(thread, id, threads), votes, &Barrier::count,
                     kBarrierNames[id], site);
}

Fiber *arriveAtTile(RaddleThread *thread, std::uint32_t tile, std::uint32_t threads, std::uintptr_t site) {
  const std::uint32_t id = kNamedBarriers + tile;
  return sync(thread, id, expectedThreads(thread, id, threads), Spelling::raddle_barrier_tile, site);
}

} // namespace

RADDLE_WAITING_PROCEDURE(raddle_syncthreads, (RaddleThread * thread), arriveAtSyncthreads,
                         (thread, RADDLE_CALL_SITE), RADDLE_SECOND_ARGUMENT)

RADDLE_VOTE_AT_BARRIER(int32_t, raddle_syncthreads_count, (RaddleThread * thread, int32_t predicate),
                       arriveAtCount, (thread, predicate, RADDLE_CALL_SITE), RADDLE_THIRD_ARGUMENT)

RADDLE_VOTE_AT_BARRIER(int32_t, raddle_syncthreads_and, (RaddleThread * thread, int32_t predicate),
                       arriveAtAnd, (thread, predicate, RADDLE_CALL_SITE), RADDLE_THIRD_ARGUMENT)

RADDLE_VOTE_AT_BARRIER(int32_t, raddle_syncthreads_or, (RaddleThread * thread, int32_t predicate), arriveAtOr,
                       (thread, predicate, RADDLE_CALL_SITE), RADDLE_THIRD_ARGUMENT)

RADDLE_VOTE_AT_BARRIER(int32_t, raddle_warp_syncthreads_count, (RaddleThread * thread, int32_t count),
                       arriveAtCountOfWarp, (thread, count, RADDLE_CALL_SITE), RADDLE_THIRD_ARGUMENT)

RADDLE_WAITING_PROCEDURE(raddle_barrier_sync, (RaddleThread * thread, uint32_t id, uint32_t threads),
                         arriveAtBarrier, (thread, id, threads, RADDLE_CALL_SITE), RADDLE_FOURTH_ARGUMENT)

RADDLE_VOTE_AT_BARRIER(uint32_t, raddle_barrier_count,
                       (RaddleThread * thread, uint32_t id, uint32_t threads, uint32_t votes),
                       arriveAtBarrierCount, (thread, id, threads, votes, RADDLE_CALL_SITE),
                       RADDLE_FIFTH_ARGUMENT)

RADDLE_WAITING_PROCEDURE(raddle_barrier_tile, (RaddleThread * thread, uint32_t tile, uint32_t threads),
                         arriveAtTile, (thread, tile, threads, RADDLE_CALL_SITE), RADDLE_FOURTH_ARGUMENT)

RADDLE_EXPORT void raddle_barrier_arrive(RaddleThread *thread, uint32_t id, uint32_t threads) {
  refuseWrongUse(thread, id, threads, RADDLE_CALL_SITE);
  Fiber &self = *static_cast<Fiber *>(thread);
  Block &block = *static_cast<Block *>(thread->block);
  block.noteProgress();
  if (block.sync_checks) [[unlikely]]
    block.sync_checks->noteArrival(id, RADDLE_CALL_SITE);
  if (arrive(block, self, id, expectedThreads(thread, id, threads), RADDLE_CALL_SITE) == 0)
    block.releaseBarrier(id);
}

RADDLE_EXPORT uint32_t raddle_tile_phase(RaddleThread *thread, uint32_t tile) {
  return static_cast<const Block *>(thread->block)->barriers[kNamedBarriers + tile].releases & 1;
}
