// Three warps are expected at a named barrier, and two come.
#include <cuda_runtime.h>

__global__ void exchange(int *values) {
#ifdef REPAIRED
  if (threadIdx.x < 64)
    asm volatile("bar.sync 1, 64;" ::: "memory");
#else
  if (threadIdx.x < 64)
    asm volatile("bar.sync 1, 96;" ::: "memory"); // EXPECT: error deadlock
#endif
  values[threadIdx.x] = 1;
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  exchange<<<1, 96>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
