#include <cstdio>

__global__ void architecture(int *value) {
#ifdef __CUDA_ARCH__
  *value = __CUDA_ARCH__;
#endif
}

int main() {
  int *device = nullptr, value = 0;
  cudaMalloc(&device, sizeof *device);
  architecture<<<1, 1>>>(device);
  cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost);
  std::printf("compiled for %d\n", value);
  return value < 500 || cudaGetLastError() != cudaSuccess;
}
