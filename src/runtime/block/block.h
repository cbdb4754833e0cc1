// A block that is being run: its threads, which of them can run, and what they wait for.
//
// All fibers of a block run on one worker at a time, one after the other, so nothing in here is atomic.
// A thread that waits switches directly to the next fiber that can run; only when the block as a whole has
// something to tell (done, polling, faulted) is the worker's home context resumed.
#ifndef RADDLE_RUNTIME_BLOCK_BLOCK_H
#define RADDLE_RUNTIME_BLOCK_BLOCK_H

#include "base/checks.h"
#include "check/shadow.h"
#include "profile/barrier_waits.h"
#include "profile/lane_groups.h"
#include "runtime/block/barrier.h"
#include "runtime/block/carrier.h"
#include "runtime/block/cluster.h"
#include "runtime/block/run.h"
#include "runtime/block/span_barrier.h"
#include "runtime/block/sync_checks.h"
#include "runtime/block/warp.h"
#include "runtime/device/held_output.h"
#include "runtime/device/shared_memory.h"
#include "runtime/fiber/fiber.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raddle::runtime {

namespace race {
class BlockState;
class DryRun;
}

constexpr std::uint32_t kMaxThreadsPerBlock = 1024;
constexpr std::uint32_t kMaxWarpsPerBlock = kMaxThreadsPerBlock / kRaddleWarpSize;

// After so many a block lets others have a turn.
constexpr std::uint32_t kMostYields = 16 * kMaxThreadsPerBlock;

// So many times a fiber that polls looks again before its worker turns to other blocks: about a microsecond.
constexpr std::uint32_t kLooksInARow = 32;

/// Lanes that wait while others of their warp run, and what they will come to.
struct PartedLanes {
  std::uint32_t lanes;
  WaitPlace next;  // only a site where it is not known
  bool knows_whom; // they will wait for
};

struct Block : RaddleBlock {
  std::shared_ptr<Run> run;
  Carrier *worker = nullptr;
  BlockRange range;                     // of linear block indices; the first is the one that runs
  std::uint64_t claimed = 0;            // blocks that the range had at first, and those of goOn()
  std::uint64_t started = 0;            // when the worker claimed it, by the time stamp counter
  bool by_threads = false;              // threads are entered one by one; otherwise block_entry runs them all
  bool replaying = false;               // see Worker::replayUntilFault
  std::size_t shared_bytes = 0;         // static and dynamic
  const bool poisons = checks().poison || check::hasShadow(); // fills them for each block

  std::uint32_t thread_count = 0;
  std::uint32_t lanes = 1;       // threads that a fiber runs at once: 1, or those of one or several warps
  std::uint32_t live = 0;        // threads (or warps, by `lanes`) that have not exited, started or not
  std::uint32_t next_thread = 0; // the next one to start
  RaddleDim3 next_thread_idx{};

  FiberQueue ready;
  std::uint32_t asking_warps = 0; // of which lanes wait in __activemask
  std::uint32_t releases_while_asking = 0;
  FiberList fibers;
  Fiber *first_yielder = nullptr; // the first fiber to yield since a thread last did anything else
  bool progressed = false;        // a thread did something else than yield; cleared by the worker
  std::uint32_t yields = 0;       // since the worker has resumed the block
  std::uint32_t looks = 0;        // of a fiber that polls while no other one of the block can run
  bool out_of_stacks = false;
  std::vector<PartedLanes> parted; // of the warp that cannot get on

  std::uint64_t open_barriers = 0; // bit i: some thread has arrived at barrier i
  Barrier barriers[kBarriers];
  Warp warps[kMaxWarpsPerBlock];

  // Barriers with other blocks.
  bool spanning = false; // has a part in any
  std::array<SpanPart, kSpans> spans;
  std::shared_ptr<Cluster> cluster; // null: a cluster of its own
  Cohort *cohort = nullptr;         // the blocks that this one may wait for, or null
  std::size_t cohort_index = 0;
  bool suspended = false; // only waits for other blocks
  bool noted = false;     // the cohort knows

  SyncChecks *sync_checks = nullptr; // null: the launch is not checked for that

  std::shared_ptr<race::BlockState> races; // with RADDLE_CHECK=race
  std::shared_ptr<race::DryRun> dry_run;   // with RADDLE_CHECK, where a kernel has loops that may be run dry
  // Null: none is counted by one (RADDLE_PROFILE).
  std::unique_ptr<profile::LaneGroups> lane_groups;
  std::unique_ptr<profile::BarrierWaits> barrier_waits; // the same
  RaddleDim3 grouped_block{};     // which block they are of,
  std::uint32_t grouped_warp = 0; // and which warp ran last

  std::unique_ptr<HeldOutput> held_output; // null: its threads have not printed one by one

  SpanPart &part(Span span) { return spans[static_cast<std::size_t>(span)]; }
  const SpanPart &part(Span span) const { return spans[static_cast<std::size_t>(span)]; }

  /// Prepares to run the first block of `blocks`, which are of `run`, thread by thread or through block_entry.
  void begin(Carrier &on, BlockRange blocks, bool threads);

  /// To be called after begin(): this is block `rank` of `of`, the cluster that `blocks` stands for.
  void joinCluster(std::shared_ptr<Cluster> of, std::uint32_t rank);

  /// To be called after both: takes part in the barriers of its cluster and its grid.
  void joinSpans() {
    if (run->cohort() || cluster) [[unlikely]]
      joinCohort();
  }

  /// The shared memory of the blocks that have run here.
  SharedMemory &sharedMemory() { return shared_memory_; }

  /// Goes to the next block of the range; false when there is none.
  bool advance();

  /// Goes to the first block of another range of the same launch.
  void goOn(BlockRange blocks);

  const RaddleKernel &kernel() const { return run->kernel(); }
  /// How many fibers' worth of work the block is: its threads, or its warps.
  std::uint32_t fiberCount() const { return (thread_count + lanes - 1) / lanes; }
  std::uint32_t warpCount() const { return (thread_count + kRaddleWarpSize - 1) / kRaddleWarpSize; }

  /// Gives `fiber` the next unstarted thread; false when all have started.
  bool startThread(Fiber &fiber);
  void exitThread(Fiber &fiber);

  /// A thread has exited, and does not count as living any more: barriers of several blocks do not wait for it.
  void leaveSpans(const Fiber &fiber);

  /// Suspends the running thread until it has been put into the ready queue.
  void wait(Fiber &self);

  /// The first half of that: returns the fiber to be resumed, or null where the thread itself may go on by now.
  Fiber *turnFrom(Fiber &self);

  /// Threads that wait there need not any more.
  void release(FiberQueue &waiting) {
    noteProgress();
    ready.splice(waiting);
    if (asking_warps) [[unlikely]]
      lookAfterAskers();
  }

  /// All have arrived at the barrier.
  void releaseBarrier(std::uint32_t id);

  /// All lanes of the group have arrived: gives them their results and makes those that wait ready.
  void completeGroup(Warp &warp, Warp::Group &group);

  /// Answers those lanes that ask who is there and of whose warps no other lane can run. `running`: a thread that runs,
  /// which those that are ready do not, or null.
  void answerAskers(const Fiber *running);

  /// Brings the block's part up to date. The phase only advances when nobody of the block is missing, so it is
  /// early enough to notice when a thread does something next. `living` threads can arrive.
  void refresh(SpanPart &part, std::uint32_t living) {
    const std::uint32_t phase = part.complete();
    if (part.phase == phase)
      return;
    part.phase = phase;
    part.shown = &part.barrier->phaseFor(*worker);
    part.missing = living;
    part.arrived = false;
    ready.splice(part.waiting);
  }

  /// A thread has arrived, or will not.
  void noLongerMissing(SpanPart &part) {
    if (--part.missing != 0)
      return;
    writeHeldOutput();
    part.barrier->blockArrived(*worker, part.arrived);
  }

  /// Makes those threads ready whose phase is complete; false when none of the block is ready. On its worker.
  bool releaseSpans();

  /// Whether releaseSpans() would make threads ready that wait. On its worker.
  bool canBeReleased() const;

  /// Whether other blocks can make threads of this block ready, of which none can run.
  bool awaitsOtherBlocks() const;

  /// To be called now and then where threads wait: a thread that releases others does.
  void leaveIfAborted(Fiber &self);

  /// Lets all others that can run have a turn.
  void yield(Fiber &self);

  /// The thread prints `text`. On the home stack.
  void print(RaddleThread &thread, std::string_view text);

  /// No lane of the warps that have run will come to what has been counted of them (RADDLE_PROFILE).
  void countLanes() {
    if (lane_groups) [[unlikely]]
      lane_groups->flush(reinterpret_cast<std::uintptr_t>(shared), shared_bytes);
    if (barrier_waits) [[unlikely]] {
      barrier_waits->settle();
      *barrier_waits = {};
    }
  }

  /// All threads that have not exited have waited for each other, or none goes on.
  void writeHeldOutput() {
    if (held_output) [[unlikely]]
      writeHeld();
  }
  /// `those` lanes of a warp have waited for each other, or all have exited and none is named.
  void noteMeeting(std::uint32_t warp, std::uint32_t those) {
    if (held_output) [[unlikely]]
      noteMeetingOfPrinters(warp, those);
  }

  /// Why to leave when no thread of the block can run.
  BlockEvent idleEvent() const {
    if (live == 0)
      return BlockEvent::kDone;
    return spanning && awaitsOtherBlocks() ? BlockEvent::kSuspended : BlockEvent::kStuck;
  }

  /// The next fiber to run: one that is ready, else a new one for threads that have not started.
  Fiber *nextRunnable() {
    Fiber *fiber = ready.pop();
    return fiber ? fiber : makeRunnable();
  }

  /// Whether no thread can run but the one that does.
  bool nobodyElseCanRun() const {
    return ready.empty() && !asking_warps && (!by_threads || next_thread >= thread_count);
  }

  /// How large its shared memory is: "28 bytes of variables and 64 that the launch gave", or one of both.
  std::string describeShared() const;

  /// How far past the end of the block's shared memory an address lies; none where it does not.
  std::optional<std::size_t> distanceBehindShared(std::uintptr_t address) const {
    const std::optional<std::size_t> slack = shared_memory_.distanceBehind(address);
    if (!slack)
      return std::nullopt;
    return address - (reinterpret_cast<std::uintptr_t>(shared) + shared_bytes);
  }

  void noteProgress() {
    first_yielder = nullptr;
    progressed = true;
  }

private:
  void joinCohort();
  void writeHeld();
  void noteMeetingOfPrinters(std::uint32_t warp, std::uint32_t lanes);
  void poisonShared() {
    if (poisons) [[unlikely]]
      fillSharedWithPoison();
  }
  void fillSharedWithPoison();
  void releaseBarriersAfterExit();
  void laneExited(Warp &warp, std::uint32_t bit) {
    warp.exited |= bit;
    if (warp.open)
      completeGroupsWithout(warp, bit);
  }
  void completeGroupsWithout(Warp &warp, std::uint32_t bit);
  // The same as answerAskers() now and then, for blocks of which some thread can always run.
  void lookAfterAskers();
  Fiber *makeRunnable();
  Fiber *turnFromLast(Fiber &self);
  Fiber *startAnother();
  Fiber *addFiber();
  void beginSyncChecks();

  SharedMemory shared_memory_;
  std::unique_ptr<SyncChecks> kept_sync_checks_;
};

[[gnu::always_inline]] inline Fiber *Block::turnFrom(Fiber &self) {
  // Otherwise a thread that releases others notes progress.
  if (first_yielder) [[unlikely]]
    noteProgress();
  Fiber *next = ready.pop();
  if (!next) [[unlikely]]
    return turnFromLast(self);
  worker->current = next;
  return next;
}

inline void Block::wait(Fiber &self) {
  if (Fiber *next = turnFrom(self)) {
    switchContext(self, *next);
    self.wait.what = nullptr;
  }
}

/// The fiber that runs `thread`, which is running. Where the warps of a block run one after the other there is one for all.
inline Fiber &fiberOf(RaddleThread *thread) {
  const Block &block = *static_cast<Block *>(thread->block);
  return block.by_threads ? *static_cast<Fiber *>(thread) : *block.worker->current;
}

/// Ends the launch of the running block. To be called on a fiber of that block.
[[noreturn]] void raiseFault(Block &block, Fault fault);

/// The same, for what a thread of the kernel did in the call that returns to `return_address`: `text`
/// continues "kernel 'name' ...". `advice` becomes a note, null for none. `rule` is what the checker says was broken,
/// where the kind does not tell.
[[noreturn, gnu::noinline]] void raiseFaultOfKernel(RaddleThread *thread, FaultKind kind, std::string text,
                                                    std::uintptr_t return_address,
                                                    const char *advice = nullptr,
                                                    std::optional<check::Rule> rule = std::nullopt);

} // namespace raddle::runtime

#endif
