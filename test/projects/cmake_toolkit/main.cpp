#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

int main() {
  std::vector<int> from(1000, 7), to(1000);
  int *device = nullptr;
  size_t bytes = from.size() * sizeof from[0];
  cudaMalloc(reinterpret_cast<void **>(&device), bytes);
  cudaMemcpy(device, from.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(to.data(), device, bytes, cudaMemcpyDeviceToHost);
  cudaFree(device);
  std::printf("%s\n", cudaGetErrorString(cudaPeekAtLastError()));
  return from != to || cudaGetLastError() != cudaSuccess;
}
