#include <cuda_runtime.h>

int main() {
  int host[16] = {};
  int *device;
  cudaMalloc(&device, sizeof host);
  cudaMemset(device, 0, sizeof host);
#ifdef REPAIRED
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device);
#else
  cudaFree(device);
  // EXPECT: error api-error
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
#endif
  return host[0];
}
