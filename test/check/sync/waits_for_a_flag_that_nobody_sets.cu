// ENV: RADDLE_HANG_SECONDS=1
#include <cuda_runtime.h>

__global__ void consume(volatile int *flag, int *result) {
  while (*flag == 0) // EXPECT: error no-progress
    ;
  *result = 1;
}

int main() {
  int *values;
  cudaMalloc(&values, 2 * sizeof(int));
#ifdef REPAIRED
  cudaMemset(values, 1, sizeof(int));
#else
  cudaMemset(values, 0, sizeof(int));
#endif
  consume<<<1, 1>>>(values, values + 1);
  cudaDeviceSynchronize();
  cudaFree(values);
}
