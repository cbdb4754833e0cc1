#include <cassert>
#include <cuda_runtime.h>

__global__ void divide(int *values, int by) {
  assert(by != 0); // EXPECT: error assert
  values[threadIdx.x] /= by;
}

int main() {
  int *values;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMemset(values, 0, 64 * sizeof(int));
#ifdef REPAIRED
  divide<<<1, 64>>>(values, 2);
#else
  divide<<<1, 64>>>(values, 0);
#endif
  cudaDeviceSynchronize();
  cudaFree(values);
}
