// Blocks add to one counter by an atomic operation of their own block.
#include <cuda_runtime.h>

__global__ void count(int *data) {
#ifdef REPAIRED
  atomicAdd(data, 1);
#else
  atomicAdd_block(data, 1); // EXPECT: error race-narrow-scope
#endif
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  count<<<4, 64>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
