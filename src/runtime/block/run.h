// A launch while it runs: which of its blocks have started, which have ended, whether it was aborted.
#ifndef RADDLE_RUNTIME_BLOCK_RUN_H
#define RADDLE_RUNTIME_BLOCK_RUN_H

#include "backend/launch.h"
#include "profile/launch_counts.h"
#include "profile/timeline.h"
#include "runtime/block/cohort.h"
#include "runtime/block/cpu_function.h"
#include "runtime/block/dry_run_results.h"
#include "runtime/block/grid_barrier.h"
#include "runtime/device/cpu_device.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace raddle::runtime {

struct DebuggerTable;
namespace race {
struct LaunchRecord;
}
struct MultiGrid;

using backend::Launch;
using backend::volume;

struct BlockRange {
  // Linear index of the first, x fastest. With clusters the blocks of one follow each other: the blocks of
  // cluster i start at i * clusterSize().
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  bool last = false; // no others are left after it
};

/// What is found out about a launch; nobody asks for most.
struct Observations {
  std::unique_ptr<profile::LaunchCounts> counts;           // RADDLE_PROFILE
  std::string kernel_name;                                 // RADDLE_CHECK
  std::optional<std::uint32_t> launch_number;              // the same
  bool is_traced = false;                                  // RADDLE_TRACE
  std::atomic<race::LaunchRecord *> race_record = nullptr; // RADDLE_CHECK=race
  DryRunResults dry_runs;                                  // RADDLE_CHECK
};

class Run {
public:
  /// `apart`: each thread gets a fiber of its own where the kernel can do that, for a debugger.
  explicit Run(std::shared_ptr<Launch> &&launch, bool apart = false)
      : Run(*launch, std::move(launch), apart) {}

  Launch &launch() const { return *launch_; }
  const std::shared_ptr<Launch> &sharedLaunch() const { return launch_; }
  const CpuFunction &function() const { return static_cast<const CpuFunction &>(*launch_->function); }
  const RaddleKernel &kernel() const { return *kernel_; }
  /// Another one for each launch, in the order of their submission.
  std::uint64_t id() const { return id_; }
  void setId(std::uint64_t id) { id_ = id; }
  /// Which of the launches of kernels with this name, from 0; nothing where nobody asks (RADDLE_CHECK).
  std::optional<std::uint32_t> launchNumber() const {
    return observations_ ? observations_->launch_number : std::nullopt;
  }
  /// By the time stamp counter.
  std::uint64_t submittedAt() const { return submitted_at_; }
  /// When the first block was claimed, in nanoseconds, of a kernel that runs on the thread engine though nobody asked for
  /// it; else 0.
  std::uint64_t slowSince() const { return slow_since_; }
  std::uint64_t blocks() const { return total_; }
  std::uint32_t threadsPerBlock() const { return threads_; }
  unsigned stackClass() const { return stack_class_; }
  std::uint32_t clusterSize() const { return cluster_size_; }
  bool hasClusters() const { return launch_->extras().cluster_dim.has_value(); }
  /// If each thread writes so many words, the launch writes more than the caches hold: stores that pass them pay.
  std::uint32_t streamWords() const { return stream_words_; }
  bool mayStream() const { return stream_words_ <= kMostWordsStored; }

  /// What its kernel counts (RADDLE_PROFILE), or null.
  profile::LaunchCounts *counts() const { return observations_ ? observations_->counts.get() : nullptr; }
  /// A warp of it is traced (RADDLE_TRACE).
  bool isTraced() const { return observations_ && observations_->is_traced; }
  /// All its blocks have ended.
  void recordCounts() const {
    if (observations_) [[unlikely]]
      addToRecord();
  }

  /// For a cooperative launch, else null.
  Cohort *cohort() const { return cohort_; }
  GridBarrier *gridBarrier() const { return grid_barrier_.get(); }
  /// For a launch on several devices, else null.
  MultiGrid *multiGrid() const;
  /// Where its kernel's printf() goes, and what its malloc() takes from; null where it has none.
  OutputBuffer *output() const { return device() ? &device()->output() : nullptr; }
  DeviceHeap *heap() const { return device() ? device()->heap() : nullptr; }

  /// The most blocks that one of `workers` workers shall hold at a time. The blocks of a cooperative launch
  /// wait for each other, so they are dealt out evenly and not to whoever comes first.
  std::uint64_t shareOf(unsigned workers) const;

  /// Whether threads of this kernel may wait, so that they need fibers, or a debugger wants to see them.
  bool needsFibers() const { return needs_fibers_; }
  bool isApart() const { return is_apart_; }

  /// Whether batches of neighbouring blocks run the first iterations of a loop over the grid together.
  bool goesInStep() const {
    return kernel().batch_entry && !needs_fibers_ && !launch_->cooperative && !hasClusters();
  }
  /// Blocks are claimed from the grid's end on. To be called before any is claimed.
  void beginAtEnd() { from_end_ = true; }

  /// Takes the next blocks in launch order, or from the grid's end after beginAtEnd(); an empty range when none are
  /// left. Clusters are taken whole.
  /// Kernels without fibers cannot wait for other blocks, so they get several blocks at a time. `worthwhile`:
  /// taking fewer blocks than that costs about as much as running them; `longest`: running more would take long.
  /// To be called once for a launch of one worker.
  BlockRange claim(unsigned workers, std::uint64_t worthwhile = 1, std::uint64_t longest = 0);

  /// Whether the first worker that takes blocks takes them all.
  bool isOfOneWorker() const { return total_ == cluster_size_; }
  bool hasUnclaimedBlocks() const { return next_.load(std::memory_order_relaxed) < total_; }
  std::uint64_t unclaimedBlocks() const;
  /// Whether the device would hold another block at the same time, where that matters.
  bool fitsAnother() const {
    const std::uint64_t most = launch_->extras().most_resident;
    if (!most) [[likely]]
      return true;
    const std::uint64_t begun = std::min(total_, next_.load(std::memory_order_relaxed));
    const std::uint64_t ended = total_ - remaining_.load(std::memory_order_relaxed);
    return begun - ended + cluster_size_ <= most;
  }

  /// Accounts for ended blocks. True for the one call that accounts for the last of them.
  [[nodiscard]] bool complete(std::uint64_t blocks) {
    // Where no others are left, nobody else writes it.
    return blocks && (remaining_.load(std::memory_order_acquire) == blocks ||
                      remaining_.fetch_sub(blocks, std::memory_order_acq_rel) == blocks);
  }

  /// True for the first caller, whose fault becomes the launch's.
  bool takeFault() { return !fault_taken_.test_and_set(); }
  bool takeDivisionWarning() { return !division_warned_.test_and_set(); }

  /// Stops the launch: no block starts any more, running ones are dropped at their next switch. Returns
  /// the number of blocks that will now never start; the caller must complete() them.
  [[nodiscard]] std::uint64_t abort();
  bool aborted() const { return aborted_.load(std::memory_order_acquire); }

  /// Null where nobody asks. With RADDLE_CHECK there are some.
  Observations *observations() const { return observations_.get(); }

private:
  friend struct DebuggerTable;
  // Compilers move a shared_ptr by a vector register, which waits where its halves were stored just before; `launch` need not
  // wait for that.
  Run(const Launch &launch, std::shared_ptr<Launch> &&owner, bool apart);

  // A kernel is not taken for writing more (see CompileJob::stored_words).
  static constexpr std::uint32_t kMostWordsStored = 64;
  void noteBegin() {
    if (kernel().thread_engine_reason || observations_ || profile::timeline::isOn()) [[unlikely]]
      noteTimeOfBegin();
  }
  void noteTimeOfBegin();
  void observe();
  void addToRecord() const;
  static std::uint32_t streamWordsOf(std::uint64_t threads);
  BlockRange claimNext();
  std::uint64_t byPages(std::uint64_t count, std::uint64_t together, std::uint64_t most) const;

  CpuDevice *device() const { return static_cast<CpuDevice *>(launch_->device_state); }

  std::shared_ptr<Launch> launch_;
  const RaddleKernel *const kernel_;
  std::uint64_t id_ = 0;
  std::uint64_t submitted_at_;
  std::uint64_t slow_since_ = 0;
  std::unique_ptr<Observations> observations_;
  std::uint64_t total_;
  std::uint32_t threads_;
  std::uint32_t cluster_size_; // blocks
  unsigned stack_class_;
  bool is_apart_;
  bool needs_fibers_;
  bool from_end_ = false;
  std::uint32_t stream_words_;
  std::unique_ptr<Cohort> own_cohort_; // of a cooperative launch on one device
  Cohort *cohort_ = nullptr;
  std::unique_ptr<GridBarrier> grid_barrier_;
  std::atomic_flag fault_taken_;
  std::atomic_flag division_warned_;
  std::atomic<bool> aborted_ = false;
  // What workers write lies apart from what they read. Not by alignas: that would make each allocation a slow
  // one.
  [[maybe_unused]] std::byte apart_[64];
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<std::uint64_t> remaining_;
};

} // namespace raddle::runtime

#endif
