// A vote names all lanes, and half of them wait for the block.
#include <cuda_runtime.h>

__global__ void vote(int *values) {
#ifdef REPAIRED
  const int all = __all_sync(0xffffffff, values[threadIdx.x] == 0);
  if (threadIdx.x % 32 < 16)
    values[threadIdx.x] = all;
  __syncthreads();
#else
  if (threadIdx.x % 32 < 16)
    values[threadIdx.x] = __all_sync(0xffffffff, values[threadIdx.x] == 0); // EXPECT: error mask-names-absent-lanes
  __syncthreads();
#endif
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  vote<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
