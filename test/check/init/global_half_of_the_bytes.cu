// As many bytes are cleared as there are elements.
#include <cuda_runtime.h>

__global__ void count(const int *values, int *positive) {
  if (values[threadIdx.x] > 0) // EXPECT: error uninitialised-global
    positive[threadIdx.x] = 1;
}

int main() {
  int *values, *positive;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMalloc(&positive, 64 * sizeof(int));
#ifdef REPAIRED
  cudaMemset(values, 0, 64 * sizeof(int));
#else
  cudaMemset(values, 0, 64);
#endif
  count<<<1, 64>>>(values, positive);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(positive);
}
