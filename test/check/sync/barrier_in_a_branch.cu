// Threads that have not returned wait at different barriers.
#include <cuda_runtime.h>

__global__ void exchange(int *values) {
  __shared__ int tile[64];
  tile[threadIdx.x] = values[threadIdx.x];
#ifdef REPAIRED
  __syncthreads();
  if (threadIdx.x < 32)
    values[threadIdx.x] = tile[63 - threadIdx.x];
#else
  if (threadIdx.x < 32) {
    __syncthreads(); // EXPECT: error deadlock
    values[threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
    __syncthreads();
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
  }
#endif
}

int main() {
  int *values;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMemset(values, 0, 64 * sizeof(int));
  exchange<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
