// 2,000 threads in a block; 1,024 are allowed.
#include <cstdio>

__global__ void fill(int *values) { values[threadIdx.x] = threadIdx.x; }

int main() {
  int *values;
  cudaMalloc(&values, 2000 * sizeof(int));
  fill<<<1, 2000>>>(values); // should be <<<(2000 + 255) / 256, 256>>>, with an index and a guard for it
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(values);
}
