// What the collective algorithms need to know of a group, and what they may use of it.
//
// group_traits<Group> says at compile time
//   kind         what it is; none for a type that is no group
//   kStaticSize  its number of threads, 0 when only the run time knows
//   kWithinWarp  all its threads are lanes of one warp: tiles up to 32, coalesced groups
//   kContiguous  ... and its ranks are consecutive lanes, beginning at a multiple of the size: tiles
//   kMultiWarp   a tile of more than 32 threads, made of whole warps
//
// group_access::lanes(group)    mask of the lanes of a group within a warp
// group_access::channel(tile)   the tile_channel<kStaticSize / 32> of a tile of several warps
// group_access::make...         the only way to groups
#ifndef COOPERATIVE_GROUPS_DETAIL_GROUP_TRAITS_H
#define COOPERATIVE_GROUPS_DETAIL_GROUP_TRAITS_H

#include "coalesced_group.h"
#include "grid_group.h"
#include "thread_block_tile.h"

namespace cooperative_groups::__v1::detail {

enum class group_shape { kNone, kAny, kTile, kCoalesced, kBlock, kCluster, kGrid, kMultiGrid };

template <group_shape Shape, unsigned Size = 0> struct describe_group {
  static constexpr group_shape kShape = Shape;
  static constexpr unsigned kStaticSize = Size;
  static constexpr bool kIsGroup = Shape != group_shape::kNone;
  static constexpr bool kContiguous = Shape == group_shape::kTile && Size <= kWarpSize;
  static constexpr bool kWithinWarp = kContiguous || Shape == group_shape::kCoalesced;
  static constexpr bool kMultiWarp = Shape == group_shape::kTile && Size > kWarpSize;
};

template <typename Group> struct group_traits : describe_group<group_shape::kNone> {};
template <typename Group> struct group_traits<const Group> : group_traits<Group> {};
template <typename Group> struct group_traits<Group &> : group_traits<Group> {};
template <> struct group_traits<thread_group> : describe_group<group_shape::kAny> {};
template <> struct group_traits<thread_block> : describe_group<group_shape::kBlock> {};
template <> struct group_traits<cluster_group> : describe_group<group_shape::kCluster> {};
template <> struct group_traits<grid_group> : describe_group<group_shape::kGrid> {};
template <> struct group_traits<multi_grid_group> : describe_group<group_shape::kMultiGrid> {};
template <> struct group_traits<coalesced_group> : describe_group<group_shape::kCoalesced> {};
template <unsigned Size, typename Parent>
struct group_traits<thread_block_tile<Size, Parent>> : describe_group<group_shape::kTile, Size> {};

struct group_access {
  RADDLE_CG_DEVICE static group_kind kind(const thread_group &group) { return group.data_.kind; }

  template <unsigned Size> RADDLE_CG_DEVICE static unsigned lanes(const warp_tile<Size> &) {
    return tile_mask<Size>();
  }
  RADDLE_CG_DEVICE static unsigned lanes(const thread_group &group) { return group.data_.lanes; }

  template <unsigned Size>
  RADDLE_CG_DEVICE static const tile_channel<Size / kWarpSize> &channel(const multi_warp_tile<Size> &tile) {
    return tile.channel_;
  }

  RADDLE_CG_DEVICE static tile_scratch scratch(const thread_block &block) { return block.scratch_; }
  template <unsigned Size> RADDLE_CG_DEVICE static tile_scratch scratch(const multi_warp_tile<Size> &tile) {
    return tile.scratch_;
  }
  template <unsigned MaxBlockSize>
  RADDLE_CG_DEVICE static tile_scratch scratch(block_tile_memory<MaxBlockSize> &memory) {
    return {memory.memory_, block_tile_memory<MaxBlockSize>::kMaxWarps};
  }

  RADDLE_CG_DEVICE static thread_block make_block(tile_scratch scratch) { return thread_block(scratch); }
  RADDLE_CG_DEVICE static coalesced_group make_coalesced(unsigned lanes, unsigned meta_rank,
                                                         unsigned meta_size) {
    unsigned rank = static_cast<unsigned>(__popc(lanes & platform::lanes_below()));
    return coalesced_group(lanes, rank, meta_rank, meta_size);
  }
  RADDLE_CG_DEVICE static thread_group make_lanes(unsigned lanes, unsigned rank, unsigned meta_rank,
                                                  unsigned meta_size) {
    return thread_group(lanes, rank, meta_rank, meta_size);
  }
  RADDLE_CG_DEVICE static thread_block_tile<1> make_single() { return thread_block_tile<1>(0u, 1u); }
  // A tile whose place its type tells; `scratch`, with one argument more, for tiles of several warps.
  template <typename Tile, typename... Scratch> RADDLE_CG_DEVICE static Tile make_tile(Scratch... scratch) {
    return Tile(scratch...);
  }
};

} // namespace cooperative_groups::__v1::detail

#endif
