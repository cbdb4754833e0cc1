// The second half of the block waits for more threads than the first half says.
#include <cuda_runtime.h>

__global__ void exchange(int *values) {
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
#ifdef REPAIRED
    asm volatile("bar.sync 1, 64;" ::: "memory");
#else
    // EXPECT-SOMEWHERE: error invalid-barrier
    asm volatile("bar.sync 1, 96;" ::: "memory");
#endif
  values[threadIdx.x] = 1;
}

int main() {
  int *values;
  cudaMalloc(&values, 64 * sizeof(int));
  exchange<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
