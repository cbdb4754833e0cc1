#include <cuda_runtime.h>

int main() {
  char host[8 * 16] = {};
  char *device;
  size_t pitch;
  cudaMallocPitch(&device, &pitch, 16, 8);
#ifdef REPAIRED
  cudaMemcpy2D(device, pitch, host, 16, 16, 8, cudaMemcpyHostToDevice);
#else
  // EXPECT: error copy-too-long
  cudaMemcpy2D(device, pitch, host, 16, 16, 9, cudaMemcpyHostToDevice);
#endif
  cudaFree(device);
}
