// The arguments are right, the direction is not.
#include <cuda_runtime.h>

int main() {
  int host[16] = {}, *device;
  cudaMalloc(&device, sizeof host);
#ifdef REPAIRED
  const cudaMemcpyKind direction = cudaMemcpyHostToDevice;
#else
  const cudaMemcpyKind direction = cudaMemcpyDeviceToHost;
#endif
  cudaMemcpy(device, host, sizeof host, direction); // EXPECT: error api-error
  cudaFree(device);
}
