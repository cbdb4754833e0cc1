#include <cuda_runtime.h>

__global__ void divide(int *values) {
#ifdef REPAIRED
  const int by = threadIdx.x + 1;
#else
  const int by = threadIdx.x;
#endif
  values[threadIdx.x] /= by; // EXPECT: warning division-by-zero
}

int main() {
  int *values;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMemset(values, 0, 64 * sizeof(int));
  divide<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
