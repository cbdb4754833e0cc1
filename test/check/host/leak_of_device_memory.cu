// OPTIONS: --leak-check full
#include <cuda_runtime.h>

int main() {
  int *values;
  cudaMalloc(&values, 64); // EXPECT: error leak-device-memory
#ifdef REPAIRED
  cudaFree(values);
#endif
}
