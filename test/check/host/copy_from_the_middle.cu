// From the middle of an array on, half of it is left.
#include <cuda_runtime.h>

int main() {
  int host[100], *device;
  cudaMalloc(&device, sizeof host);
  cudaMemset(device, 0, sizeof host);
#ifdef REPAIRED
  const size_t count = 50;
#else
  const size_t count = 100;
#endif
  cudaMemcpy(host, device + 50, count * sizeof(int), cudaMemcpyDeviceToHost); // EXPECT: error copy-too-long
  cudaFree(device);
}
