// The lanes of one warp, and where they meet.
//
// A `*_sync` intrinsic is a rendezvous of the lanes that its mask names, from wherever in the program each
// of them calls it:
//
//   if (lane < 16) x = __shfl_sync(0xffffffff, x, 0);   // lanes 0-15 wait here ...
//   else           x = __shfl_sync(0xffffffff, x, 0);   // ... until lanes 16-31 come here
//
// Lanes that wait with the same mask form a group. The lane that completes a group computes the results of
// all, makes the others ready and goes on (Block::completeGroup). Lanes that have exited count as arrived.
#ifndef RADDLE_RUNTIME_BLOCK_WARP_H
#define RADDLE_RUNTIME_BLOCK_WARP_H

#include "runtime/block/warp_op.h"
#include "runtime/fiber/fiber.h"

#include <bit>
#include <cstdint>

namespace raddle::runtime {

struct Warp {
  // One rendezvous that some of its lanes have reached.
  struct Group {
    std::uint32_t mask;
    std::uint32_t missing; // lanes that have yet to arrive
    WarpOp op;
    FiberQueue waiting;
  };

  std::uint32_t exited;   // lanes that have returned, or that the block does not have
  std::uint32_t asking;   // lanes that wait in __activemask
  std::uint32_t yielded;  // lanes that have yielded since a lane last asked
  std::uint32_t open = 0; // bit i: lanes wait in groups[i]
  WarpOperands operands;
  Fiber *asker[kRaddleWarpSize]; // of the lanes in `asking`
  // That of a mask is the one of its lowest lane, where no other has taken it before. One with no lanes missing is
  // nobody's.
  Group groups[kRaddleWarpSize] = {};

  void begin(std::uint32_t lanes);

  Group &usualGroup(std::uint32_t mask) { return groups[std::countr_zero(mask | 1u << 31)]; }
  std::uint32_t arrivedAt(const Group &group) const { return group.mask & ~exited & ~group.missing; }

  Group *find(std::uint32_t mask);
  /// `apart`: not in its usual place, so that no lane arrives there unseen.
  Group &openGroup(std::uint32_t mask, WarpOp op, bool apart);
};

} // namespace raddle::runtime

#endif
