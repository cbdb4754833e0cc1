// A worker: what one core does for kernels. It holds the blocks that are resident on it, like a streaming
// multiprocessor, and the stacks of their threads.
//
// A worker is not a thread. Any thread may drive it for a while (a thread of the executor's pool, or a host
// thread that waits) and leave it, with blocks in the middle of their work, to the next one.
#ifndef RADDLE_RUNTIME_WORKER_WORKER_H
#define RADDLE_RUNTIME_WORKER_WORKER_H

#include "machine/floating_point.h"
#include "runtime/block/block.h"
#include "runtime/block/fault.h"
#include "runtime/worker/signal_record.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace raddle::runtime {

class Worker;
struct DebuggerTable;

/// Where workers get their launches from.
class WorkSource {
public:
  virtual ~WorkSource() = default;
  /// Assigns the oldest launch that still has blocks to start to a worker that takes some now; none when there
  /// is none, or the worker may not hold them.
  virtual void assignNext(Worker &worker) = 0;
  /// The caller has taken blocks of a launch, and there are more for other workers.
  virtual void moreWork() = 0;
  /// Whether the first one in the queue was launched by a deeper kernel than this launch.
  virtual bool hasDeeper(const Run &run) = 0;
  /// The last blocks of a launch have been taken, or will never start. Not called for a launch of one worker.
  virtual void exhausted() = 0;
  /// All blocks of the launch have ended.
  virtual void finished(Run &run) = 0;
  /// Blocks on other workers that are suspended may go on, or have to end.
  virtual void wakeSuspended() = 0;
  /// Whether each worker that is driven now has a core.
  virtual bool hasCoresForAll() const = 0;
  /// Whether each worker will get a thread to drive it.
  virtual bool canDriveAll() const = 0;
  virtual unsigned workerCount() const = 0;
};

class Worker final : public Carrier {
public:
  Worker(WorkSource &source, unsigned index);
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;

  enum class Round {
    kIdle,    // there is nothing to do
    kWorked,  // some thread did something
    kPolling, // all threads of all resident blocks only yielded
    kWaiting, // all resident blocks wait for blocks on other workers
  };

  /// Takes blocks of this launch next.
  void assign(std::shared_ptr<Run> run) {
    run_ = std::move(run);
    run_is_new_ = true;
    longest_batch_ = 0;
  }

  /// Whether there is room for more blocks of this launch.
  bool mayHoldAnother(const Run &run) const;

  /// True once while WorkSource::finished() runs, if this worker has nothing else to do then: it will look
  /// for a launch next, so that nobody need be told of one.
  bool takeExpectation() { return std::exchange(expects_launch_, false); }
  bool isOf(const WorkSource &source) const { return &source == &source_; }

  /// To be called around a series of rounds, on the thread that makes them.
  void attach();
  void detach();

  /// Gives every resident block a turn, and starts another block when none of them gets on.
  Round round();

  /// To be called when rounds only wait or poll: tells of the blocks that wait for others, and ends launches
  /// in which nobody can release anybody. False when there was nothing new to tell.
  bool noteSuspended();

  bool hasBlocks() const { return !residents_.empty(); }
  // ---- Carrier ----

  unsigned count() const override { return source_.workerCount(); }
  void wakeOthers() override { source_.wakeSuspended(); }
  bool claimMore(Block &block) override;
  bool hasOnly(const Block &block) const override {
    return residents_.size() == 1 && residents_.front().get() == &block &&
           !(run_ && run_->hasUnclaimedBlocks()) && source_.hasCoresForAll();
  }

  /// The worker that the calling thread drives, or null.
  static Worker *ofThisThread() { return static_cast<Worker *>(Carrier::ofThisThread()); }

  /// That of the thread that drives it; negative when none does. The executor's.
  int processor = -1;

  // ---- for the signal handler ----
  SignalRecord signal{};
  unsigned char *landingStackTop();
  [[noreturn]] static void landAfterSignal(Worker *worker);

  // ---- for finding launches that do not get on (polling.h) ----

  struct Polling {
    static constexpr std::uint64_t kWorking = 0;
    static constexpr std::uint64_t kIdle = ~std::uint64_t{0};
    // Since when (nanoseconds) all threads here do nothing but poll; or one of the above.
    std::atomic<std::uint64_t> since = kIdle;
    std::atomic<std::uint64_t> confirmed = 0; // when that was last seen
    std::uint64_t spare_rounds =
        16 * 1024; // for which the thread that drives it watches for others after a while
  };
  Polling polling;

  const std::vector<std::unique_ptr<Block>> &residents() const { return residents_; }

  /// Ends the launch; to be called by whoever has taken its fault.
  void abortRun(const std::shared_ptr<Run> &run, FaultKind kind, std::string report,
                std::optional<check::Finding> finding);

  /// Ends the launches of which all blocks that have not ended wait for each other. On any thread.
  void reportStuck(const Cohort &cohort);

private:
  friend struct DebuggerTable;
  bool startBlocks();
  void startCluster(const std::shared_ptr<Run> &run, std::uint64_t first);
  Block &addBlock(std::shared_ptr<Run> run);
  bool mayResume(Block &block);
  BlockEvent resume(Block &block);
  bool goOnWithRange(Block &block);
  void startRestOfRange(std::size_t resident);
  void retire(std::size_t resident, BlockEvent why);
  void endEarly(Block &block, BlockEvent why);
  void tellSharedOverrun(const Block &block, const SharedMemory::Overrun &overrun);
  void keepOrRecycle(std::unique_ptr<Block> block);
  void dropFibers(Block &block, bool reusable);
  void complete(const std::shared_ptr<Run> &run, std::uint64_t blocks);

  WorkSource &source_;
  FloatingPointMode host_mode_;     // of the thread that drives this worker
  std::shared_ptr<Run> run_;        // the launch that blocks are being taken from
  bool run_is_new_ = false;         // none has been taken yet
  std::uint64_t longest_batch_ = 0; // of its blocks, that end soon enough; 0 while nobody knows
  bool expects_launch_ = false;
  std::vector<std::unique_ptr<Block>> residents_;
  std::vector<std::unique_ptr<Block>> spare_blocks_;
  // For launches that are not cooperative.
  std::size_t ordinary_blocks_ = 0;
  std::uint32_t ordinary_threads_ = 0;
  std::uint32_t fruitless_rounds_ = 0; // in which all blocks only polled, one after the other
  std::unique_ptr<unsigned char[]> landing_stack_;
  std::optional<RaddleThread> signalled_thread_;
  Carrier *outer_ = nullptr; // what this thread drove before attach()
};

} // namespace raddle::runtime

#endif
