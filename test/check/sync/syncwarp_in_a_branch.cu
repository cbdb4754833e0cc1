// A __syncwarp() with all lanes, to which some never come.
#include <cuda_runtime.h>

__global__ void exchange(int *values) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  __syncwarp();
  if (threadIdx.x < 20) {
    const int next = tile[(threadIdx.x + 1) % 20];
#ifdef REPAIRED
    __syncwarp(0x000fffff);
#else
    __syncwarp(); // EXPECT: error mask-names-absent-lanes
#endif
    tile[threadIdx.x] = next;
  }
  __syncthreads();
  values[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  exchange<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
