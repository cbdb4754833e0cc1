#include <cuda_runtime.h>

int main() {
  char host[8 * 32] = {};
  char *device;
  cudaMalloc(&device, 8 * 32);
#ifdef REPAIRED
  cudaMemcpy2D(device, 32, host, 32, 32, 8, cudaMemcpyHostToDevice);
#else
  // EXPECT: error api-error
  cudaMemcpy2D(device, 16, host, 32, 32, 8, cudaMemcpyHostToDevice);
#endif
  cudaFree(device);
}
