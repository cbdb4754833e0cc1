#include <cuda_runtime.h>

__global__ void work() {
  int *values = static_cast<int *>(malloc(64));
  values[0] = threadIdx.x;
  free(values);
#ifndef REPAIRED
  free(values); // EXPECT: error invalid-device-free
#endif
}

int main() {
  work<<<1, 1>>>();
  cudaDeviceSynchronize();
}
