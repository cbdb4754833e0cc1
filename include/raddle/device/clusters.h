// Clusters by the functions that CUDA has for them besides Cooperative Groups.
#ifndef RADDLE_DEVICE_CLUSTERS_H
#define RADDLE_DEVICE_CLUSTERS_H

// The barrier of all threads of the cluster, in two steps. The relaxed one orders no memory accesses on a GPU; here it
// does.
RADDLE_DEVICE void __cluster_barrier_arrive() { raddle_cluster_arrive(); }
RADDLE_DEVICE void __cluster_barrier_arrive_relaxed() { raddle_cluster_arrive(); }
RADDLE_DEVICE void __cluster_barrier_wait() { raddle_cluster_wait(); }

// What block `rank` of the cluster has where `pointer` points in this block's shared memory; in whose shared memory
// `pointer` lies.
RADDLE_DEVICE void *__cluster_map_shared_rank(const void *pointer, unsigned rank) {
  return raddle_cluster_map_shared(const_cast<void *>(pointer), rank);
}
RADDLE_DEVICE unsigned __cluster_query_shared_rank(const void *pointer) {
  return raddle_cluster_shared_rank(pointer);
}

// Blocks of a cluster, this block's place among them, clusters of the grid, this cluster's place among those.
RADDLE_DEVICE dim3 __clusterDim() {
  return dim3(raddle_cluster_dim_x(), raddle_cluster_dim_y(), raddle_cluster_dim_z());
}
RADDLE_DEVICE dim3 __clusterRelativeBlockIdx() {
  return dim3(raddle_cluster_block_x(), raddle_cluster_block_y(), raddle_cluster_block_z());
}
RADDLE_DEVICE dim3 __clusterGridDimInClusters() {
  return dim3(raddle_grid_clusters_x(), raddle_grid_clusters_y(), raddle_grid_clusters_z());
}
RADDLE_DEVICE dim3 __clusterIdx() {
  return dim3(raddle_cluster_index_x(), raddle_cluster_index_y(), raddle_cluster_index_z());
}
RADDLE_DEVICE unsigned __clusterRelativeBlockRank() { return raddle_cluster_block_rank(); }
RADDLE_DEVICE unsigned __clusterSizeInBlocks() { return raddle_cluster_size(); }

#endif
