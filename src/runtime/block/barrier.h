// The barriers of a block: the hardware's sixteen, of which barrier 0 is the one of __syncthreads(), and one
// for each tile of several warps that a block can be cut into.
#ifndef RADDLE_RUNTIME_BLOCK_BARRIER_H
#define RADDLE_RUNTIME_BLOCK_BARRIER_H

#include "runtime/fiber/fiber.h"

#include <cstdint>

namespace raddle::runtime {

constexpr std::uint32_t kNamedBarriers = 16;
constexpr std::uint32_t kTileBarriers = 32; // after the named ones; see raddle_barrier_tile
constexpr std::uint32_t kBarriers = kNamedBarriers + kTileBarriers;

struct Barrier {
  std::uint32_t missing = 0;  // threads that have yet to arrive; 0: none has arrived
  std::uint32_t expected = 0; // threads that release it; 0: all that have not exited
  // For __syncthreads_count/and/or: how many threads voted, and how many of them with true.
  std::uint32_t voters = 0;
  std::uint32_t votes = 0;
  // What the threads that voted get. Stays until every thread has read it, because the next release needs them all.
  std::uint64_t count = 0, all = 0, any = 0;
  std::uint32_t releases = 0;
  FiberQueue waiting;

  /// Nobody has arrived.
  void clear() {
    missing = voters = votes = 0;
    waiting.clear();
  }
};

} // namespace raddle::runtime

#endif
