// The sides of a branch within a warp have barriers of their own.
#include <cuda_runtime.h>

__global__ void exchange(int *values) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
#ifdef REPAIRED
  __syncthreads();
  values[threadIdx.x] = threadIdx.x % 2 ? tile[63 - threadIdx.x] : 1;
#else
  if (threadIdx.x % 2) {
    __syncthreads(); // EXPECT: error divergent-barrier
    values[threadIdx.x] = tile[63 - threadIdx.x];
  } else {
    values[threadIdx.x] = 1;
    __syncthreads();
  }
#endif
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  exchange<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
