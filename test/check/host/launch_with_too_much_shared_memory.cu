#include <cuda_runtime.h>

__global__ void kernel() {}

int main() {
#ifdef REPAIRED
  kernel<<<1, 32, 48 * 1024>>>();
#else
  // EXPECT: error launch-error
  kernel<<<1, 32, 1024 * 1024>>>();
#endif
  cudaDeviceSynchronize();
}
