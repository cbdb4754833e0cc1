// OPTIONS: --leak-check full
// A reset takes what is left: it was leaked until then.
#include <cuda_runtime.h>

int main() {
  int *values;
  cudaMalloc(&values, 64); // EXPECT: error leak-device-memory
#ifdef REPAIRED
  cudaFree(values);
#endif
  cudaDeviceReset();
}
