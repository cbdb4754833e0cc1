#include <cuda_runtime.h>

__global__ void fill(int *values) { values[threadIdx.x] = 1; }

int main() {
  int *values;
  cudaMalloc(&values, 2000 * sizeof(int));
#ifdef REPAIRED
  const int threads = 1000;
#else
  const int threads = 2000;
#endif
  fill<<<1, threads>>>(values); // EXPECT: error launch-error
  cudaDeviceSynchronize();
  cudaFree(values);
}
