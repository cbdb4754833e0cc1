#include <cuda_runtime.h>

int main() {
  char *device;
  cudaMalloc(&device, 100);
#ifdef REPAIRED
  const size_t bytes = 100;
#else
  const size_t bytes = 101;
#endif
  cudaMemset(device, 1, bytes); // EXPECT: error copy-too-long
  cudaFree(device);
}
