// The threads wait at the barrier of their cluster, at which they have not arrived.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ __cluster_dims__(2, 1, 1) void steps(int *values) {
  values[blockIdx.x * 64 + threadIdx.x] = 1;
#ifdef REPAIRED
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
#endif
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory"); // EXPECT: error invalid-barrier
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  steps<<<2, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
