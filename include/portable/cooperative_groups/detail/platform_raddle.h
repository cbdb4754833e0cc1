// The platform of Cooperative Groups on Raddle: calls of its runtime. See platform.h.
#ifndef COOPERATIVE_GROUPS_DETAIL_PLATFORM_RADDLE_H
#define COOPERATIVE_GROUPS_DETAIL_PLATFORM_RADDLE_H

namespace cooperative_groups::__v1::detail::platform {

// Wrong uses are looked for, and reported.
inline constexpr bool kChecksUse = true;

RADDLE_CG_DEVICE unsigned lane() { return __nvvm_read_ptx_sreg_laneid(); }
RADDLE_CG_DEVICE unsigned lanes_below() { return __nvvm_read_ptx_sreg_lanemask_lt(); }

// __activemask() for a group, which is none of a mask that the program makes use of itself.
RADDLE_CG_DEVICE unsigned coalesced_lanes() { return raddle_coalesced_lanes(); }

RADDLE_CG_DEVICE void wrong_use(const char *text, unsigned first, unsigned second) {
  raddle_wrong_use(text, first, second);
}

RADDLE_CG_DEVICE election elect(unsigned lanes) {
  unsigned leader = static_cast<unsigned>(__ffs(static_cast<int>(lanes)) - 1);
  return {leader == lane(), leader};
}

// The barrier of a tile of W warps.
template <unsigned W> class tile_barrier {
public:
  static constexpr unsigned kWordsPerWarp = 0;
  static constexpr bool kNeedsPreparation = false;

  RADDLE_CG_DEVICE tile_barrier(unsigned *, unsigned, unsigned) {}
  RADDLE_CG_DEVICE void prepare() const {}
  RADDLE_CG_DEVICE unsigned phase() const { return raddle_tile_phase(tile()); }
  RADDLE_CG_DEVICE void sync() const { raddle_barrier_tile(tile(), W * 32); }
  RADDLE_CG_DEVICE void sync_phase(unsigned) const { sync(); }

private:
  // In the tree of all tiles of a block.
  RADDLE_CG_DEVICE static unsigned tile() { return 32 / W + __nvvm_read_ptx_sreg_warpid() / W; }
};

// The grid.
RADDLE_CG_DEVICE bool grid_is_valid() { return raddle_grid_is_valid() != 0; }
RADDLE_CG_DEVICE void grid_sync() { raddle_grid_sync(); }
RADDLE_CG_DEVICE unsigned grid_barrier_arrive() { return raddle_grid_barrier_arrive(); }
RADDLE_CG_DEVICE void grid_barrier_wait(unsigned token) { raddle_grid_barrier_wait(token); }

// The cluster.
RADDLE_CG_DEVICE void cluster_arrive() { raddle_cluster_arrive(); }
RADDLE_CG_DEVICE void cluster_wait() { raddle_cluster_wait(); }
RADDLE_CG_DEVICE void *cluster_map_shared(void *pointer, unsigned rank) {
  return raddle_cluster_map_shared(pointer, rank);
}
RADDLE_CG_DEVICE unsigned cluster_shared_rank(const void *pointer) {
  return raddle_cluster_shared_rank(pointer);
}
RADDLE_CG_DEVICE dim3 cluster_dim() {
  return dim3(raddle_cluster_dim_x(), raddle_cluster_dim_y(), raddle_cluster_dim_z());
}
RADDLE_CG_DEVICE dim3 cluster_block() {
  return dim3(raddle_cluster_block_x(), raddle_cluster_block_y(), raddle_cluster_block_z());
}
RADDLE_CG_DEVICE unsigned cluster_block_rank() { return raddle_cluster_block_rank(); }
RADDLE_CG_DEVICE unsigned cluster_size() { return raddle_cluster_size(); }
RADDLE_CG_DEVICE dim3 grid_clusters() {
  return dim3(raddle_grid_clusters_x(), raddle_grid_clusters_y(), raddle_grid_clusters_z());
}
RADDLE_CG_DEVICE dim3 cluster_index() {
  return dim3(raddle_cluster_index_x(), raddle_cluster_index_y(), raddle_cluster_index_z());
}

// The grids of a multi-device launch.
RADDLE_CG_DEVICE bool multi_grid_is_valid() { return raddle_multi_grid_is_valid() != 0; }
RADDLE_CG_DEVICE void multi_grid_sync() { raddle_multi_grid_sync(); }
RADDLE_CG_DEVICE unsigned multi_grid_rank() { return raddle_multi_grid_rank(); }
RADDLE_CG_DEVICE unsigned multi_grid_size() { return raddle_multi_grid_size(); }
RADDLE_CG_DEVICE unsigned long long multi_grid_num_threads() { return raddle_multi_grid_num_threads(); }
RADDLE_CG_DEVICE unsigned long long multi_grid_thread_offset() { return raddle_multi_grid_thread_offset(); }

} // namespace cooperative_groups::__v1::detail::platform

#endif
