// free() in a kernel of what cudaMalloc() returned.
#include <cuda_runtime.h>

__global__ void release(int *array) {
#ifdef REPAIRED
  int *own = static_cast<int *>(malloc(64));
  free(own);
#else
  free(array); // EXPECT: error invalid-device-free
#endif
}

int main() {
  int *array;
  cudaMalloc(&array, 64);
  release<<<1, 1>>>(array);
  cudaDeviceSynchronize();
  cudaFree(array);
}
