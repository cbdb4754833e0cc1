#include <cstdio>

extern __device__ int doubled(int n);

__global__ void kernel(int *value) { *value = doubled(*value); }

int main() {
  int *value = nullptr;
  cudaMallocManaged(&value, sizeof *value);
  *value = 21;
  kernel<<<1, 1>>>(value);
  cudaDeviceSynchronize();
  std::printf("%d\n", *value);
  return *value != 42;
}
