// The destination has as many bytes as elements are to be copied, and is given in elements elsewhere.
#include <cuda_runtime.h>

int main() {
  float host[256] = {}, *device;
#ifdef REPAIRED
  cudaMalloc(&device, sizeof host);
#else
  cudaMalloc(&device, 256);
#endif
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice); // EXPECT: error copy-too-long
  cudaFree(device);
}
