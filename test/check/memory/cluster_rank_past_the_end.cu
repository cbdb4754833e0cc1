// The shared memory of a block of the cluster, as long as it is in each of them.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) exchange(int *out, int shift) {
  __shared__ int own[32];
  cg::cluster_group cluster = cg::this_cluster();
  own[threadIdx.x] = blockIdx.x;
  cluster.sync();
  const int *other = cluster.map_shared_rank(own, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x + shift]; // EXPECT: error out-of-bounds-shared
  cluster.sync();
}

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
#ifdef REPAIRED
  exchange<<<2, 32>>>(out, 0);
#else
  exchange<<<2, 32>>>(out, 4096);
#endif
  cudaDeviceSynchronize();
  cudaFree(out);
}
