// Two arrivals at the barrier of the cluster without a wait in between.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) exchange(int *values) {
  auto cluster = cg::this_cluster();
  (void)cluster.barrier_arrive();
#ifdef REPAIRED
  cluster.barrier_wait();
#endif
  values[blockIdx.x] = 1;
  // EXPECT-SOMEWHERE: error invalid-barrier
  (void)cluster.barrier_arrive();
  cluster.barrier_wait();
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  exchange<<<2, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
