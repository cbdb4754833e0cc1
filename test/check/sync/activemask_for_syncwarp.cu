// A barrier for whoever is there orders nothing for those that are not.
#include <cuda_runtime.h>

__global__ void exchange(int *values) {
  __shared__ int tile[16];
  const int lane = threadIdx.x;
  if (lane < 16) {
    tile[lane] = lane;
#ifdef REPAIRED
    __syncwarp(0xffff);
#else
    __syncwarp(__activemask()); // EXPECT: warning activemask-as-mask
#endif
    values[lane] = tile[15 - lane];
  }
  __syncthreads();
  values[lane] += tile[lane % 16];
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  exchange<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
