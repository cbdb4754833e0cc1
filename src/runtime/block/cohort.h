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
#include "runtime/block/span_barrier.h"

#include <cstddef>
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

  struct Member {
    Block *block = nullptr; // null: it has ended
    RaddleDim3 block_idx{};
    std::uint32_t grid_rank = 0;     // of a launch on several devices
    const Carrier *worker = nullptr; // that the block is on
    std::span<const SpanPart> parts; // of the block, in barriers of several
    bool waits = false;              // for others, and is noted
  };

  /// A block has started. Returns its number.
  std::size_t add(const Member &member);

  enum class Outlook {
    kReleased, // the block need not wait after all
    kWaiting,  // it waits, and somebody can still release it
    kStuck,    // it waits, and so do all others that have not ended
  };

  /// No thread of the block can run until another block releases it.
  Outlook note(std::size_t member);

  /// A block that was noted goes on.
  void forget(std::size_t member);

  /// A block has ended, of which nothing is noted. False when all that are left wait.
  [[nodiscard]] bool end(std::size_t member);

  /// So many blocks will never start. False when all that are left wait.
  [[nodiscard]] bool abandon(std::uint64_t blocks);

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
