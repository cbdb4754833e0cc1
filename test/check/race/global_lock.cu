// Blocks update a sum under a lock, which one of them does not take.
#include <cuda_runtime.h>

__global__ void add(int *data, int *lock) {
#ifndef REPAIRED
  if (blockIdx.x == 3) {
    data[0] = 1;
    return;
  }
#endif
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
  data[0] += 1; // EXPECT: error race-global
  __threadfence();
  atomicExch(lock, 0);
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  add<<<8, 1>>>(data, data + 64);
  cudaDeviceSynchronize();
  cudaFree(data);
}
