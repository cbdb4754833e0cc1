#include "runtime/worker/worker.h"

#include "base/checks.h"
#include "check/report.h"
#include "diagnostics/messages.h"
#include "profile/samples.h"
#include "runtime/report/fault_finding.h"
#include "runtime/report/fault_report.h"
#include "runtime/report/report.h"
#include "runtime/worker/signalled_fault.h"

#include <algorithm>
#include <csignal>
#include <fmt/format.h>
#include <mutex>
#include <set>

namespace raddle::runtime {

namespace {

// Like a streaming multiprocessor: so many blocks and (twice) so many threads at a time. Of cooperative
// launches, and of clusters, more if need be.
constexpr std::size_t kMaxResidentBlocks = 32;
constexpr std::uint32_t kMaxResidentThreads = 4096;

// Where all of them have polled for so many rounds, what they wait for may come from a block that has not started, as at a
// barrier of the grid that a program has made itself. Then it may be so many times as many.
constexpr std::uint32_t kFruitlessRounds = 4096;
constexpr std::size_t kMoreForBlocksThatPoll = 8;

constexpr std::size_t kMaxSpareBlocks = kMaxResidentBlocks;
constexpr std::size_t kLandingStackBytes = 32 * 1024;

// In cycles of the time stamp counter. About a microsecond: taking blocks from a launch that other workers
// take blocks from too costs a tenth of it. And a tenth of a millisecond, after which whoever drives the
// worker may look around. A batch of blocks should not take more than a few times as long.
constexpr std::uint64_t kWorthwhileCycles = 2500;
constexpr std::uint64_t kLongestCycles = 250'000;
constexpr std::uint64_t kLongestBatchCycles = 4 * kLongestCycles;

} // namespace

Worker::Worker(WorkSource &source, unsigned index)
    : Carrier(index), source_(source), landing_stack_(new unsigned char[kLandingStackBytes]) {}

[[gnu::hot]] void Worker::attach() {
  outer_ = ofThisThread();
  setOfThisThread(this);
  ensureSignalStack();
  if (profile::samples::isOn())
    profile::samples::beginWork();
  host_mode_.read();
  if (const FloatingPointMode of_kernels; !host_mode_.computesAs(of_kernels))
    of_kernels.set();
#if RADDLE_TSAN
  home_.tsan_fiber = __tsan_get_current_fiber();
#endif
}

[[gnu::hot]] void Worker::detach() {
  if (profile::samples::isOn())
    profile::samples::endWork();
  setOfThisThread(outer_);
  host_mode_.restore();
}

[[gnu::hot]] Worker::Round Worker::round() {
  bool progressed = residents_.empty(); // then it starts some
  if (progressed && !startBlocks())
    return Round::kIdle;
  bool polled = false, polled_for_long = false;
  for (std::size_t i = 0; i < residents_.size();) {
    Block &block = *residents_[i];
    if (block.spanning && !mayResume(block)) {
      ++i;
      continue;
    }
    block.progressed = false;
    block.yields = 0;
    const BlockEvent why = resume(block);
    progressed |= block.progressed;
    if (why == BlockEvent::kPolling) {
      polled = true;
      polled_for_long |= block.yields == kMostYields;
      startRestOfRange(i);
      ++i;
    } else if (why == BlockEvent::kSuspended) {
      block.suspended = true;
      ++i;
    } else {
      if (why != BlockEvent::kDone || !goOnWithRange(block))
        retire(i, why);
      progressed = true;
    }
  }
  // Those that have started may wait for others, whatever they do between two looks. Of a cooperative launch all must run.
  if (!progressed || polled_for_long || (polled && run_ && run_->launch().cooperative))
    progressed |= startBlocks();
  fruitless_rounds_ = progressed ? 0 : fruitless_rounds_ + 1;
  if (progressed)
    return Round::kWorked;
  return polled ? Round::kPolling : Round::kWaiting;
}

// ---- blocks that wait for other blocks ----

bool Worker::mayResume(Block &block) {
  if (block.suspended) {
    if (!block.canBeReleased() && block.ready.empty() && !block.run->aborted())
      return false;
    block.suspended = false;
    if (block.noted) {
      block.noted = false;
      block.cohort->forget(block.cohort_index);
    }
  }
  block.releaseSpans();
  return true;
}

bool Worker::noteSuspended() {
  bool news = false;
  for (const std::unique_ptr<Block> &block : residents_) {
    if (!block->suspended || block->noted)
      continue;
    news = true;
    const Cohort::Outlook outlook = block->cohort->note(block->cohort_index);
    block->noted = outlook != Cohort::Outlook::kReleased;
    if (outlook == Cohort::Outlook::kStuck)
      reportStuck(*block->cohort);
  }
  return news;
}

void Worker::reportStuck(const Cohort &cohort) {
  std::vector<std::shared_ptr<Run>> runs;
  cohort.visit([&](std::span<const Cohort::Member> members) {
    for (const Cohort::Member &member : members)
      if (member.block && std::find(runs.begin(), runs.end(), member.block->run) == runs.end())
        runs.push_back(member.block->run);
  });
  for (const std::shared_ptr<Run> &run : runs)
    if (run->takeFault()) {
      std::string report = describeStuck(*run, cohort);
      auto finding = findingOf(*run, check::Rule::kDeadlock, report, firstWait(*run, cohort));
      abortRun(run, FaultKind::kDeadlock, std::move(report), std::move(finding));
    }
}

// ---- starting blocks ----

// A worker holds its share of a cooperative launch, whatever its size.
[[gnu::hot]] bool Worker::mayHoldAnother(const Run &run) const {
  if (run.launch().cooperative) {
    const auto held =
        std::count_if(residents_.begin(), residents_.end(),
                      [&](const std::unique_ptr<Block> &block) { return block->run.get() == &run; });
    return static_cast<std::uint64_t>(held) < run.shareOf(source_.workerCount()) || !source_.canDriveAll();
  }
  // Then there are others, on which it may depend whether this one can start.
  if (!run.fitsAnother())
    return false;
  // Those that wait for it are of no use without it.
  if (run.launch().depth != 0)
    return true;
  const std::size_t more = fruitless_rounds_ < kFruitlessRounds ? 1 : kMoreForBlocksThatPoll;
  // Cooperative ones do not count: they may wait for a grid on another device that comes after this launch.
  return ordinary_blocks_ == 0 ||
         (ordinary_blocks_ + run.clusterSize() <= more * kMaxResidentBlocks &&
          ordinary_threads_ + run.threadsPerBlock() * run.clusterSize() <= more * kMaxResidentThreads);
}

[[gnu::hot]] bool Worker::startBlocks() {
  BlockRange range;
  while (!range.count) {
    // What resident blocks have launched they may wait for.
    if (!run_ || !run_->hasUnclaimedBlocks() || (!residents_.empty() && source_.hasDeeper(*run_))) {
      run_.reset();
      source_.assignNext(*this);
      if (!run_)
        return false;
    } else if (!mayHoldAnother(*run_)) {
      // An idle worker must keep no launch alive.
      if (residents_.empty())
        run_.reset();
      return false;
    }
    range = run_->claim(source_.workerCount(), 1, longest_batch_);
    if (!range.count)
      run_.reset();
  }
  const bool last = range.last;
  if (!last && run_is_new_)
    source_.moreWork();
  if (last && !run_->isOfOneWorker())
    source_.exhausted();
  run_is_new_ = false;

  std::shared_ptr<Run> run = last ? std::move(run_) : run_;
  if (run->hasClusters()) {
    startCluster(run, range.first);
  } else {
    Block &block = addBlock(std::move(run));
    block.begin(*this, range, block.run->needsFibers());
    block.joinSpans();
    if (!last) // else nobody will ask
      block.started = timeStamp();
  }
  return true;
}

[[gnu::hot]] bool Worker::claimMore(Block &block) {
  if (run_ != block.run || residents_.size() != 1 || block.cohort)
    return false;
  const std::uint64_t cycles = std::max<std::uint64_t>(timeStamp() - block.started, 1);
  const auto blocks_in = [&](std::uint64_t period) { return period * block.claimed / cycles; };
  longest_batch_ = blocks_in(kLongestBatchCycles);
  if (cycles > kLongestCycles)
    return false;
  const BlockRange range = run_->claim(source_.workerCount(), blocks_in(kWorthwhileCycles), longest_batch_);
  if (!range.count)
    return false;
  if (range.last) {
    run_.reset();
    source_.exhausted();
  }
  block.goOn(range);
  return true;
}

void Worker::startCluster(const std::shared_ptr<Run> &run, std::uint64_t first) {
  auto cluster = std::make_shared<Cluster>(run->clusterSize());
  for (std::uint32_t rank = 0; rank < run->clusterSize(); ++rank) {
    Block &block = addBlock(run);
    block.begin(*this, {first + rank, 1}, run->needsFibers());
    block.joinCluster(cluster, rank);
    block.joinSpans();
  }
}

[[gnu::hot]] Block &Worker::addBlock(std::shared_ptr<Run> run) {
  if (!run->launch().cooperative) {
    ++ordinary_blocks_;
    ordinary_threads_ += run->threadsPerBlock();
  }
  if (spare_blocks_.empty())
    spare_blocks_.push_back(std::make_unique<Block>());
  Block &block = *spare_blocks_.back();
  block.run = std::move(run);
  residents_.push_back(std::move(spare_blocks_.back()));
  spare_blocks_.pop_back();
  return block;
}

// ---- running and ending them ----

[[gnu::hot]] BlockEvent Worker::resume(Block &block) {
  if (block.run->aborted())
    return BlockEvent::kAbandoned;
  Fiber *fiber = block.nextRunnable();
  if (!fiber)
    return BlockEvent::kStuck;
  FlushDenormals flush((block.kernel().flags & kRaddleKernelFlushesDenormals) != 0);
  for (;;) {
    current = fiber;
    switchContext(home_, *fiber);
    if (event != BlockEvent::kCall)
      break;
    fiber = current;
    current = nullptr;
    call_(call_argument_);
  }
  // Copied now, because the fiber may be reused before the report is written.
  signalled_thread_.reset();
  if (event == BlockEvent::kSignal && block.by_threads)
    signalled_thread_ = *current;
  current = nullptr;
  return event;
}

// The next block of a range takes the place of the one that has ended.
bool Worker::goOnWithRange(Block &block) {
  if (!block.by_threads || block.range.count <= 1 || block.run->aborted())
    return false;
  dropFibers(block, true);
  const std::uint64_t claimed = block.claimed;
  block.begin(*this, {block.range.first + 1, block.range.count - 1}, true);
  block.claimed = claimed;
  return true;
}

// What a block polls for may come from one that was claimed with it.
void Worker::startRestOfRange(std::size_t resident) {
  const Block &poller = *residents_[resident];
  if (poller.range.count <= 1)
    return;
  const BlockRange rest{poller.range.first + 1, poller.range.count - 1};
  addBlock(poller.run).begin(*this, rest, poller.by_threads);
  Block &alone = *residents_[resident];
  alone.range.count = 1;
  alone.claimed -= rest.count;
}

[[gnu::hot]] void Worker::retire(std::size_t resident, BlockEvent why) {
  std::unique_ptr<Block> block = std::move(residents_[resident]);
  residents_.erase(residents_.begin() + static_cast<std::ptrdiff_t>(resident));
  if (!block->run->launch().cooperative) {
    --ordinary_blocks_;
    ordinary_threads_ -= block->run->threadsPerBlock();
  }

  block->writeHeldOutput();
  block->held_output.reset();
  block->countLanes();
  if (why != BlockEvent::kDone)
    endEarly(*block, why);
  if (!block->sharedMemory().isWhole()) [[unlikely]]
    if (const auto overrun = block->sharedMemory().takeOverrun(); overrun && why == BlockEvent::kDone)
      tellSharedOverrun(*block, *overrun);
  // Reports may look at the fibers of other blocks of the cohort until it knows that they have ended.
  const bool stuck = block->cohort && !block->cohort->end(block->cohort_index);
  dropFibers(*block, why == BlockEvent::kDone);
  if (stuck)
    reportStuck(*block->cohort);
  complete(block->run, block->claimed);
  keepOrRecycle(std::move(block));
}

// Other blocks of a cluster may use the shared memory of one that has ended.
[[gnu::hot]] void Worker::keepOrRecycle(std::unique_ptr<Block> block) {
  auto recycle = [this](std::unique_ptr<Block> ended) {
    ended->run.reset();
    if (spare_blocks_.size() < kMaxSpareBlocks)
      spare_blocks_.push_back(std::move(ended));
  };
  if (!block->cluster) {
    recycle(std::move(block));
    return;
  }
  const std::shared_ptr<Cluster> cluster = std::move(block->cluster);
  cluster->ended.push_back(std::move(block));
  if (cluster->ended.size() == cluster->blocks.size())
    for (std::unique_ptr<Block> &ended : cluster->ended)
      recycle(std::move(ended));
}

void Worker::endEarly(Block &block, BlockEvent why) {
  if (why != BlockEvent::kAbandoned && block.run->takeFault()) {
    if (why == BlockEvent::kSignal)
      fault =
          SignalledFault(*this, block, signal, signalled_thread_, [&] { return resume(block); }).describe();
    else if (why == BlockEvent::kStuck)
      fault = describeDeadlock(block);
    if (fault->told)
      abortRun(block.run, fault->kind, "", std::nullopt);
    else
      abortRun(block.run, fault->kind, composeReport(block, *fault), findingOf(block, *fault));
  }
  fault.reset();
}

void Worker::tellSharedOverrun(const Block &block, const SharedMemory::Overrun &overrun) {
  if (checks().lenient) {
    // Each kernel is told of once.
    static std::mutex mutex;
    static auto *const told = new std::set<const RaddleKernel *>;
    std::lock_guard lock(mutex);
    if (told->insert(&block.kernel()).second)
      printDiagnostic(describeSharedOverrun(block, overrun));
  } else if (block.run->takeFault()) {
    std::string report = describeSharedOverrun(block, overrun);
    auto finding = findingOf(*block.run, check::Rule::kStrayWrite, report, 0);
    abortRun(block.run, FaultKind::kIllegalAddress, std::move(report), std::move(finding));
  }
}

void Worker::dropFibers(Block &block, bool reusable) {
  if (reusable)
    fibers_.giveBack(block.fibers, block.run->stackClass());
  else
    fibers_.abandon(block.fibers, block.run->stackClass());
  block.fibers = {};
}

void Worker::complete(const std::shared_ptr<Run> &run, std::uint64_t blocks) {
  if (run->mayStream())
    orderStreamedStores();
  if (!run->complete(blocks))
    return;
  run->recordCounts();
  expects_launch_ = residents_.empty() && (!run_ || !run_->hasUnclaimedBlocks());
  source_.finished(*run);
  expects_launch_ = false;
}

void Worker::abortRun(const std::shared_ptr<Run> &run, FaultKind kind, std::string report,
                      std::optional<check::Finding> finding) {
  // After what only this kernel has missed the device stays usable, so that one run finds all.
  const bool ends_launch_only =
      finding && finding->rule == check::Rule::kMisaligned && !check::options().fatal;
  if (finding)
    check::report(std::move(*finding));
  else
    printDiagnostic(report);
  if (!ends_launch_only)
    run->launch().fault = std::make_unique<backend::LaunchFault>(kind, std::move(report));
  const std::uint64_t never_started = run->abort();
  if (never_started)
    source_.exhausted();
  source_.wakeSuspended();
  Cohort *const cohort = run->cohort();
  if (never_started && cohort && !cohort->abandon(never_started))
    reportStuck(*cohort);
  complete(run, never_started);
}

// ---- signals ----

unsigned char *Worker::landingStackTop() { return landing_stack_.get() + kLandingStackBytes - 64; }

// Runs on the landing stack, as if the faulting instruction had jumped here. The fiber's own stack may be
// what is broken, and is dropped anyway.
void Worker::landAfterSignal(Worker *worker) {
  // The kernel may have been in the middle of an operation with another rounding mode.
  FloatingPointMode().set();
  worker->leave(*worker->current, BlockEvent::kSignal);
  __builtin_unreachable();
}

} // namespace raddle::runtime
