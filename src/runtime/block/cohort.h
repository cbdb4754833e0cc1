// Blocks that are resident at the same time and wait for each other: all of a cooperative launch, of a
// cluster, of a launch on several devices. Knows which of them only wait, so that a wait nobody can end is
// noticed, whichever workers the blocks are on.
//
// Blocks that wait for a barrier of a grid do so for a microsecond, many thousand times. So a worker tells
// the cohort of its suspended blocks only when it has nothing else to do.
#ifndef RADDLE_RUNTIME_BLOCK_COHORT_H
#define RADDLE_RUNTIME_BLOCK_COHORT_H

#include "abi/kernel_abi.h"
#include "machine/spin_lock.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace raddle::runtime {

struct Block;

class Cohort {
public:
  explicit Cohort(std::uint64_t blocks) : members_(blocks) {}
  Cohort(const Cohort &) = delete;
  Cohort &operator=(const Cohort &) = delete;

  /// A block has started.
  void add(Block &block);

  enum class Outlook {
    kReleased, // the block need not wait after all
    kWaiting,  // it waits, and somebody can still release it
    kStuck,    // it waits, and so do all others that have not ended
  };

  /// No thread of the block can run until another block releases it.
  Outlook note(Block &block);

  /// A block that was noted goes on.
  void forget(Block &block);

  /// A block has ended, of which nothing is noted. False when all that are left wait.
  [[nodiscard]] bool end(Block &block);

  /// So many blocks will never start. False when all that are left wait.
  [[nodiscard]] bool abandon(std::uint64_t blocks);

  struct Member {
    Block *block = nullptr; // null: it has ended
    RaddleDim3 block_idx{};
    std::uint32_t grid_rank = 0; // of a launch on several devices
    bool waits = false;          // for others, and is noted
  };

  /// Looks at all blocks that have started, while none of them can end.
  void visit(const std::function<void(std::span<const Member>)> &look) const;

  /// Blocks that have not started.
  std::uint64_t unstarted() const;

private:
  bool allWait() const;

  alignas(64) mutable SpinLock lock_;
  std::uint64_t waiting_ = 0;
  std::uint64_t ended_ = 0;
  std::uint64_t started_ = 0;
  std::vector<Member> members_; // in the order in which they started
};

} // namespace raddle::runtime

#endif
