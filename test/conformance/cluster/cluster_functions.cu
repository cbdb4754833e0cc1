// Clusters by the functions that CUDA has for them besides Cooperative Groups.
// flags: -arch=sm_90
#include "../check.h"

struct Seen {
  dim3 extent, place, clusters, cluster;
  unsigned rank, size, owner, neighbours_value;
};

__global__ void __cluster_dims__(2, 1, 1) kernel(Seen *out) {
  __shared__ unsigned value;
  value = blockIdx.x * 100;
  __cluster_barrier_arrive();
  __cluster_barrier_wait();
  const unsigned other = __clusterRelativeBlockRank() ^ 1u;
  auto *const neighbours = static_cast<unsigned *>(__cluster_map_shared_rank(&value, other));
  out[blockIdx.x] = {__clusterDim(),
                     __clusterRelativeBlockIdx(),
                     __clusterGridDimInClusters(),
                     __clusterIdx(),
                     __clusterRelativeBlockRank(),
                     __clusterSizeInBlocks(),
                     __cluster_query_shared_rank(neighbours),
                     *neighbours};
  // A block stays until the others have read its memory.
  __cluster_barrier_arrive_relaxed();
  __cluster_barrier_wait();
}

int main() {
  Seen *out;
  CHECK_CUDA(cudaMallocManaged(&out, 6 * sizeof(Seen)));
  kernel<<<6, 1>>>(out);
  CHECK_LAUNCH();
  for (unsigned block = 0; block < 6; ++block) {
    const Seen &seen = out[block];
    CHECK_EQ(seen.extent.x, 2u);
    CHECK_EQ(seen.place.x, block % 2);
    CHECK_EQ(seen.clusters.x, 3u);
    CHECK_EQ(seen.cluster.x, block / 2);
    CHECK_EQ(seen.rank, block % 2);
    CHECK_EQ(seen.size, 2u);
    CHECK_EQ(seen.owner, (block % 2) ^ 1);
    CHECK_EQ(seen.neighbours_value, (block ^ 1) * 100);
  }
  return verdict();
}
