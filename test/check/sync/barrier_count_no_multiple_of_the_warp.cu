// A named barrier counts whole warps.
#include <cuda_runtime.h>

__global__ void exchange(int *values) {
#ifdef REPAIRED
  asm volatile("bar.sync 1, 64;" ::: "memory");
#else
  asm volatile("bar.sync 1, 48;" ::: "memory"); // EXPECT: error invalid-barrier
#endif
  values[threadIdx.x] = 1;
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  exchange<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
