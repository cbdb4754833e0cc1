// OPTIONS: --leak-check full
#include <cuda_runtime.h>

int main() {
  int *values;
  // EXPECT: error leak-managed-memory
  cudaMallocManaged(&values, 100);
  values[0] = 1;
#ifdef REPAIRED
  cudaFree(values);
#endif
}
