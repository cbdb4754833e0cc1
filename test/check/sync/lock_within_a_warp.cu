// Lanes of a warp take a lock and wait for each other inside of it.
// ENV: RADDLE_HANG_SECONDS=1
#include <cuda_runtime.h>

__global__ void count(int *values) {
  int *lock = values + 1;
  while (atomicCAS(lock, 0, 1) != 0) // EXPECT: error no-progress
    ;
  values[0] += 1;
#ifdef REPAIRED
  __threadfence();
  atomicExch(lock, 0);
#endif
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  count<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
