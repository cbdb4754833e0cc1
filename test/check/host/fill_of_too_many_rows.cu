#include <cuda_runtime.h>

int main() {
  char *device;
  size_t pitch;
  cudaMallocPitch(&device, &pitch, 100, 10);
#ifdef REPAIRED
  cudaMemset2D(device, pitch, 0, 100, 10);
#else
  // EXPECT: error copy-too-long
  cudaMemset2D(device, pitch, 0, 100, 12);
#endif
  cudaFree(device);
}
