// The kernel promises at most 128 threads a block, the launch has 256.
#include <cstdio>

__global__ void __launch_bounds__(128) fill(int *values) {
  values[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  fill<<<4, 256>>>(values);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(values);
}
