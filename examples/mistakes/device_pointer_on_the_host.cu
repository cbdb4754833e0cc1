// The host reads device memory without copying it.
#include <cstdio>

__global__ void fill(int *values) { values[threadIdx.x] = threadIdx.x; }

int main() {
  int *values;
  cudaMalloc(&values, 64 * sizeof(int));
  fill<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  printf("the last number is %d\n", values[63]); // should be a copy by cudaMemcpy
  cudaFree(values);
}
