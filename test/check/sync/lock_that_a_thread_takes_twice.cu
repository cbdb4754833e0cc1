// A thread takes a lock that it holds.
// ENV: RADDLE_HANG_SECONDS=1
#include <cuda_runtime.h>

__device__ void take(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0) // EXPECT: error no-progress
    ;
}
__device__ void leave(int *lock) {
  __threadfence();
  atomicExch(lock, 0);
}
__global__ void count(int *values) {
  take(values + 1);
  values[0] += 1;
#ifdef REPAIRED
  leave(values + 1);
#endif
  take(values + 1);
  values[0] += 1;
  leave(values + 1);
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  count<<<4, 1>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
