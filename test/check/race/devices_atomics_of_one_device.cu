// ENV: RADDLE_DEVICES=2
// atomicAdd() holds for the threads of one device only.
#include <cuda_runtime.h>

__global__ void count(int *total) {
#ifdef REPAIRED
  atomicAdd_system(total, 1);
#else
  atomicAdd(total, 1); // EXPECT: error race-narrow-scope
#endif
}

int main() {
  int *total;
  cudaMallocManaged(&total, sizeof(int));
  *total = 0;
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    count<<<2, 64>>>(total);
  }
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    cudaDeviceSynchronize();
  }
  cudaFree(total);
}
