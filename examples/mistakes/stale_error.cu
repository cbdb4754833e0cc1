// An error of before is taken for one of the launch.
#include <cstdio>

__global__ void fill(int *values) { values[threadIdx.x] = threadIdx.x; }

int main() {
  int *values;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMemset(values, 0, 1000); // too much; nobody asks
  fill<<<1, 64>>>(values);     // nothing is wrong here
  printf("the launch: %s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(values);
}
