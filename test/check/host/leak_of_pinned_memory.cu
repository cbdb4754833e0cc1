// OPTIONS: --leak-check full
#include <cuda_runtime.h>

int main() {
  int *values;
  cudaMallocHost(&values, 64); // EXPECT: error leak-pinned-memory
#ifdef REPAIRED
  cudaFreeHost(values);
#endif
}
