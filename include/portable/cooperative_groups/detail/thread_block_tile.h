// thread_block_tile<N, Parent>: one of the equal parts, N consecutive threads, that a group was cut into.
//
// thread_block_tile<N> stores which of the parts it is. thread_block_tile<N, Parent> knows it from its type,
// and is a thread_block_tile<N> too, so that a function that takes the latter takes any tile of N threads.
#ifndef COOPERATIVE_GROUPS_DETAIL_THREAD_BLOCK_TILE_H
#define COOPERATIVE_GROUPS_DETAIL_THREAD_BLOCK_TILE_H

#include "exchange.h"
#include "thread_block.h"

namespace cooperative_groups::__v1 {

template <unsigned Size, typename Parent = void> class thread_block_tile;

namespace detail {

RADDLE_CG_CONSTEXPR bool is_power_of_two(unsigned value) { return value != 0 && (value & (value - 1)) == 0; }

// Tiles within a warp.
template <unsigned Size> class warp_tile : public thread_group {
public:
  RADDLE_CG_DEVICE static void sync() { __syncwarp(mask()); }

  RADDLE_CG_CONSTEXPR static unsigned num_threads() { return Size; }
  RADDLE_CG_CONSTEXPR static unsigned size() { return Size; }
  RADDLE_CG_DEVICE static unsigned thread_rank() { return platform::lane() & (Size - 1); }
  RADDLE_CG_CONSTEXPR static bool is_valid() { return true; }
  // The number of tiles that the parent was cut into, and which of them this is.
  RADDLE_CG_DEVICE unsigned meta_group_size() const { return data_.meta_size; }
  RADDLE_CG_DEVICE unsigned meta_group_rank() const { return data_.meta_rank; }

  // The value of thread `source` (modulo Size), of the thread `delta` below, `delta` above, and of the thread
  // whose rank differs in `bits`; the caller's own where there is no such thread.
  template <typename T> RADDLE_CG_DEVICE T shfl(T value, int source) const {
    return exchange(value,
                    [&](auto word) RADDLE_CG_LAMBDA { return __shfl_sync(mask(), word, source, Size); });
  }
  template <typename T> RADDLE_CG_DEVICE T shfl_up(T value, unsigned delta) const {
    return exchange(value,
                    [&](auto word) RADDLE_CG_LAMBDA { return __shfl_up_sync(mask(), word, delta, Size); });
  }
  template <typename T> RADDLE_CG_DEVICE T shfl_down(T value, unsigned delta) const {
    return exchange(value,
                    [&](auto word) RADDLE_CG_LAMBDA { return __shfl_down_sync(mask(), word, delta, Size); });
  }
  template <typename T> RADDLE_CG_DEVICE T shfl_xor(T value, unsigned bits) const {
    return exchange(value, [&](auto word) RADDLE_CG_LAMBDA {
      return __shfl_xor_sync(mask(), word, static_cast<int>(bits), Size);
    });
  }

  // For a part of a warp by ballot, which GPUs count faster.
  RADDLE_CG_DEVICE int any(int predicate) const {
    if constexpr (Size == kWarpSize)
      return __any_sync(kFullMask, predicate);
    else
      return __ballot_sync(mask(), predicate) != 0;
  }
  RADDLE_CG_DEVICE int all(int predicate) const {
    if constexpr (Size == kWarpSize)
      return __all_sync(kFullMask, predicate);
    else
      return __ballot_sync(mask(), !predicate) == 0;
  }
  // Bit i is the thread of rank i.
  RADDLE_CG_DEVICE unsigned ballot(int predicate) const { return ranks(__ballot_sync(mask(), predicate)); }
  // The threads with the caller's value; all threads and 1, or 0 and 0 where their values differ.
  template <typename T> RADDLE_CG_DEVICE unsigned match_any(T value) const {
    return ranks(detail::match_any(mask(), value));
  }
  template <typename T> RADDLE_CG_DEVICE unsigned match_all(T value, int &all_same) const {
    return ranks(detail::match_all(mask(), value, all_same));
  }

protected:
  RADDLE_CG_DEVICE warp_tile(unsigned meta_rank, unsigned meta_size)
      : thread_group(mask(), thread_rank(), meta_rank, meta_size) {}

private:
  friend struct detail::group_access;
  RADDLE_CG_DEVICE static unsigned mask() { return tile_mask<Size>(); }
  // `lanes` of this tile, as ranks.
  RADDLE_CG_DEVICE static unsigned ranks(unsigned lanes) {
    if constexpr (Size == kWarpSize)
      return lanes;
    else
      return lanes >> (platform::lane() & ~(Size - 1));
  }
};

// Tiles of several warps.
template <unsigned Size> class multi_warp_tile {
public:
  RADDLE_CG_DEVICE void sync() const { channel_.sync(); }

  RADDLE_CG_CONSTEXPR static unsigned num_threads() { return Size; }
  RADDLE_CG_CONSTEXPR static unsigned size() { return Size; }
  RADDLE_CG_DEVICE static unsigned thread_rank() { return rank_in_block() & (Size - 1); }
  RADDLE_CG_CONSTEXPR static bool is_valid() { return true; }
  RADDLE_CG_DEVICE unsigned meta_group_size() const { return meta_size_; }
  RADDLE_CG_DEVICE unsigned meta_group_rank() const { return meta_rank_; }

  // The value of thread `source`, which is the same in all threads.
  template <typename T> RADDLE_CG_DEVICE T shfl(T value, int source) const;
  RADDLE_CG_DEVICE int any(int predicate) const;
  RADDLE_CG_DEVICE int all(int predicate) const;

protected:
  static constexpr unsigned kWarps = Size / kWarpSize;
  RADDLE_CG_DEVICE multi_warp_tile(tile_scratch scratch, unsigned meta_rank, unsigned meta_size)
      : scratch_(scratch), channel_(scratch, rank_in_block() / kWarpSize), meta_rank_(meta_rank),
        meta_size_(meta_size) {}

private:
  friend struct detail::group_access;
  RADDLE_CG_DEVICE static unsigned warp_rank() { return thread_rank() / kWarpSize; }

  tile_scratch scratch_;
  tile_channel<kWarps> channel_;
  unsigned meta_rank_;
  unsigned meta_size_;
};

template <unsigned Size>
template <typename T>
RADDLE_CG_DEVICE T multi_warp_tile<Size>::shfl(T value, int source) const {
  require_exchangeable<T>();
  constexpr unsigned kPiece = tile_channel<kWarps>::kBufferBytes < 32 ? 16 : 32;
  auto *bytes = reinterpret_cast<unsigned char *>(&value);
#pragma unroll
  for (unsigned begin = 0; begin < sizeof(T); begin += kPiece) {
    unsigned count = sizeof(T) - begin < kPiece ? sizeof(T) - begin : kPiece;
    unsigned phase = channel_.phase();
    unsigned char *buffer = channel_.buffer(phase);
    if (thread_rank() == static_cast<unsigned>(source))
      memcpy(buffer, bytes + begin, count);
    channel_.sync_phase(phase);
    memcpy(bytes + begin, buffer, count);
  }
  return value;
}

template <unsigned Size> RADDLE_CG_DEVICE int multi_warp_tile<Size>::any(int predicate) const {
  unsigned phase = channel_.phase();
  auto *votes = reinterpret_cast<int *>(channel_.buffer(phase));
  int vote = __any_sync(kFullMask, predicate);
  if (platform::lane() == 0)
    votes[warp_rank()] = vote;
  channel_.sync_phase(phase);
  int any = 0;
#pragma unroll
  for (unsigned warp = 0; warp < kWarps; ++warp)
    any |= votes[warp];
  return any;
}

template <unsigned Size> RADDLE_CG_DEVICE int multi_warp_tile<Size>::all(int predicate) const {
  return !any(!predicate);
}

template <unsigned Size>
using tile_base = std::conditional_t<(Size <= kWarpSize), warp_tile<Size>, multi_warp_tile<Size>>;

// Which part of its parent a tile is, for the parents that a type can name.
template <unsigned Size, typename Parent> struct tile_place;

template <unsigned Size> struct tile_place<Size, thread_block> {
  RADDLE_CG_DEVICE static unsigned rank() { return rank_in_block() / Size; }
  RADDLE_CG_DEVICE static unsigned size() { return (block_size() + Size - 1) / Size; }
};

template <unsigned Size, unsigned ParentSize, typename GrandParent>
struct tile_place<Size, thread_block_tile<ParentSize, GrandParent>> {
  RADDLE_CG_DEVICE static unsigned rank() {
    if constexpr (ParentSize <= kWarpSize)
      return (platform::lane() & (ParentSize - 1)) / Size;
    else
      return (rank_in_block() & (ParentSize - 1)) / Size;
  }
  RADDLE_CG_CONSTEXPR static unsigned size() { return ParentSize / Size; }
};

} // namespace detail

template <unsigned Size> class thread_block_tile<Size, void> : public detail::tile_base<Size> {
  static_assert(detail::is_power_of_two(Size) && Size <= 512, "a tile has 1, 2, 4, 8 ... 512 threads");

protected:
  friend struct detail::group_access;
  using detail::tile_base<Size>::tile_base;
};

template <unsigned Size, typename Parent> class thread_block_tile : public thread_block_tile<Size, void> {
  using place = detail::tile_place<Size, Parent>;

public:
  RADDLE_CG_DEVICE static unsigned meta_group_rank() { return place::rank(); }
  RADDLE_CG_DEVICE static unsigned meta_group_size() { return place::size(); }

private:
  friend struct detail::group_access;
  // Within a warp; of several warps.
  RADDLE_CG_DEVICE thread_block_tile() : thread_block_tile<Size, void>(place::rank(), place::size()) {}
  RADDLE_CG_DEVICE explicit thread_block_tile(detail::tile_scratch scratch)
      : thread_block_tile<Size, void>(scratch, place::rank(), place::size()) {}
};

} // namespace cooperative_groups::__v1

#endif
