#include <cuda_runtime.h>

int main() {
  int *values;
  cudaMalloc(&values, 64);
#ifdef REPAIRED
  int *end = values;
#else
  int *end = values + 4;
#endif
  cudaFree(end); // EXPECT: error invalid-free
}
