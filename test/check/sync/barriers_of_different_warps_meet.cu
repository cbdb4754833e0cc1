// Warps come to different barriers of the block, each as often.
#include <cuda_runtime.h>

__global__ void exchange(int *values) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
#ifdef REPAIRED
  __syncthreads();
  if (threadIdx.x < 32)
    values[threadIdx.x] = tile[63 - threadIdx.x];
#else
  if (threadIdx.x < 32) {
    __syncthreads(); // EXPECT: warning different-barriers
    values[threadIdx.x] = tile[63 - threadIdx.x];
  } else {
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
