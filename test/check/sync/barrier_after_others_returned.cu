// Threads that have returned count as arrived; a warp that comes to another barrier does not.
#include <cuda_runtime.h>

__global__ void exchange(int *values) {
  __shared__ int tile[96];
  tile[threadIdx.x] = threadIdx.x;
  if (threadIdx.x >= 64)
    return;
#ifdef REPAIRED
  __syncthreads();
#else
  if (threadIdx.x < 32)
    __syncthreads(); // EXPECT: error deadlock
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
#endif
  values[threadIdx.x] = tile[63 - threadIdx.x];
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  exchange<<<1, 96>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
