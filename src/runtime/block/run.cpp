#include "runtime/block/run.h"

#include "base/asked_once.h"
#include "base/environment.h"
#include "check/report.h"
#include "diagnostics/messages.h"
#include "machine/clock.h"
#include "machine/last_level_cache.h"
#include "profile/record.h"
#include "runtime/block/multi_grid.h"
#include "runtime/fiber/fiber.h"
#include "trace/recorder.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace raddle::runtime {

namespace {

// A kernel with recursion or indirect calls has no bound that a compiler could compute. It gets this much, or
// what the program asked for with cudaLimitStackSize, doubled because a CPU frame holds spilled vector
// registers where a GPU has its large register file. A warp's stack holds the frames of all its lanes. On top
// of it comes what the functions that do not recurse may need below the deepest one that does.
constexpr std::size_t kRecursionStack = 128 * 1024;

std::size_t stackBytes(const RaddleKernel &kernel, const Launch &launch) {
  std::size_t bytes = kernel.stack_bytes;
  if (kernel.flags & kRaddleKernelRecurses)
    bytes += kernel.lanes * std::max(kRecursionStack, 2 * static_cast<std::size_t>(launch.stack_bytes));
  return bytes;
}

// Launches of so many threads write more than the caches hold if each writes a word.
std::uint64_t threadsThatStream() {
  static const std::uint64_t kThreads =
      environmentNumber("RADDLE_STREAM_THREADS", 0, UINT64_MAX, cacheBytesForResults() / sizeof(int));
  return kThreads;
}

// Blocks that begin together: with fewer, what they read side by side is too short.
constexpr std::uint64_t kFewestInStep = 32;
// What a worker takes at once of its share of what is left: one part of so many. The larger batches of blocks are, the better.
constexpr std::uint64_t kPartsOfShare = 8, kPartsOfShareInStep = 2;
// So many threads fill a page by a word each.
constexpr std::uint64_t kThreadsOfPage = 1024;

// The most blocks that are claimed at once: where they may wait for each other, where nobody knows yet how long one takes,
// and where one takes no time. Where a block waits for the one before, that had better be under way: one at a time. Workers should read far from each other: of a matrix by tiles of 32 x 8, they read parts of
// the same rows, or rows of the same columns. A stencil on 8192 x 8192 numbers took 24, 17, 14, 16, 12.5 and 12 ms on two
// Zen 5 cores by 4, 32, 64, 256 (a row of tiles), 512 and 2048 blocks at a time; by rows from end to end 12.
constexpr std::uint64_t kMostWithFibers = 16;
constexpr std::uint64_t kMostAtFirst = 256;
constexpr std::uint64_t kMostBlocks = 4096;

bool observesLaunches() { return profile::enabled() || check::enabled() || trace::enabled(); }

} // namespace

[[gnu::hot]] std::uint32_t Run::streamWordsOf(std::uint64_t threads) {
  // Small ones need no division: no kernel is taken for writing so much.
  if (threads < threadsThatStream() / kMostWordsStored)
    return UINT32_MAX;
  threads = std::max<std::uint64_t>(threads, 1);
  return static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>((threadsThatStream() + threads - 1) / threads, 1, UINT32_MAX));
}

[[gnu::hot]] Run::Run(const Launch &launch, std::shared_ptr<Launch> &&owner, bool apart)
    : launch_(std::move(owner)), kernel_(&static_cast<const CpuFunction *>(launch.function)->kernel),
      submitted_at_(timeStamp()), total_(volume(launch.grid_dim)),
      threads_(static_cast<std::uint32_t>(volume(launch.block_dim))),
      cluster_size_(
          launch.extras().cluster_dim ? static_cast<std::uint32_t>(volume(*launch.extras().cluster_dim)) : 1),
      stack_class_(FiberPool::stackClassFor(stackBytes(*kernel_, launch))), is_apart_(apart),
      needs_fibers_(!kernel_->block_entry || (kernel_->thread_entry && apart)),
      stream_words_(streamWordsOf(total_ * threads_)), remaining_(total_) {
  if (launch.checked || askedOnce<observesLaunches>()) [[unlikely]]
    observe();
  if (!launch.cooperative)
    return;
  if (!launch.extras().group)
    own_cohort_ = std::make_unique<Cohort>(total_);
  cohort_ = own_cohort_ ? own_cohort_.get() : &multiGrid()->cohort;
  grid_barrier_ = std::make_unique<GridBarrier>(total_, *cohort_);
}

void Run::observe() {
  observations_ = std::make_unique<Observations>();
  if (profile::enabled())
    observations_->counts = std::make_unique<profile::LaunchCounts>();
  if (check::enabled()) {
    // Here, since long names take more stack to demangle than a fiber has to spare.
    observations_->kernel_name = kernelName(*kernel_);
    observations_->launch_number = check::countLaunch(observations_->kernel_name);
  }
  if (trace::enabled())
    observations_->is_traced = trace::beginLaunch(*kernel_, launch_->grid_dim, launch_->block_dim);
}

MultiGrid *Run::multiGrid() const { return static_cast<MultiGrid *>(launch_->extras().group.get()); }

std::uint64_t Run::shareOf(unsigned workers) const {
  const std::uint64_t clusters = total_ / cluster_size_;
  return (clusters + workers - 1) / workers * cluster_size_;
}

// As many blocks as read whole pages, or run as a batch, or a few times as many, or a half, a quarter and so on.
// Where others read the rest of a page, the processor reads ahead for both. And what depends on the place in a page, as
// loads that seem to read what has just been stored, does not always befall the same worker.
std::uint64_t Run::byPages(std::uint64_t count, std::uint64_t together, std::uint64_t most) const {
  const std::uint64_t rounded =
      count < together ? std::bit_ceil(count) : (count + together - 1) / together * together;
  return rounded <= most ? rounded : count;
}

void Run::noteTimeOfBegin() {
  if (kernel().thread_engine_reason)
    slow_since_ = nanoseconds();
  if (profile::LaunchCounts *const launch_counts = counts())
    launch_counts->begin();
  if (profile::timeline::isOn())
    launch_->begun_at = nanoseconds();
}

void Run::addToRecord() const {
  if (!counts())
    return;
  profile::record({*kernel_, launch_->grid_dim, launch_->block_dim,
                   launch_->extras().cluster_dim.value_or(RaddleDim3{}), launch_->dynamic_shared_bytes,
                   launch_->device, launch_->cooperative, launch_->extras().argument_bytes},
                  *counts());
}

// One block, in launch order, at the least price.
BlockRange Run::claimNext() {
  const std::uint64_t block = next_.fetch_add(1, std::memory_order_relaxed);
  if (block == 0)
    noteBegin();
  return block < total_ ? BlockRange{block, 1, block + 1 == total_} : BlockRange{};
}

[[gnu::hot]] BlockRange Run::claim(unsigned workers, std::uint64_t worthwhile, std::uint64_t longest) {
  if (isOfOneWorker()) {
    noteBegin();
    next_.store(total_, std::memory_order_relaxed);
    return {0, total_, true};
  }
  if (kernel().flags & kRaddleKernelWaitsForBlocks && !launch_->cooperative && !hasClusters())
    return claimNext();
  const std::uint64_t largest_batch =
      needsFibers() ? kMostWithFibers : std::clamp(longest, kMostAtFirst, kMostBlocks);
  std::uint64_t seen = next_.load(std::memory_order_relaxed);
  if (seen >= total_)
    return {};
  std::uint64_t count = cluster_size_;
  // Guided: large batches at first, single blocks at the end, so that the workers finish together. More than
  // its share a worker does not get, however little its blocks have done so far: others may do more.
  if (!launch_->cooperative && !hasClusters()) {
    const std::uint64_t left = total_ - seen, share = (left + workers - 1) / workers;
    const bool in_step = goesInStep();
    count = std::max(left / ((in_step ? kPartsOfShareInStep : kPartsOfShare) * workers),
                     std::min(worthwhile, share));
    const std::uint64_t together =
        std::max<std::uint64_t>((in_step ? kernel().batch_threads : kThreadsOfPage) / threads_, 1);
    const std::uint64_t fewest = in_step ? std::min(kFewestInStep, std::bit_floor(left / workers))
                                         : std::min(together, left / (4 * workers));
    count = byPages(std::max(count, fewest), together, share);
    count = std::clamp<std::uint64_t>(count, 1, largest_batch);
  }
  const std::uint64_t begun = next_.fetch_add(count, std::memory_order_relaxed);
  if (begun >= total_)
    return {};
  if (begun == 0)
    noteBegin();
  count = std::min(count, total_ - begun);
  return {from_end_ ? total_ - begun - count : begun, count, begun + count == total_};
}

std::uint64_t Run::unclaimedBlocks() const {
  return total_ - std::min(total_, next_.load(std::memory_order_relaxed));
}

std::uint64_t Run::abort() {
  // Whoever sees this sees the launch's fault too.
  aborted_.store(true, std::memory_order_release);
  std::uint64_t claimed = next_.exchange(total_, std::memory_order_relaxed);
  return claimed < total_ ? total_ - claimed : 0;
}

} // namespace raddle::runtime
