// 28 threads of the last warp go past the first barrier.
#include <cuda_runtime.h>

__global__ void sum(int *values) {
  __shared__ int total;
  const int i = threadIdx.x, n = 100;
  if (i == 0)
    total = 0;
#ifdef REPAIRED
  __syncthreads();
  if (i < n)
    atomicAdd(&total, 1);
#else
  if (i < n) {
    __syncthreads(); // EXPECT: error divergent-barrier
    atomicAdd(&total, 1);
  }
#endif
  __syncthreads();
  if (i == 0)
    values[0] = total;
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  sum<<<1, 128>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
