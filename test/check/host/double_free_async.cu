#include <cuda_runtime.h>

int main() {
  int *values;
  cudaMallocAsync(&values, 64, 0);
  cudaFreeAsync(values, 0);
  cudaStreamSynchronize(0);
#ifndef REPAIRED
  cudaFreeAsync(values, 0); // EXPECT: error double-free
#endif
}
