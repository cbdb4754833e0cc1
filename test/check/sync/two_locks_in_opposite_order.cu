// Block 0 takes a and then b, block 1 takes b and then a.
// ENV: RADDLE_HANG_SECONDS=1
#include <cuda_runtime.h>

__device__ void take(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0) // EXPECT: error no-progress
    ;
}
__global__ void transfer(int *values) {
  int *a = values + 1, *b = values + 2;
#ifndef REPAIRED
  if (blockIdx.x == 1) {
    int *other = a;
    a = b;
    b = other;
  }
#endif
  take(a);
#ifndef REPAIRED
  atomicAdd(values + 3, 1);
  while (atomicAdd(values + 3, 0) < 2)
    ;
#endif
  take(b);
  values[0] += 1;
  __threadfence();
  atomicExch(b, 0);
  atomicExch(a, 0);
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  transfer<<<2, 1>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
