#include <cuda_runtime.h>

int main() {
  int host[16];
  int *device;
  cudaMalloc(&device, sizeof host);
#ifdef REPAIRED
  cudaMemset(device, 0, sizeof host);
#else
  // EXPECT: error api-error
  cudaMemset(host, 0, sizeof host);
#endif
  cudaFree(device);
}
