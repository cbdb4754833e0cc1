// The kernel still writes to what was freed.
#include <cstdio>

__global__ void fill(int *values) { values[threadIdx.x] = threadIdx.x; }

int main() {
  int *values;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaFree(values);
  fill<<<1, 64>>>(values);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
