#include <cstdio>
#include <cuda_runtime.h>

extern "C" void launchShift(int *values, int n);

int main() {
  int *device = nullptr, values[32];
  cudaMalloc(reinterpret_cast<void **>(&device), sizeof values);
  launchShift(device, 32);
  cudaMemcpy(values, device, sizeof values, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i)
    if (values[i] != i + 2)
      return 1;
  return cudaGetLastError() != cudaSuccess;
}
