// A launch while it runs: which of its blocks have started, which have ended, whether it was aborted.
#ifndef RADDLE_RUNTIME_RUN_H
#define RADDLE_RUNTIME_RUN_H

#include "runtime/launch.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace raddle::runtime {

struct BlockRange {
  std::uint64_t first = 0; // linear block index, x fastest
  std::uint64_t count = 0;
  bool last = false; // no blocks of the launch are left
};

class Run {
public:
  explicit Run(std::shared_ptr<Launch> launch);

  Launch &launch() const { return *launch_; }
  const RaddleKernel &kernel() const { return *launch_->kernel; }
  std::uint64_t id() const { return id_; }
  std::uint64_t blocks() const { return total_; }
  std::uint32_t threadsPerBlock() const { return threads_; }
  unsigned stackClass() const { return stack_class_; }

  /// Whether threads of this kernel may wait, so that they need fibers.
  bool needsFibers() const { return !kernel().block_entry; }

  /// Takes the next blocks in launch order; an empty range when none are left. Kernels without fibers
  /// cannot wait for other blocks, so they get several blocks at a time.
  BlockRange claim(unsigned workers);

  bool hasUnclaimedBlocks() const { return next_.load(std::memory_order_relaxed) < total_; }
  std::uint64_t unclaimedBlocks() const;

  /// Accounts for ended blocks. True for the one call that accounts for the last of them.
  [[nodiscard]] bool complete(std::uint64_t blocks);

  /// True for the first caller, whose fault becomes the launch's.
  bool takeFault() { return !fault_taken_.test_and_set(); }
  bool takeDivisionWarning() { return !division_warned_.test_and_set(); }

  /// Stops the launch: no block starts any more, running ones are dropped at their next switch. Returns
  /// the number of blocks that will now never start; the caller must complete() them.
  [[nodiscard]] std::uint64_t abort();
  bool aborted() const { return aborted_.load(std::memory_order_relaxed); }

private:
  std::shared_ptr<Launch> launch_;
  std::uint64_t id_;
  std::uint64_t total_;
  std::uint32_t threads_;
  unsigned stack_class_;
  std::atomic_flag fault_taken_;
  std::atomic_flag division_warned_;
  std::atomic<bool> aborted_ = false;
  alignas(64) std::atomic<std::uint64_t> next_ = 0;
  alignas(64) std::atomic<std::uint64_t> remaining_;
};

} // namespace raddle::runtime

#endif
