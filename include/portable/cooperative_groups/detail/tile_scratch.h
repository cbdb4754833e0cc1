// The memory through which the warps of a tile of more than 32 threads talk, and their barrier.
//
// A tile of N threads has W = N / 32 warps. The scratch memory of a block of M warps (M a power of two)
// holds, for each tile that the block can be cut into,
//
//   words for the barriers, where the platform needs them
//   two buffers of 8 * W bytes, used in turn
//
// The tiles of one size lie one after the other, so that different sizes never share memory: sub-tiles may
// still read their buffers while the larger tile fills its own.
#ifndef COOPERATIVE_GROUPS_DETAIL_TILE_SCRATCH_H
#define COOPERATIVE_GROUPS_DETAIL_TILE_SCRATCH_H

#include "lane_mask.h"

namespace cooperative_groups::__v1 {

namespace detail {

inline constexpr unsigned kMaxBlockSize = 1024;
// The largest tile has 512 threads.
inline constexpr unsigned kMaxTileWarps = 16;
inline constexpr unsigned kBufferBytesPerWarp = 8;
inline constexpr unsigned kBarrierBytesPerWarp = platform::tile_barrier<2>::kWordsPerWarp * sizeof(unsigned);

RADDLE_CG_CONSTEXPR unsigned round_up_to_power_of_two(unsigned value) {
  unsigned power = 1;
  while (power < value)
    power *= 2;
  return power;
}

// How many tile sizes fit into `max_warps` warps: 2, 4, 8 and 16 warps.
RADDLE_CG_CONSTEXPR unsigned count_tile_sizes(unsigned max_warps) {
  unsigned count = 0;
  for (unsigned warps = 2; warps <= max_warps && warps <= kMaxTileWarps; warps *= 2)
    ++count;
  return count;
}

// A reference to scratch memory. `max_warps`: M; 0 of a block that has none of its own.
struct tile_scratch {
  unsigned char *memory;
  unsigned max_warps;

  RADDLE_CG_CONSTEXPR static unsigned bytes(unsigned max_warps) {
    return max_warps * (kBarrierBytesPerWarp + count_tile_sizes(max_warps) * 2 * kBufferBytesPerWarp);
  }
};

// What a tile of W warps uses of the scratch memory.
template <unsigned W> class tile_channel {
public:
  static constexpr unsigned kBufferBytes = W * kBufferBytesPerWarp;

  // `warp`: the caller's in its block.
  RADDLE_CG_DEVICE tile_channel(tile_scratch scratch, unsigned warp)
      : barrier_(reinterpret_cast<unsigned *>(scratch.memory), scratch.max_warps, warp) {
    constexpr unsigned kSmallerSizes = count_tile_sizes(W) - 1;
    buffers_ = scratch.memory +
               scratch.max_warps * (kBarrierBytesPerWarp + kSmallerSizes * 2 * kBufferBytesPerWarp) +
               warp / W * 2 * kBufferBytes;
  }

  // Whether one thread of each warp must call prepare(), while nobody synchronises and before any does.
  static constexpr bool kNeedsPreparation = platform::tile_barrier<W>::kNeedsPreparation;
  RADDLE_CG_DEVICE void prepare() const { barrier_.prepare(); }

  // Waits for all warps of the tile. All threads of the tile call it.
  RADDLE_CG_DEVICE void sync() const { barrier_.sync(); }

  // An exchange of values, by all threads:
  //
  //   unsigned phase = channel.phase();
  //   write to channel.buffer(phase)
  //   channel.sync_phase(phase);
  //   read from channel.buffer(phase)
  //
  // Nothing else is to be waited for: the next exchange uses the other buffer, and the one after that begins
  // when all threads have come to the next. kBufferBytes bytes, aligned to 16.
  RADDLE_CG_DEVICE unsigned phase() const { return barrier_.phase(); }
  RADDLE_CG_DEVICE unsigned char *buffer(unsigned phase) const { return buffers_ + phase * kBufferBytes; }
  RADDLE_CG_DEVICE void sync_phase(unsigned phase) const { barrier_.sync_phase(phase); }

private:
  platform::tile_barrier<W> barrier_;
  unsigned char *buffers_;
};

// The scratch memory of a block that was not given any: the kernels that need it reserve it.
RADDLE_CG_DEVICE tile_scratch reserved_scratch() {
  constexpr unsigned kWarps = kMaxBlockSize / kWarpSize;
  __shared__ __align__(16) unsigned char memory[tile_scratch::bytes(kWarps)];
  return {memory, kWarps};
}

} // namespace detail

// Shared or global memory for the tiles of more than 32 threads of a block of at most MaxBlockSize threads,
// to be given to this_thread_block(). Optional: without it kernels with such tiles reserve the maximum.
template <unsigned MaxBlockSize = detail::kMaxBlockSize> struct block_tile_memory {
  static_assert(MaxBlockSize > 0 && MaxBlockSize <= detail::kMaxBlockSize, "a block has 1 to 1024 threads");

private:
  friend struct detail::group_access;
  static constexpr unsigned kMaxWarps =
      detail::round_up_to_power_of_two((MaxBlockSize + detail::kWarpSize - 1) / detail::kWarpSize);
  __align__(16) unsigned char memory_[detail::tile_scratch::bytes(kMaxWarps)];
};

} // namespace cooperative_groups::__v1

#endif
