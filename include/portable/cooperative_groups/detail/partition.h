// Cutting groups into smaller ones. All threads of the parent take part.
#ifndef COOPERATIVE_GROUPS_DETAIL_PARTITION_H
#define COOPERATIVE_GROUPS_DETAIL_PARTITION_H

#include "group_traits.h"

namespace cooperative_groups::__v1 {

namespace detail {

// A block must consist of whole tiles of several warps. A last tile within a warp may lack threads: programs
// with such blocks work on a GPU, whose collectives wait only for lanes that exist.
template <unsigned Size> RADDLE_CG_DEVICE void check_tiles_of_block() {
  if constexpr (platform::kChecksUse && Size > kWarpSize) {
    if (block_size() % Size != 0)
      platform::wrong_use("a thread_block of {} threads cannot be cut into tiles of {}", block_size(), Size);
  }
}

template <unsigned Size> RADDLE_CG_CONSTEXPR void require_tile_size() {
  static_assert(is_power_of_two(Size) && Size <= 512,
                "a tile has 1, 2, 4, 8, 16, 32, 64, 128, 256 or 512 threads");
}

// The caller's tile of several warps, its barrier ready for use. `sync_parent` waits for the parent.
template <typename Tile, typename SyncParent>
RADDLE_CG_DEVICE Tile make_multi_warp_tile(tile_scratch scratch, SyncParent sync_parent) {
  Tile tile = group_access::make_tile<Tile>(scratch);
  constexpr unsigned kWarps = group_traits<Tile>::kStaticSize / kWarpSize;
  if constexpr (tile_channel<kWarps>::kNeedsPreparation) {
    if (platform::lane() == 0)
      group_access::channel(tile).prepare();
    sync_parent();
  }
  return tile;
}

// The part of `lanes`, cut into pieces of `size` by rank, that the caller is in.
RADDLE_CG_DEVICE coalesced_group cut_lanes(unsigned lanes, unsigned rank, unsigned size) {
  unsigned count = static_cast<unsigned>(__popc(lanes));
  unsigned part = rank / size;
  unsigned first = part * size;
  unsigned part_lanes = lanes & (kFullMask << lane_of_rank(lanes, first));
  if (first + size < count)
    part_lanes &= ~(kFullMask << lane_of_rank(lanes, first + size));
  return group_access::make_coalesced(part_lanes, part, (count + size - 1) / size);
}

template <typename Label> RADDLE_CG_DEVICE coalesced_group split_lanes(unsigned lanes, Label label) {
  static_assert(std::is_integral_v<Label> || std::is_enum_v<Label>, "a label is a number or an enumerator");
  // In the words that match instructions compare.
  using word = std::conditional_t<sizeof(Label) <= 4, int, long long>;
  unsigned same = __match_any_sync(lanes, static_cast<word>(label));
  // The lowest thread of each group speaks for it.
  unsigned speaks = __ballot_sync(lanes, (same & platform::lanes_below()) == 0);
  unsigned lowest = same & -same;
  return group_access::make_coalesced(same, static_cast<unsigned>(__popc(speaks & (lowest - 1))),
                                      static_cast<unsigned>(__popc(speaks)));
}

RADDLE_CG_DEVICE coalesced_group split_lanes_in_two(unsigned lanes, bool predicate) {
  unsigned yes = __ballot_sync(lanes, predicate);
  // Groups without threads do not count.
  bool splits = yes != 0 && yes != lanes;
  return group_access::make_coalesced(predicate ? yes : lanes & ~yes, splits && predicate, splits ? 2 : 1);
}

} // namespace detail

// Tiles of `Size` threads, a power of two that divides the size of the parent.
template <unsigned Size>
RADDLE_CG_DEVICE thread_block_tile<Size, thread_block> tiled_partition(const thread_block &block) {
  using tile = thread_block_tile<Size, thread_block>;
  detail::require_tile_size<Size>();
  detail::check_tiles_of_block<Size>();
  if constexpr (Size <= detail::kWarpSize) {
    return detail::group_access::make_tile<tile>();
  } else {
    detail::tile_scratch scratch = detail::group_access::scratch(block);
    // Not its address, of which nvcc does not believe that it is none.
    if (scratch.max_warps == 0)
      scratch = detail::reserved_scratch();
    return detail::make_multi_warp_tile<tile>(scratch, []() RADDLE_CG_LAMBDA { __syncthreads(); });
  }
}

template <unsigned Size, unsigned ParentSize, typename GrandParent>
RADDLE_CG_DEVICE thread_block_tile<Size, thread_block_tile<ParentSize, GrandParent>>
tiled_partition(const thread_block_tile<ParentSize, GrandParent> &parent) {
  using tile = thread_block_tile<Size, thread_block_tile<ParentSize, GrandParent>>;
  detail::require_tile_size<Size>();
  static_assert(Size < ParentSize, "a tile is smaller than its parent");
  if constexpr (Size <= detail::kWarpSize)
    return detail::group_access::make_tile<tile>();
  else
    return detail::make_multi_warp_tile<tile>(detail::group_access::scratch(parent),
                                              [&]() RADDLE_CG_LAMBDA { parent.sync(); });
}

// `size` is 1, 2, 4, 8, 16 or 32.
RADDLE_CG_DEVICE coalesced_group tiled_partition(const coalesced_group &parent, unsigned size) {
  if (!detail::is_power_of_two(size) || size > detail::kWarpSize)
    detail::platform::wrong_use("a coalesced_group of {} threads cannot be cut into tiles of {}",
                                parent.num_threads(), size);
  return detail::cut_lanes(detail::group_access::lanes(parent), parent.thread_rank(), size);
}

template <unsigned Size> RADDLE_CG_DEVICE coalesced_group tiled_partition(const coalesced_group &parent) {
  static_assert(detail::is_power_of_two(Size) && Size <= detail::kWarpSize,
                "a tile of a coalesced group has 1, 2, 4, 8, 16 or 32 threads");
  return tiled_partition(parent, Size);
}

// The same for any group. Of a block, whose last tile may lack threads.
RADDLE_CG_DEVICE thread_group tiled_partition(const thread_group &parent, unsigned size) {
  using detail::group_access;
  bool lanes = group_access::kind(parent) == detail::group_kind::kLanes;
  bool block = group_access::kind(parent) == detail::group_kind::kBlock;
  bool fits = detail::is_power_of_two(size) && size <= detail::kWarpSize;
  if (!(lanes || block) || !fits)
    detail::platform::wrong_use(block ? "a thread_block of {} threads cannot be cut into tiles of {}"
                                : lanes
                                    ? "a group of {} threads cannot be cut into tiles of {}"
                                    : "a group of {} threads, not of a block, cannot be cut into tiles of {}",
                                static_cast<unsigned>(parent.num_threads()), size);
  if (lanes)
    return detail::cut_lanes(group_access::lanes(parent), static_cast<unsigned>(parent.thread_rank()), size);
  unsigned rank = detail::platform::lane() & (size - 1);
  unsigned left = detail::block_size() - (detail::rank_in_block() - rank);
  unsigned count = left < size ? left : size;
  unsigned tile = (detail::kFullMask >> (detail::kWarpSize - count)) << (detail::platform::lane() - rank);
  return group_access::make_lanes(tile, rank, detail::rank_in_block() / size,
                                  (detail::block_size() + size - 1) / size);
}

// Groups of the threads with the same label, ordered by their lowest thread. A label is a number or an
// enumerator.
template <typename Label>
RADDLE_CG_DEVICE coalesced_group labeled_partition(const coalesced_group &parent, Label label) {
  return detail::split_lanes(detail::group_access::lanes(parent), label);
}
template <unsigned Size, typename Parent, typename Label>
RADDLE_CG_DEVICE coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &parent,
                                                   Label label) {
  static_assert(Size <= detail::kWarpSize, "only tiles of up to 32 threads can be partitioned by labels");
  return detail::split_lanes(detail::group_access::lanes(parent), label);
}

// The threads whose predicate holds, and the others, who come first where there are both.
RADDLE_CG_DEVICE coalesced_group binary_partition(const coalesced_group &parent, bool predicate) {
  return detail::split_lanes_in_two(detail::group_access::lanes(parent), predicate);
}
template <unsigned Size, typename Parent>
RADDLE_CG_DEVICE coalesced_group binary_partition(const thread_block_tile<Size, Parent> &parent,
                                                  bool predicate) {
  static_assert(Size <= detail::kWarpSize, "only tiles of up to 32 threads can be partitioned in two");
  return detail::split_lanes_in_two(detail::group_access::lanes(parent), predicate);
}

} // namespace cooperative_groups::__v1

#endif
