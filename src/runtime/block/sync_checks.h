// RADDLE_CHECK=sync: how the threads of a block meet, and what is wrong with it.
//
// Only blocks of checked launches have one. Where each thread runs by itself it sees every lane on its way to a warp
// operation; barriers of the block it sees on both engines.
#ifndef RADDLE_RUNTIME_BLOCK_SYNC_CHECKS_H
#define RADDLE_RUNTIME_BLOCK_SYNC_CHECKS_H

#include "check/finding.h"
#include "runtime/block/warp.h"

#include <array>
#include <cstdint>
#include <functional>
#include <span>

namespace raddle::runtime {

struct Block;

/// A shuffle in which a lane reads from one that does not take part.
struct AbsentRead {
  const char *operation; // how a user calls it
  std::uint32_t mask, lane, source;
  std::uint32_t returned; // lanes that have, and those that the block does not have
  bool is_discarded;      // what was read is used under a condition only, if at all
};

class SyncChecks {
public:
  /// A block of so many threads begins.
  void begin(std::uint32_t threads);

  // ---- warp operations, where each lane runs by itself

  /// A lane comes to an operation. Ends the launch where it names a lane that waits for it with another mask.
  void arrive(Block &block, const Fiber &self, WarpOp op, std::uint32_t mask, std::uintptr_t site);
  /// All lanes of `mask` that have not returned, `lanes`, have come to a shuffle; operands are those of `warp`.
  void shuffle(Block &block, const Warp &warp, WarpOp op, std::uint32_t mask, std::uint32_t lanes);
  /// A lane returns. Others may wait for it at the operation that it came from, with another mask.
  void exit(Block &block, const Fiber &self);
  /// What the lane reads in its next shuffle is used under a condition only.
  void discardNextRead(const Fiber &self) { laneOf(self).discards = true; }
  /// Whether `lane` came to an operation there last, with another mask.
  bool leftWithOtherMask(std::uint32_t warp, std::uint32_t lane, std::uintptr_t site,
                         std::uint32_t mask) const {
    const Lane &last = lanes_[warp * kRaddleWarpSize + lane];
    return last.site == site && last.mask != mask;
  }

  // ---- barriers of the block

  /// All threads are at the barrier of the whole block: those that wait, and the one that came last from `site`, if any.
  void meet(Block &block, const FiberQueue &waiting, const Fiber *last, const char *what,
            std::uintptr_t site);
  /// A thread arrives at a named barrier, and does not wait.
  void noteArrival(std::uint32_t barrier, std::uintptr_t site) { arrivals_[barrier] = site; }
  /// No thread of the block is left.
  void end(Block &block);

private:
  // The operation that a lane came to last, and how often it did so in a row.
  struct Lane {
    std::uintptr_t site = 0;
    std::uint32_t mask = 0;
    std::uint32_t times = 0;
    bool discards = false;
  };

  Lane &laneOf(const Fiber &fiber) { return lanes_[fiber.warp * kRaddleWarpSize + fiber.lane]; }
  void tellOfOtherMask(Block &block, const Fiber &self, WarpOp op, std::uint32_t mask, std::uint32_t other);

  std::array<Lane, 1024> lanes_;
  std::array<std::uintptr_t, 16> arrivals_ = {};
};

/// Tells of it, once for each place.
void tellOf(Block &block, std::uint32_t warp, const AbsentRead &read, std::uintptr_t site);

/// A finding of `thread`, or of the block if that is null, at `site`. For the first one there `describe` is called, on the
/// home stack, to complete it; the others are counted.
void tellAt(Block &block, check::Rule rule, std::uintptr_t site, std::uintptr_t other,
            const RaddleThread *thread, const std::function<void(check::Finding &)> &describe);

/// The thread that is such a lane.
RaddleThread threadAt(const Block &block, std::uint32_t warp, std::uint32_t lane);

} // namespace raddle::runtime

#endif
