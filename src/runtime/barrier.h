// The barriers of a block: the hardware's sixteen, of which barrier 0 is the one of __syncthreads(), and one
// for each tile of several warps that a block can be cut into.
#ifndef RADDLE_RUNTIME_BARRIER_H
#define RADDLE_RUNTIME_BARRIER_H

#include "runtime/fiber.h"

#include <cstdint>

namespace raddle::runtime {

struct Block;

constexpr std::uint32_t kNamedBarriers = 16;
constexpr std::uint32_t kTileBarriers = 32; // behind the named ones; see raddle_barrier_tile
constexpr std::uint32_t kBarriers = kNamedBarriers + kTileBarriers;

struct Barrier {
  std::uint32_t arrived = 0;
  std::uint32_t expected = 0; // threads that release it; 0: all that have not exited
  bool passed = false;        // some thread has arrived without waiting
  // Of __syncthreads_count/and/or: how many threads voted, and how many of them with true.
  std::uint32_t voters = 0;
  std::uint32_t votes = 0;
  // Of the last release. Stays until every thread has read it, because the next release needs them all.
  std::uint32_t released_voters = 0;
  std::uint32_t released_votes = 0;
  std::uint32_t releases = 0;
  FiberQueue waiting;
};

/// A thread of the block has exited: barriers that wait for all may now be complete.
void releaseBarriersAfterExit(Block &block);

} // namespace raddle::runtime

#endif
