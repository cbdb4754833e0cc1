// Asynchronous copies into a block's shared memory, for which their threads have not waited yet.
//
// The copies of a group have a segment of their own. Until the thread has waited for the group, nothing comes after it; from then
// on it stands where the thread has waited.
#ifndef RADDLE_RUNTIME_RACE_ASYNC_COPIES_H
#define RADDLE_RUNTIME_RACE_ASYNC_COPIES_H

#include "abi/kernel_abi.h"
#include "runtime/race/history.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>

namespace raddle::runtime::race {

class AsyncCopies {
public:
  /// A block begins.
  void clear();
  /// Whether a thread of the block has ever started one.
  bool any() const { return any_; }

  /// The segment of what the lane copies now. Lanes of a warp share it. 0: it needs a new one, of which newOf() tells.
  SegmentId segmentOf(unsigned warp, unsigned lane);
  void newOf(unsigned warp, unsigned lane, SegmentId segment);

  void commit(unsigned warp, unsigned lane);
  /// The thread waits, at `now`, for all but the last `prior` groups; for the oldest one; for all copies.
  void wait(const Stamp &now, std::uint32_t prior);
  void waitForOldest(const Stamp &now);
  void waitForAll(const Stamp &now);

private:
  struct Thread {
    SegmentId open = 0;              // of copies that belong to no group yet
    std::deque<SegmentId> committed; // the oldest group first; 0: one without copies
  };
  // The newest segment of a warp, and the lanes that have had it.
  struct Newest {
    SegmentId segment = 0;
    std::uint32_t lanes = 0;
  };

  Thread &threadAt(unsigned warp, unsigned lane) { return (*threads_)[warp * kRaddleWarpSize + lane]; }
  static void finish(SegmentId segment, const Stamp &now);

  bool any_ = false;
  std::unique_ptr<std::array<Thread, kMaxThreadsPerBlock>> threads_;
  std::array<Newest, kMaxThreadsPerBlock / kRaddleWarpSize> newest_{};
};

} // namespace raddle::runtime::race

#endif
