// The lanes of one warp, and where they meet.
//
// A `*_sync` intrinsic is a rendezvous of the lanes that its mask names, from wherever in the program each
// of them calls it:
//
//   if (lane < 16) x = __shfl_sync(0xffffffff, x, 0);   // lanes 0-15 wait here ...
//   else           x = __shfl_sync(0xffffffff, x, 0);   // ... until lanes 16-31 come here
//
// Lanes that wait with the same mask form a group. The lane that completes a group computes the results of
// all, makes the others ready and goes on. Lanes that have exited count as arrived.
#ifndef RADDLE_RUNTIME_WARP_H
#define RADDLE_RUNTIME_WARP_H

#include "runtime/fiber.h"
#include "runtime/warp_op.h"

#include <cstdint>

namespace raddle::runtime {

struct Block;

struct Warp {
  // One rendezvous that some of its lanes have reached.
  struct Group {
    std::uint32_t mask;
    std::uint32_t arrived;
    WarpOp op;
    FiberQueue waiting;
  };

  std::uint32_t exited;  // lanes that have returned, or that the block does not have
  std::uint32_t blocked; // lanes that wait for anything
  std::uint32_t asking;  // lanes that wait in __activemask
  std::uint32_t yielded; // lanes that have yielded since a lane last asked
  std::uint32_t group_count;
  WarpOperands operands;
  Fiber *asker[kRaddleWarpSize]; // of the lanes in `asking`
  Group groups[kRaddleWarpSize];

  void begin(std::uint32_t lanes);

  /// A lane has become blocked: answers those that ask for the active lanes when nobody else of the warp
  /// can run. Inline, because it is nearly always nothing to do.
  void laneBlocked(Block &block) {
    if (asking)
      answerAskers(block);
  }
  void laneYielded(Block &block, std::uint32_t bit) {
    if (asking) {
      yielded |= bit;
      answerAskers(block);
    }
  }
  void laneExited(Block &block, std::uint32_t bit) {
    exited |= bit;
    if (group_count)
      completeGroupsWithout(block, bit);
    laneBlocked(block);
  }

  Group *find(std::uint32_t mask);
  Group &open(std::uint32_t mask, WarpOp op);
  void answerAskers(Block &block);

private:
  void completeGroupsWithout(Block &block, std::uint32_t bit);
};

/// The calling lane takes part in `op` among the lanes of `mask`; its operands are value and, for shuffles,
/// the lane it reads from. Returns the lane's result once all have arrived.
std::uint64_t rendezvous(RaddleThread *thread, WarpOp op, std::uint32_t mask, std::uint64_t value,
                         std::uint32_t source_lane, std::uintptr_t site);

} // namespace raddle::runtime

#endif
