// OPTIONS: --leak-check full
// A pointer is overwritten: the first array is lost, the second is freed.
#include <cuda_runtime.h>

int main() {
  int *values;
#ifndef REPAIRED
  cudaMalloc(&values, 64); // EXPECT: error leak-device-memory
#endif
  cudaMalloc(&values, 128);
  cudaFree(values);
}
