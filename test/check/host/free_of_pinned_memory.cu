// Each allocation has its own function that frees.
#include <cuda_runtime.h>

int main() {
  int *values;
  cudaMallocHost(&values, 64);
#ifdef REPAIRED
  cudaFreeHost(values);
#else
  cudaFree(values); // EXPECT: error invalid-free
#endif
}
