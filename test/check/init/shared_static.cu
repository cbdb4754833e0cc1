// Half of the tile is written, all of it is used.
#include <cuda_runtime.h>

__global__ void reverse(int *a) {
  __shared__ int tile[64];
#ifndef REPAIRED
  if (threadIdx.x < 32)
#endif
    tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (tile[63 - threadIdx.x] > 5) // EXPECT: error uninitialised-shared
    a[threadIdx.x] = 1;
}

int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  reverse<<<2, 64>>>(a);
  cudaDeviceSynchronize();
  cudaFree(a);
}
